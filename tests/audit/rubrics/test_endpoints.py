import json
import math

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from counterproof.audit.rubrics.endpoints import endpoints, item_passes
from counterproof.audit.rubrics.runs import framed_runs, read_runs


def run(item="i", *, agent="a", passed=True, **facts):
    return {"trial": f"{item}{agent}{facts}", "item": item, "agent": agent, "model": agent, "passed": passed, **facts}


def row_of(runs, agent="a"):
    table = endpoints(framed_runs(runs), seed=1, resamples=200)
    return table[table["agent"] == agent].iloc[0]


def test_the_rate_of_the_paper_has_its_wilson_interval():
    row = row_of([run(f"i{n // 3}", passed=n < 8, replicate=n) for n in range(72)])
    assert (row["n_passed"], row["n_trials"], row["n_items"]) == (8, 72, 24)
    assert [round(100 * row[name], 2) for name in ("rate", "low", "high")] == [11.11, 5.74, 20.42]
    assert row["items_low"] < row["rate"] < row["items_high"]


def test_an_item_is_passed_by_any_by_most_and_by_all_replicates():
    passed = {"all": "111", "most": "110", "one": "100", "none": "000", "half": "10"}
    row = row_of(
        [run(item, passed=mark == "1", replicate=n) for item, marks in passed.items() for n, mark in enumerate(marks)]
    )
    assert (row["any"], row["majority"], row["all"], row["n_items"]) == (4, 2, 1, 5)


def test_what_no_run_logs_is_unknown_and_what_some_log_is_counted():
    row = row_of([run(replicate=0, cost_usd=1.0, turns=4), run(replicate=1, cost_usd=3.0), run(replicate=2)])
    assert (row["cost_usd"], row["cost_usd_logged"]) == (2, 2)
    assert (row["turns"], row["turns_logged"]) == (4, 1)
    assert np.isnan(row["tokens"])
    assert row["tokens_logged"] == 0


def test_a_run_that_the_machinery_spoilt_is_counted_and_stands_in_no_rate():
    row = row_of([run(passed=True, replicate=0), run(passed=False, replicate=1, excluded=True, cost_usd=9.0)])
    assert (row["rate"], row["n_trials"], row["n_excluded"]) == (1, 1, 1)
    assert np.isnan(row["cost_usd"])
    gone = row_of([run(excluded=True)])
    assert np.isnan(gone["rate"])
    assert gone["reason"] == "no run that counts"


def test_no_run_is_an_empty_table():
    assert endpoints(framed_runs([]), seed=1).empty


def test_replicates_of_each_item_are_told_apart():
    runs = framed_runs([run(passed=mark == "1", replicate=n) for n, mark in enumerate("110")])
    assert item_passes(runs).to_dict("records") == [
        {"agent": "a", "item": "i", "n_passed": 2, "n_trials": 3, "passed_by": "majority"}
    ]


@pytest.fixture(scope="module")
def recorded(shared):
    return shared / "data" / "latch_evals" / "scbench_results.jsonl"


def test_the_recorded_runs_give_what_an_independent_computation_gives(recorded):
    """Nothing here reads with our reader: JSON by hand, counts in dicts, Wilson by statsmodels."""
    groups = {}
    for line in recorded.read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        result = said["result"]["result"]
        own = groups.setdefault(f"{said['model']} / {said['harness']}", {"items": {}, "costs": []})
        own["items"].setdefault(said["item"], []).append(result["passed"])
        if "total_cost" in result["metadata"]:
            own["costs"].append(result["metadata"]["total_cost"])
    table = endpoints(read_runs(recorded), seed=1, resamples=200).set_index("agent")
    assert len(table) == len(groups) == 16
    assert table["n_trials"].sum() == 273
    for agent, own in groups.items():
        row, verdicts = table.loc[agent], [verdict for each in own["items"].values() for verdict in each]
        low, high = proportion_confint(sum(verdicts), len(verdicts), method="wilson")
        assert (row["n_passed"], row["n_trials"]) == (sum(verdicts), len(verdicts))
        assert (row["low"], row["high"]) == pytest.approx((low, high))
        assert row["n_items"] == len(own["items"])
        assert row["any"] == sum(any(each) for each in own["items"].values())
        assert row["majority"] == sum(sum(each) >= 2 for each in own["items"].values())
        assert row["all"] == sum(all(each) for each in own["items"].values())
        assert row["cost_usd_logged"] == len(own["costs"])
        if own["costs"]:
            assert row["cost_usd"] == pytest.approx(math.fsum(own["costs"]) / len(own["costs"]))
        else:
            assert pd.isna(row["cost_usd"])
    assert table["cost_usd"].isna().sum() == 1
