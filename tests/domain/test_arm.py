import pytest

from counterproof.domain.arm import ArmSpec, standard_first


def test_the_standard_arm_comes_first_also_where_it_is_not_named():
    assert standard_first(()) == (ArmSpec(),)
    assert [arm.name for arm in standard_first(("abstain_option", "standard"))] == ["standard", "abstain_option"]


def test_an_arm_runs_its_part_of_the_study():
    part = ArmSpec(name="abstain_option", agents=("a",), variants=("original",), replicates=1)
    assert part.runs(agent="a", variant="original", replicate=1)
    for other in ({"agent": "b"}, {"variant": "flip"}, {"replicate": 2}):
        assert not part.runs(**({"agent": "a", "variant": "original", "replicate": 1} | other))
    assert ArmSpec().runs(agent="any", variant="flip", replicate=9)


def test_the_standard_arm_is_the_whole_study_and_no_arm_runs_twice():
    with pytest.raises(ValueError, match="the standard arm runs the whole study"):
        standard_first((ArmSpec(replicates=1),))
    with pytest.raises(ValueError, match="named twice: abstain_option"):
        standard_first(("abstain_option", ArmSpec(name="abstain_option", replicates=1)))
