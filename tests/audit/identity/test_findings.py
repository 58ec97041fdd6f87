import sys
from pathlib import Path

import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parents[2] / "trials"))

from identity_made_up import opened

from counterproof.audit.identity.findings import bitten_agents, find_identity, save_identity
from counterproof.store.tables import read_table
from counterproof.trials.call_run import read_calls, run_calls


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    made = opened(tmp_path_factory.mktemp("identity"), n=48, instances_per_call=4, replicates=2)
    run_calls(made)
    return made


@pytest.fixture(scope="module")
def findings(study):
    return find_identity(study, read_calls(study), resamples=500)


def one(frame, **where):
    rows = frame
    for name, value in where.items():
        rows = rows[rows[name] == value]
    assert len(rows) == 1
    return rows.iloc[0]


def test_the_instrument_holds(findings):
    assert findings.holds, findings.instrument


def test_the_reader_has_no_identity_cost_at_the_full_passage(findings):
    row = one(findings.contrasts, agent="reader", contrast="named - blind")
    assert (row["value"], row["only_a"], row["only_b"], row["p"]) == (0, 0, 0, 1)
    assert row["bound"] == pytest.approx(1 - 0.05 ** (1 / 48))
    assert pd.isna(row["low"])


def test_the_name_knower_loses_everything_when_blind(findings):
    row = one(findings.contrasts, agent="knower", contrast="named - blind")
    assert one(findings.instrument, agent="knower", what="accuracy when blind")["lands"]
    assert one(findings.accuracy, agent="knower", condition="blind")["value"] < 0.45
    assert one(findings.accuracy, agent="knower", condition="named")["value"] == 1
    assert row["margin_lost"] > 0.8
    assert row["p"] < 1e-6
    assert row["p"] <= row["p_holm"]


def test_the_planted_slope_of_the_mixture_lies_in_its_interval(findings):
    row = one(findings.instrument, agent="mixture")
    slope = one(findings.slopes, agent="mixture")
    assert slope["low"] <= float(row["expected"]) <= slope["high"]
    assert slope["p_value"] < 0.01
    assert one(findings.slopes, agent="reader")["value"] == 0


def test_the_control_line_is_followed_by_the_obedient_alone(findings):
    for name in ("control-95", "control-random"):
        assert one(findings.controls, agent="obedient", condition=name)["value"] == 1
    row = one(findings.controls, agent="obedient", condition="control-95")
    assert row["accuracy"] == row["line"] == pytest.approx(0.95, abs=0.02)
    assert one(findings.controls, agent="reader", condition="control-95")["accuracy"] == 1


def test_recall_was_planned_for_those_whom_masking_has_bitten(findings):
    assert findings.bitten == ("knower",)
    status = findings.recognition.groupby("agent")["status"].first()
    assert status["knower"] == "planned"
    assert status["mixture"].startswith("exploratory")


def test_recognition_falls_outside_the_benchmark(findings):
    rows = findings.recognition[findings.recognition["agent"] == "knower"].set_index("stratum")["value"]
    assert (rows["benchmark"], rows["outside"], rows["nonexistent"]) == (1, 0, 0)


def test_recalled_counts_follow_the_recorded_ones(findings):
    assert one(findings.counts, agent="knower", fame="all")["rho"] == pytest.approx(1)
    assert one(findings.counts, agent="reader", fame="all")["reason"] == "fewer than 3 units"


def test_every_accuracy_has_its_baselines_beside_it(findings):
    assert findings.accuracy[["chance", "majority", "position"]].notna().all(axis=None)
    assert (findings.accuracy["chance"] == 0.25).all()


def test_every_contrast_says_what_it_can_and_cannot_establish(findings):
    assert (findings.contrasts[["can", "cannot"]].map(len) > 20).all(axis=None)
    assert findings.contrasts.loc[findings.contrasts["contrast"] == "named - blind", "role"].eq("primary").all()


def test_the_family_counts_the_slope_too(findings):
    assert findings.contrasts["family"].eq(7).all()
    assert findings.slopes["family"].eq(7).all()
    assert (findings.slopes["p_value"] <= findings.slopes["p_holm"]).all()


def test_the_evidence_of_the_invented_cases_has_signal(findings):
    assert findings.signal.accuracy == 1
    assert not findings.signal.low


def test_without_signal_deletion_carries_a_warning(study):
    blunt = tuple(
        case.model_copy(update={"evidence": case.evidence.replace("%", " of 100"), "mentions": ()})
        for case in study.instances
    )
    weak = opened(study.layout.study / "weak", instances=blunt, conditions=["named", "delete"], replicates=1)
    run_calls(weak)
    found = find_identity(weak, read_calls(weak), resamples=50)
    assert found.signal.low
    assert found.contrasts["warning"].eq("the evidence has little signal").all()


def test_a_condition_that_stopped_early_is_exploratory(study):
    calls = read_calls(study)
    cut = [c for c in calls if not (c.key.condition == "placebo" and c.key.agent == "reader" and c.key.replicate == 2)]
    found = find_identity(study, cut, resamples=50)
    assert (
        one(found.accuracy, agent="reader", condition="placebo")["exploratory"] == "stopped early: 48 replies missing"
    )
    assert one(found.accuracy, agent="knower", condition="placebo")["exploratory"] == ""


def test_a_failed_machine_leaves_the_denominator_and_a_timeout_does_not(study):
    calls = list(read_calls(study))
    for place, outcome in ((0, "infra_error"), (5, "timeout")):
        gone = tuple(r.model_copy(update={"outcome": outcome, "answer": None}) for r in calls[place].replies)
        calls[place] = calls[place].model_copy(update={"replies": gone})
    found = find_identity(study, calls, resamples=50)
    rows = found.accuracy[found.accuracy["condition"] == "named"]
    assert rows["excluded"].sum() == len(calls[0].replies)
    assert (
        found.replies["correct"].sum() < find_identity(study, read_calls(study), resamples=50).replies["correct"].sum()
    )


def test_the_tables_are_saved_and_read_again(findings, tmp_path):
    paths = save_identity(findings, tmp_path)
    assert {path.stem for path in paths} == set(findings.tables)
    assert len(read_table(tmp_path / "contrasts.parquet")) == len(findings.contrasts)


def test_nothing_is_found_in_nothing(study):
    with pytest.raises(ValueError, match="no finished call"):
        find_identity(study, ())


def test_no_contrast_bites_nobody():
    assert bitten_agents(pd.DataFrame()) == ()
