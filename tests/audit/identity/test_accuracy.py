import sys
from pathlib import Path

import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parent))

from replies import replies, study

from counterproof.audit.identity.accuracy import accuracy_table, baselines, by_stratum, telemetry
from counterproof.domain.instance import Instance


def instance(name, key, options):
    return Instance(id=name, question="q", options=options, key=key)


def test_baselines_are_chance_the_commonest_answer_and_the_best_position():
    cases = [instance(str(n), "A", {"A": "yes", "B": "no"}) for n in range(3)]
    cases += [instance("x", "B", {"A": "no", "B": "yes", "C": "maybe", "D": "never"})]
    assert baselines({one.id: one for one in cases}) == {
        "chance": (3 / 2 + 1 / 4) / 4,
        "majority": 1.0,
        "position": 0.75,
    }


def cases(n):
    return {f"i{place:03d}": instance(f"i{place:03d}", "A", {"A": "a", "B": "b"}) for place in range(n)}


def test_152_of_286_has_the_papers_wilson_interval():
    frame = replies({"blind": [1] * 152 + [0] * 134})
    row = accuracy_table(frame, cases(286), study(), seed=1, resamples=50).iloc[0]
    assert (round(row["low"], 3), round(row["high"], 3)) == (0.474, 0.589)
    assert row["mean_low"] < row["mean"] < row["mean_high"]


def test_an_accuracy_that_never_varies_has_no_bootstrap_interval():
    row = accuracy_table(replies({"named": [1] * 12}), cases(12), study(), seed=1, resamples=50).iloc[0]
    assert row["value"] == 1
    assert pd.isna(row["mean_low"])


def test_telemetry_counts_calls_and_leaves_unknown_retrievals_out():
    frame = replies({"named": [1] * 6}, per_call=3, tool_calls=2, retrievals=1.0)
    assert telemetry(frame) == {"calls": 2, "tool_calls": 4, "web_searches": 0, "retrievals": 2}
    assert telemetry(frame.assign(retrievals=float("nan")))["retrievals"] is None


def test_strata_split_named_and_blind():
    frame = replies({"named": [1, 1, 0, 0], "blind": [1, 0, 0, 0]}).assign(by_fame=["low", "low", "high", "high"] * 2)
    found = by_stratum(frame, study()).set_index(["stratum", "condition"])["value"]
    assert found["low", "blind"] == pytest.approx(0.5)
    assert found["high", "named"] == 0
