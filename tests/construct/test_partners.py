from counterproof.benchmarks.invented import invented_instances
from counterproof.construct.partners import Partners

CASES = invented_instances(30, seed=6)


def test_partners_are_the_same_for_the_same_seed():
    first, again = (Partners.of(CASES, seed=2) for _ in range(2))
    assert {name: donor.id for name, donor in first.donors.items()} == {n: d.id for n, d in again.donors.items()}
    assert first.names == again.names
    assert first.controls == again.controls
    assert Partners.of(CASES, seed=3).controls != first.controls


def test_nobody_lends_to_itself():
    partners = Partners.of(CASES, seed=2)
    assert all(partners.donor(one).id != one.id for one in CASES)
    assert all(one.entities[0].name not in partners.false_names(one) for one in CASES)


def test_an_instance_alone_has_no_partner():
    partners = Partners.of(CASES[:1], seed=2)
    assert partners.donor(CASES[0]) is None
    assert partners.false_names(CASES[0]) is None


def test_only_controls_plant_a_line():
    partners = Partners.of(CASES, seed=2)
    assert partners.control_letter(CASES[0], "named") is None
    assert partners.control_letter(CASES[0], "control-random") in CASES[0].options
