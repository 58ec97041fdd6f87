import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.truth import AskedValue, FieldImage
from counterproof.evaluators.graders.structured import structured_consistency

SWAP = {"forward": FieldImage(of="reverse"), "reverse": FieldImage(of="forward")}
BOTH = {
    name: AskedValue(unit="SD", key=key, tolerance={"type": "absolute", "value": 0.05})
    for name, key in (("forward", 0.4), ("reverse", -0.2))
}


def pair(forward, reverse):
    return {"forward": forward, "reverse": reverse}


def test_two_numbers_that_are_exchanged_follow_together():
    found = structured_consistency([pair(0.41, -0.2)], [pair(-0.21, 0.42)], asked=BOTH, truth=SWAP)
    assert (found.value, found.n_pairs) == (1.0, 1)


def test_one_of_two_numbers_that_follows_is_not_enough():
    found = structured_consistency([pair(0.4, -0.2)], [pair(-0.2, -0.2)], asked=BOTH, truth=SWAP)
    assert found.value == 0.0


def test_a_recited_key_is_consistent_with_itself_only():
    found = structured_consistency([pair(0.4, -0.2)] * 3, [pair(0.4, -0.2)] * 3, asked=BOTH, truth=SWAP)
    assert (found.value, found.rerun) == (0.0, 1.0)


def test_a_flip_that_moves_too_little_tells_nothing():
    wide = {
        name: AskedValue(unit="SD", key=field.key, tolerance={"type": "absolute", "value": 0.3})
        for name, field in BOTH.items()
    }
    found = structured_consistency([pair(0.4, -0.2)], [pair(-0.2, 0.4)], asked=wide, truth=SWAP)
    assert found.value is None
    assert "a constant answer would pass" in found.reason


NEGATE = {"kind": "negate"}
answers = st.lists(st.one_of(st.none(), st.floats(-5, 5)), max_size=4)
tolerances = st.one_of(
    st.builds(lambda value: {"type": "absolute", "value": value}, st.floats(0, 1.9)),
    st.builds(lambda value: {"type": "relative", "value": value}, st.floats(0, 0.9)),
    st.builds(lambda a, b: {"type": "bounds", "lower": a, "upper": b}, st.floats(0, 1.9), st.floats(0, 1.9)),
)


def of_one(original, after, *, key=2.0, by=NEGATE, tolerance=0.5, kind="absolute"):
    limits = tolerance if isinstance(tolerance, dict) else {"type": kind, "value": tolerance}
    asked = {"n": AskedValue.model_validate({"unit": "SD", "key": key, "tolerance": limits})}
    sides = ([None if value is None else {"n": value} for value in side] for side in (original, after))
    return structured_consistency(*sides, asked=asked, truth={"n": FieldImage.model_validate({"by": by})})


def test_an_agent_that_follows_the_edit_is_consistent():
    found = of_one([2.0, 2.1, 1.9], [-2.0, -1.8, -2.2])
    assert (found.value, found.rerun, found.n_pairs) == (1.0, 1.0, 9)


@pytest.mark.parametrize("constant", [2.0, -2.0, 0.0])
def test_an_agent_that_answers_a_constant_is_not(constant):
    found = of_one([constant] * 3, [constant] * 3)
    assert found.value == (1.0 if constant == 0 else 0.0)
    assert found.rerun == 1.0


def test_a_number_that_moves_by_twice_the_tolerance_is_left_out():
    assert of_one([5], [6], key=5, by={"kind": "affine", "shift": 1}).value is None
    assert of_one([5], [6.01], key=5, by={"kind": "affine", "shift": 1.01}).value == 1.0


def test_a_missing_answer_agrees_with_nothing():
    found = of_one([2.0, None], [-2.0])
    assert (found.value, found.rerun, found.n_pairs) == (0.5, 0.0, 2)


def test_without_pairs_there_is_no_share():
    found = of_one([2.0], [])
    assert (found.value, found.rerun, found.reason) == (None, None, "no pair of answers")


def test_a_relative_tolerance_is_that_of_the_flipped_truth():
    shares = [
        of_one([4], [after], key=4, by={"kind": "invert"}, tolerance=0.1, kind="relative").value
        for after in (0.275, 0.28)
    ]
    assert shares == [1.0, 0.0]


def test_a_key_without_an_image_gives_no_share_and_the_reason():
    found = of_one([0.0], [0.0], key=0.0, by={"kind": "invert"})
    assert (found.value, found.reason) == (None, "the key has no image under the transform")


@given(answers, answers, st.floats(0, 1.9), st.floats(0, 1.9))
def test_a_wider_tolerance_never_lowers_the_share(original, after, one, other):
    strict, mild = (of_one(original, after, tolerance=size).value for size in sorted((one, other)))
    assert mild is None or strict is None or strict <= mild


@given(answers, answers, tolerances)
def test_every_pair_of_replicates_counts_alike(original, after, tolerance):
    pairs = [of_one([before], [later], tolerance=tolerance).value for before in original for later in after]
    found = of_one(original, after, tolerance=tolerance)
    assert found.n_pairs == (len(pairs) if found.value is not None else 0)
    assert found.value is None or found.value == pytest.approx(sum(pairs) / len(pairs))
