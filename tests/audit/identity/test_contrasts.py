import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parent))

from replies import discordant, replies, study

from counterproof.audit.identity.contrasts import contrast_table
from counterproof.audit.identity.interval import call_interval


def table_of(a, b, names=("named", "blind"), *, low_signal=False, per_call=1, **change):
    frame = replies(dict(zip(names, (a, b), strict=True)), per_call=per_call)
    found = contrast_table(frame, study(**change), low_signal=low_signal, seed=1, resamples=400)
    return found[found["n"] > 0].iloc[0]


def test_the_papers_deletion_contrast_comes_out():
    named, delete = discordant(286, only_a=4, only_b=19, both=220)
    row = table_of(named, delete, ("named", "delete"))
    assert (row["accuracy_a"] * 286, row["accuracy_b"] * 286) == pytest.approx((224, 239))
    assert round(row["value"], 4) == -0.0524
    assert (round(row["low"], 3), round(row["high"], 3)) == (-0.085, -0.020)
    assert round(row["p"], 4) == 0.0026
    assert round(row["se_iid"], 4) == 0.0165


def test_the_papers_candidate_list_loses_its_whole_margin():
    named, blind = discordant(147, only_a=100, only_b=3, both=9)
    row = table_of(named, blind)
    assert round(row["value"], 3) == 0.660
    assert f"{row['p']:.1e}" == "3.6e-26"


def test_96_items_without_a_discordant_pair_bound_the_cost():
    same = [1] * 90 + [0] * 6
    row = table_of(same, same, discordance=0.05)
    assert round(row["bound"], 3) == 0.031
    assert pd.isna(row["low"])
    assert row["p"] == 1
    assert row["mde_reason"] == "unattainable"
    assert pd.isna(row["mde"])


def test_calls_that_move_together_widen_the_clustered_error():
    named, blind = [1] * 40, [0] * 20 + [1] * 20
    alone, grouped = table_of(named, blind), table_of(named, blind, per_call=10)
    assert grouped["calls"] == 4
    assert grouped["se_call"] > 2 * alone["se_call"]
    assert grouped["call_high"] - grouped["call_low"] > alone["call_high"] - alone["call_low"]


def test_low_signal_warns_at_deletion_and_not_at_masking():
    a, b = discordant(40, only_a=5, only_b=1, both=20)
    assert table_of(a, b, ("named", "delete"), low_signal=True)["warning"] == "the evidence has little signal"
    assert table_of(a, b, low_signal=True)["warning"] == ""


def test_a_contrast_without_instances_says_so():
    frame = replies({"named": [1, 0]})
    row = contrast_table(frame, study(), low_signal=False, seed=1, resamples=10).iloc[0]
    assert (row["n"], row["reason"]) == (0, "no instance has both conditions")
    assert pd.isna(row["p"])


def test_values_that_never_vary_have_no_interval():
    assert np.isnan(call_interval(np.ones(9), np.arange(9), seed=1, resamples=50)).all()
