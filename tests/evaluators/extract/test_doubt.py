import pytest

from counterproof.evaluators.extract.doubt import ABSTENTION, BARE_ABSTENTION, REFUSAL


@pytest.mark.parametrize(
    "text",
    [
        "I cannot determine this from the data.",
        "It is not possible to say: we could not identify it",
        "The evidence is inconclusive.",
        "There is insufficient data.",
        "The data do not support any of the options",
        "I must abstain.",
        "No option is supported.",
    ],
)
def test_abstention_is_heard_in_the_words_agents_use(text):
    assert ABSTENTION.search(text)
    assert not REFUSAL.search(text)


@pytest.mark.parametrize(
    "text", ["I can't help with that.", "I'm unable to assist", "I must decline.", "This is against my guidelines"]
)
def test_refusal_is_not_abstention(text):
    assert REFUSAL.search(text)
    assert not ABSTENTION.search(text)


@pytest.mark.parametrize("text", ["The data support option B.", "We determine the fold change.", "Insufficient? No."])
def test_plain_statements_are_neither(text):
    assert not ABSTENTION.search(text)
    assert not REFUSAL.search(text)
    assert not BARE_ABSTENTION.match(text)
