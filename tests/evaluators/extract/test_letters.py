import pytest

from counterproof.evaluators.extract.letters import anchored, committed, whole


@pytest.mark.parametrize(
    ("text", "letters", "join"),
    [
        ("b", ("B",), "one"),
        ("C, A", ("A", "C"), "all"),
        ("A), C)", ("A", "C"), "all"),
        ("both A and C", ("A", "C"), "all"),
        ("A or C", ("A", "C"), "any"),
        ("A/C", ("A", "C"), "any"),
        ("either A, B", ("A", "B"), "any"),
    ],
)
def test_a_text_of_letters_says_one_all_or_any(text, letters, join):
    assert whole(text)[:2] == (letters, join)


@pytest.mark.parametrize("text", ["AB", "A cell", "CD8", "", "A1"])
def test_a_word_is_no_letters(text):
    assert whole(text) is None


def test_the_most_committed_anchor_is_heard():
    (mention,) = anchored("Option A looks good. My answer was B. Final answer: C")
    assert mention.letters == ("C",)


@pytest.mark.parametrize(
    "text", ["The answer is A cell", "I would say so", "I selected B cells", "I would not pick A", "CD8+"]
)
def test_letters_that_are_words_are_not_heard(text):
    assert anchored(text) == ()


def test_brackets_alone_do_not_commit():
    assert committed("The answer is C")
    assert not committed("T cells (C)")
