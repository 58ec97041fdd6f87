import pytest

from counterproof.domain.trajectory import Step, Trajectory
from counterproof.evaluators.run import reply_in_text

OPTIONS = {"A": "T cells", "B": "NK cells"}


def said(*texts):
    return Trajectory(format="own", steps=tuple(Step(kind="message", text=text) for text in texts))


@pytest.mark.parametrize(
    ("texts", "outcome", "choice"),
    [
        (("Answer: A", "Final answer: B"), "answered", ("B",)),
        (("The answer is NK cells.",), "answered", ("B",)),
        (("I looked around.",), "no_answer", None),
        ((), "no_answer", None),
        (("Answer: E",), "invalid", None),
        (("The data are insufficient to decide.",), "abstained", ()),
    ],
)
def test_the_last_words_decide(texts, outcome, choice):
    reply = reply_in_text(said(*texts), OPTIONS, "Which?")
    assert reply.outcome == outcome
    assert (reply.answer.choice if reply.answer else None) == choice
    assert (reply.reason is None) == (outcome == "answered")


def test_the_letter_to_abstain_is_an_abstention_where_the_arm_offers_it():
    reply = reply_in_text(said("Answer: C"), OPTIONS, "Which?", "C")
    assert (reply.outcome, reply.answer.choice) == ("abstained", ())
    assert reply.reason == "the agent chose the option that the data are insufficient"
    assert reply_in_text(said("Answer: C"), OPTIONS, "Which?").outcome == "invalid"


def test_an_option_beside_the_one_to_abstain_is_an_answer():
    assert reply_in_text(said("Answer: B"), OPTIONS, "Which?", "C").answer.choice == ("B",)


def test_words_of_the_prompt_are_no_answer():
    prompt = "Write for example <answer>B</answer> at the end."
    assert reply_in_text(said(prompt), OPTIONS, prompt).outcome != "answered"
