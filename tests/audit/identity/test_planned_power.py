import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[2] / "trials")]

from identity_made_up import opened
from replies import discordant, replies

from counterproof.audit.identity.planned_power import identity_power
from counterproof.stats.power import mcnemar_power
from counterproof.stats.table_power import fisher_power
from counterproof.trials.calls import planned_calls

FOUR = ("named", "blind", "delete", "recall")


def powers(study, **given):
    return {one.contrast: one for one in identity_power(study, planned_calls(study), **given)}


def test_every_registered_contrast_the_slope_and_recall_have_their_smallest_effect(tmp_path):
    found = powers(opened(tmp_path, n=24))
    assert list(found) == [
        "identity cost (named - blind)",
        "evidence contrast (named - delete)",
        "named - placebo",
        "named - shuffled",
        "named - false_identity",
        "functional - blind",
        "redaction slope",
        "recall (recognised, right)",
    ]
    assert all(one.n_items == 24 for one in found.values())
    assert {one.test for one in found.values()} == {"McNemar", "none", "Fisher"}


def test_the_exact_tests_have_the_power_that_they_claim(tmp_path):
    found = powers(opened(tmp_path, n=60, conditions=FOUR, discordance=0.3))
    cost = found["identity cost (named - blind)"]
    assert mcnemar_power(cost.exact, n_pairs=60, discordance=0.3) == pytest.approx(0.8, abs=1e-3)
    recall = found["recall (recognised, right)"]
    assert fisher_power(0.25 + recall.exact, 0.25, n_first=30, n_second=30) == pytest.approx(0.8, abs=1e-3)


def test_96_instances_of_which_5_percent_differ_find_nothing(tmp_path):
    cost = powers(opened(tmp_path, n=96, conditions=("named", "blind"), discordance=0.05))
    assert cost["identity cost (named - blind)"].exact_reason == "unattainable"


def test_replicates_help_and_shared_calls_are_what_is_drawn(tmp_path):
    given = {"n": 48, "conditions": ("named", "blind")}
    name = "identity cost (named - blind)"
    one, three = (powers(opened(tmp_path, **given, replicates=r), between_items=0.2)[name] for r in (1, 3))
    assert three.bootstrap < one.bootstrap - 0.02
    assert three.exact == one.exact
    grouped = powers(opened(tmp_path, **given, instances_per_call=8))[name]
    # 4 pairs for the recall probe alone are among the groups: 52 instances in 7 calls.
    assert (grouped.n_calls, one.n_calls) == (7, 48)
    all_in_one = powers(opened(tmp_path, n=24, conditions=("named", "blind"), instances_per_call=100))[name]
    assert (all_in_one.bootstrap, all_in_one.bootstrap_reason) == (None, "fewer than 2 calls")


def test_the_slope_is_found_no_later_than_the_gap_that_it_makes(tmp_path):
    study = opened(tmp_path, n=96, conditions=("named", "blind", "redact-100", "redact-100-blind"))
    found = powers(study, between_items=0)
    # With two steps the slope is the difference of two gaps: its error is larger by the root of 2.
    ratio = found["redaction slope"].bootstrap / found["identity cost (named - blind)"].bootstrap
    assert ratio == pytest.approx(2**0.5, abs=0.15)


def test_what_was_measured_takes_the_place_of_what_was_registered(tmp_path):
    named, blind = discordant(60, only_a=12, only_b=3, both=30)
    table = replies({"named": named, "blind": blind})
    recall = replies({"recall": [0] * 60}, asks_option=False, recognised=[True] * 15 + [False] * 45)
    study = opened(tmp_path, n=60, conditions=FOUR)
    ids = [one.id for one in study.instances]
    recall["instance"] = ids[:60]
    found = powers(study, measured=table)
    cost = found["identity cost (named - blind)"]
    assert (cost.measured, cost.differ) == (True, 0.25)
    assert (found["evidence contrast (named - delete)"].measured, cost.n_items) == (False, 60)
    recognised = powers(study, measured=recall)["recall (recognised, right)"]
    assert (recognised.measured, recognised.differ) == (True, 0.25)


def test_instances_without_names_are_no_pair_of_a_contrast_that_needs_them(tmp_path):
    study = opened(tmp_path, n=12, conditions=("named", "blind", "false_identity"))
    bare = tuple(
        one.model_copy(update={"entities": (), "mentions": ()}) if place < 4 else one
        for place, one in enumerate(study.instances)
    )
    found = powers(opened(tmp_path, instances=bare, conditions=("named", "blind", "false_identity")))
    assert found["named - false_identity"].n_items == 8


def test_a_study_that_differs_in_nothing_says_so(tmp_path):
    table = replies({"named": [1] * 12, "blind": [1] * 12})
    cost = powers(opened(tmp_path, conditions=("named", "blind")), measured=table)["identity cost (named - blind)"]
    assert (cost.exact_reason, cost.bootstrap_reason) == ("no pair differs", "unattainable")
