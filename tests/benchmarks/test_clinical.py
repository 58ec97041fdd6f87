import time

import pytest

from counterproof.benchmarks.clinical import OUTCOME, clinical_instances
from counterproof.benchmarks.dossier import EVIDENCE
from counterproof.domain.problem import InputError


@pytest.fixture(scope="module")
def built(shared):
    return clinical_instances(shared / "data" / "genetic_support", seed=1)


def test_286_pairs_of_as_many_genes_are_spread_evenly_over_the_strata(built):
    own = [one for one in built.instances if one.stratum == "benchmark"]
    assert len(own) == len({one.entities[0].name for one in own}) == 286
    assert built.strata["instances"].sum() == 286
    assert len(built.strata) == 8
    assert built.strata["instances"].min() >= 35
    assert [sum(one.stratum == kind for one in built.instances) for kind in ("outside", "nonexistent")] == [32, 32]


def test_a_rerun_gives_the_same_bytes_in_under_30_seconds(built, shared):
    clock = time.perf_counter()
    again = clinical_instances(shared / "data" / "genetic_support", seed=1)
    assert time.perf_counter() - clock < 30
    first, second = ([one.model_dump_json() for one in found.instances] for found in (built, again))
    assert first == second
    assert clinical_instances(shared / "data" / "genetic_support", seed=2).instances != built.instances


def test_the_assertions_say_what_was_checked_and_what_was_decided(built):
    told = "\n".join(built.assertions)
    assert "succ_2_3 is true exactly where the phase of all drugs is beyond phase II" in told
    assert "disagree with the outcome for 50 of 317 supported pairs" in told
    assert "no dossier holds any of the words launched, phase iii, approved, orphan" in told


def test_no_outcome_column_can_reach_a_dossier(built):
    assert not set(EVIDENCE) & set(OUTCOME)
    own = [one for one in built.instances if one.stratum == "benchmark"]
    assert not [one for one in own if "phase" in one.evidence.lower()]
    assert {one.strata["phases"] for one in own} == {"agree", "one-target phases say otherwise"}


def test_every_dossier_names_its_target_and_indication_where_it_is_masked(built):
    for one in built.instances[:286]:
        evidence = {mention.entity for mention in one.mentions_in("evidence")}
        assert {0, 1} <= evidence
        assert {0, 1} <= {mention.entity for mention in one.mentions_in("question")}


def test_missing_tables_are_named(tmp_path):
    with pytest.raises(InputError) as told:
        clinical_instances(tmp_path, seed=1)
    assert len(told.value.problems) == 2
