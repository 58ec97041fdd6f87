from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.truth import AskedValue, FieldImage
from counterproof.evaluators.graders.structured import structured_consistency
from counterproof.evaluators.graders.transform import TransformGrader, transform_consistency

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


answers = st.lists(st.one_of(st.none(), st.floats(-5, 5)), max_size=4)
tolerances = st.one_of(
    st.builds(lambda value: {"type": "absolute", "value": value}, st.floats(0, 1.9)),
    st.builds(lambda value: {"type": "relative", "value": value}, st.floats(0, 0.9)),
    st.builds(lambda a, b: {"type": "bounds", "lower": a, "upper": b}, st.floats(0, 1.9), st.floats(0, 1.9)),
)


@given(answers, answers, tolerances)
def test_a_single_number_is_graded_as_the_grader_of_single_numbers_does(original, after, tolerance):
    single = TransformGrader(transform={"kind": "negate"}, target={"truth": 2.0, "tolerance": tolerance})
    field = AskedValue.model_validate({"unit": "it", "key": 2.0, "tolerance": tolerance})
    sides = ([None if value is None else {"n": value} for value in side] for side in (original, after))
    found = structured_consistency(*sides, asked={"n": field}, truth={"n": FieldImage(by={"kind": "negate"})})
    wanted = transform_consistency(original, after, grader=single)
    assert (found.value, found.rerun, found.n_pairs) == (wanted.value, wanted.rerun, wanted.n_pairs)
