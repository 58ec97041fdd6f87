import sys
from pathlib import Path

import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parent))

from replies import replies, study

from counterproof.audit.identity.recall import count_table, recall_table, recognition_table
from counterproof.domain.instance import Instance

CASES = {
    f"i{n:03d}": Instance(id=f"i{n:03d}", question="q", options={"A": "yes", "B": "no"}, key="A") for n in range(8)
}


def probe(**change):
    fields = {
        "asks_option": False,
        "recognised": [True] * 6 + [False] * 2,
        "recalled_value": ["A", "A", "A", "A", "B", "B", None, None],
        "recalled_count": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, None, None],
        "recorded_count": [2.0, 1.0, 3.0, 4.0, 6.0, 9.0, 1.0, 1.0],
    }
    return replies({"recall": [0] * 8}, **(fields | change))


def rows_of(frame, **change):
    found = recall_table(frame, study(**change), CASES)
    return found.set_index("comparison")


def test_recall_is_compared_with_the_record_and_with_the_prediction():
    frame = pd.concat([probe(), replies({"named": [1] * 8, "delete": [1, 1, 1, 1, 1, 0, 0, 0]})])
    found = rows_of(frame)
    assert found.loc["recalled = recorded, answered only", "value"] == pytest.approx(4 / 6)
    assert found.loc["recalled = predicted under named, answered only", "value"] == pytest.approx(4 / 6)
    assert found.loc["recalled = predicted under delete, answered only", "value"] == pytest.approx(5 / 6)
    fisher = found.loc["recognised v right without evidence (Fisher)"]
    assert fisher["p"] == pytest.approx(0.107, abs=0.01)


def test_unknown_may_count_as_the_negative_outcome():
    found = rows_of(probe(), negative="yes")
    assert found.loc["recalled = recorded, unknown as yes", "value"] == pytest.approx(6 / 8)


def test_nothing_recalled_has_no_agreement():
    found = rows_of(probe(recalled_value=None))
    assert found.loc["recalled = recorded, answered only", "reason"] == "no record was recalled"


def test_recognition_is_split_by_stratum_and_fame():
    strata = ["benchmark"] * 4 + ["outside"] * 2 + ["nonexistent"] * 2
    frame = probe(stratum=strata).assign(by_fame=["low", "low", "high", "high", "", "", "", ""])
    found = recognition_table(frame, study()).set_index("stratum")["value"]
    assert found.to_dict() == {
        "benchmark": 1,
        "outside": 1,
        "nonexistent": 0,
        "benchmark, high": 1,
        "benchmark, low": 1,
    }


def test_recalled_counts_are_ranked_against_recorded_ones():
    row = count_table(probe(), study(), seed=1).iloc[0]
    assert row["rho"] == pytest.approx(1 - 6 * 2 / (6 * 35))
    assert row["n"] == 6
