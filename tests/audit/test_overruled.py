import pytest
from made_up_audit import made_up_construction, made_up_item, made_up_trial

from counterproof.audit.overruled import Seen, names_flip, seen_ahead
from counterproof.domain.statistic import Expression, Group
from counterproof.domain.trajectory import Step, Trajectory

ITEM = made_up_item()
REGISTRATION = made_up_construction(ITEM).registration  # key B, NKG7; flip answer A, CD79A


def trial(*outputs: str):
    steps = tuple(Step(kind="tool_call", tool="python", input="look()", output=output) for output in outputs)
    return made_up_trial(ITEM, agent="reciter", variant="flip", trajectory=Trajectory(format="own", steps=steps))


@pytest.mark.parametrize(
    ("outputs", "seen"),
    [
        (["CD79A  2.81\nNKG7  -0.42"], Seen(2.81, -0.42)),
        (["nkg7 \N{MINUS SIGN}0.42, n 30\ncd79a: 2.81e0 (n 30)"], Seen(2.81, -0.42)),
        (["CD79A 2.81\nNKG7 -0.42", "wrote answer.json"], Seen(2.81, -0.42)),
        (["CD79A -0.42\nNKG7 2.81"], None),
        (["CD79A 2.81\nNKG7 -0.42", "corrected\nCD79A 0.1\nNKG7 0.4"], None),
        (["CD79A is higher than NKG7"], None),
        (["CD79A2 9.1\nNKG7 0.1"], None),
        (["CD79A 2.81"], None),
        ([], None),
    ],
)
def test_the_flip_answer_is_seen_ahead_where_the_last_output_with_both_says_so(outputs, seen):
    assert seen_ahead(trial(*outputs), REGISTRATION) == seen


@pytest.mark.parametrize(
    ("output", "ahead"),
    [("CD79A -3\nNKG7 -1", True), ("CD79A 3\nNKG7 1", True), ("CD79A -3\nNKG7 1", False), ("CD79A -1\nNKG7 -3", False)],
)
def test_where_less_is_asked_for_numbers_of_one_sign_are_compared_by_size(output, ahead):
    group = Group(column="condition", value="treated")
    down = REGISTRATION.model_copy(update={"statistic": Expression(a=group, b=group, direction="down")})
    assert (seen_ahead(trial(output), down) is not None) is ahead


def test_an_option_that_reads_like_a_letter_is_not_looked_for():
    letters = REGISTRATION.model_copy(update={"targets": {**REGISTRATION.targets, "A": "B"}})
    assert seen_ahead(trial("B 2.81\nNKG7 0.1"), letters) is None
    assert not names_flip(trial("B 2.81"), letters)


def test_an_output_names_the_flip_answer_as_a_whole_word():
    assert names_flip(trial("ok", "CD79A was highest"), REGISTRATION)
    assert not names_flip(trial("CD79A-AS1 was highest"), REGISTRATION)
