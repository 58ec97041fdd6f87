import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.domain.transform import image
from counterproof.evaluators.graders.transform import TransformGrader, transform_consistency

NEGATE = TransformGrader(
    transform={"kind": "negate"}, target={"truth": 2.0, "tolerance": {"type": "absolute", "value": 0.5}}
)
answers = st.lists(st.one_of(st.none(), st.floats(-5, 5)), max_size=4)


def test_an_agent_that_follows_the_edit_is_consistent():
    found = transform_consistency([2.0, 2.1, 1.9], [-2.0, -1.8, -2.2], grader=NEGATE)
    assert (found.value, found.rerun, found.n_pairs) == (1.0, 1.0, 9)


@pytest.mark.parametrize("constant", [2.0, -2.0, 0.0])
def test_an_agent_that_answers_a_constant_is_not(constant):
    found = transform_consistency([constant] * 3, [constant] * 3, grader=NEGATE)
    assert found.value == (1.0 if constant == 0 else 0.0)
    assert found.rerun == 1.0


def test_an_item_that_moves_by_twice_the_tolerance_is_excluded():
    grader = TransformGrader(
        transform={"kind": "affine", "shift": 1}, target={"truth": 5, "tolerance": {"type": "absolute", "value": 0.5}}
    )
    found = transform_consistency([5], [6], grader=grader)
    assert found.value is None
    assert found.reason == "the truth moves by 1, at most twice the tolerance 0.5: a constant answer would pass"


def test_a_missing_answer_agrees_with_nothing():
    found = transform_consistency([2.0, None], [-2.0], grader=NEGATE)
    assert (found.value, found.rerun, found.n_pairs) == (0.5, 0.0, 2)


def test_without_pairs_there_is_no_share():
    found = transform_consistency([2.0], [], grader=NEGATE)
    assert (found.value, found.rerun, found.reason) == (None, None, "no pair of answers")


def test_a_relative_tolerance_is_that_of_the_flipped_truth():
    grader = TransformGrader(
        transform={"kind": "invert"}, target={"truth": 4, "tolerance": {"type": "relative", "value": 0.1}}
    )
    assert transform_consistency([4], [0.275], grader=grader).value == 1.0
    assert transform_consistency([4], [0.28], grader=grader).value == 0.0


@given(answers, answers, st.floats(0, 1.9), st.floats(0, 1.9))
def test_a_wider_tolerance_never_lowers_the_share(original, flipped, one, other):
    strict, mild = (
        transform_consistency(
            original,
            flipped,
            grader=TransformGrader(
                transform={"kind": "negate"}, target={"truth": 2.0, "tolerance": {"type": "absolute", "value": size}}
            ),
        ).value
        for size in sorted((one, other))
    )
    assert strict is None or strict <= mild


@given(st.floats(-100, 100))
def test_the_images_are_exact(value):
    assert image(value, transform=NEGATE.transform) == -value
    recode = TransformGrader(transform={"kind": "map", "pairs": [(0, 2), (1, 1), (2, 0)]}, target={"truth": 2})
    assert [image(code, transform=recode.transform) for code in (0, 1, 2, 3)] == [2, 1, 0, None]


@pytest.mark.parametrize(
    ("grader", "fault"),
    [
        ({"transform": {"kind": "invert"}, "target": {"truth": 0}}, "no image under invert"),
        ({"transform": {"kind": "map", "pairs": [(1, 2)]}, "target": {"truth": 3}}, "no image under map"),
        (
            {"transform": {"kind": "negate"}, "target": {"truth": 1, "tolerance": {"type": "limit", "at_least": 0}}},
            "a limit has no truth",
        ),
    ],
)
def test_a_transform_without_an_image_of_the_truth_is_refused(grader, fault):
    with pytest.raises(ValidationError, match=fault):
        TransformGrader(**grader)
