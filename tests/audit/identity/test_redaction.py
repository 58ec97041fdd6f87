import sys
from pathlib import Path

import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parent))

from replies import replies, study

from counterproof.audit.identity.redaction import redaction_table, slope_table
from counterproof.domain.condition import REDACTION


def gradient(*, per_call=1):
    """The paper's gaps of 0, 1, 9 and 13 of 96 instances."""
    verdicts = {}
    for step, gap in zip(REDACTION, (0, 1, 9, 13), strict=True):
        verdicts[step.named] = [1] * 90 + [0] * 6
        verdicts[step.blind] = [0] * gap + [1] * (90 - gap) + [0] * 6
    return replies(verdicts, per_call=per_call)


def test_the_papers_gaps_give_its_slope():
    row = slope_table(gradient(), seed=1, resamples=500).iloc[0]
    assert round(row["value"], 3) == 0.147
    assert row["low"] > 0
    assert row["p_value"] < 0.01
    assert row["n"] == 96


def test_instances_that_one_replicate_lacks_stay_in_their_calls():
    again = gradient(per_call=12)
    again = again.assign(replicate=2, call=again["call"] + "-again")
    first = gradient(per_call=12)
    # The registered replicate stopped before its last calls; the other replicate has them.
    first = first[first["call"].str.rpartition("-")[2].astype(int) < 6]
    row = slope_table(pd.concat([first, again], ignore_index=True), seed=1, resamples=200).iloc[0]
    assert (row["n"], row["calls"]) == (96, 8)


def test_each_step_has_its_gap():
    found = redaction_table(gradient(), study(), seed=1, resamples=200)
    assert found["value"].tolist() == pytest.approx([0, 1 / 96, 9 / 96, 13 / 96])
    assert found.loc[0, "reason"] == "every resample gives the same gap"


def test_a_gap_without_an_interval_says_why():
    one_call = redaction_table(gradient(per_call=96), study(), seed=1, resamples=200)
    assert one_call["low"].isna().all()
    assert set(one_call["reason"]) == {"fewer than 2 calls"}
    table = gradient()
    gone = table.assign(excluded=table["excluded"] | (table["condition"] == REDACTION[1].blind))
    row = redaction_table(gone, study(), seed=1, resamples=200).iloc[1]
    assert (row["n"], row["reason"]) == (0, "no instance has both versions")


def test_a_study_without_steps_has_no_slope():
    assert slope_table(replies({"named": [1], "blind": [0]}), seed=1, resamples=10).empty
