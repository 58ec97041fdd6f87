from counterproof.domain.condition import CONDITIONS, PROBES, REDACTION, asks_for_an_option, level_of


def test_the_gradient_starts_at_named_and_blind_and_has_four_steps():
    assert (REDACTION[0].named, REDACTION[0].blind) == ("named", "blind")
    assert [round(step.level, 3) for step in REDACTION] == [0, 0.333, 0.667, 1]


def test_a_condition_hides_what_its_step_says():
    assert level_of("redact-67-blind") == 2 / 3
    assert level_of("placebo") == 0


def test_probes_ask_for_something_else_than_an_option():
    assert [name for name in CONDITIONS if not asks_for_an_option(name)] == [n for n in CONDITIONS if n in PROBES]
