import math

import pandas as pd
import pytest

from counterproof.audit.identity.family import adjusted


def tables(contrasts, slopes):
    """P-values of contrasts and of slopes, by agent."""
    rows = [{"agent": agent, "p": p} for agent, found in contrasts.items() for p in found]
    return pd.DataFrame(rows, columns=["agent", "p"]), pd.DataFrame(slopes.items(), columns=["agent", "p_value"])


def test_the_slope_is_one_of_the_family_and_adjusted_with_it():
    found = adjusted(*tables({"one": [0.01, 0.04]}, {"one": 0.002}), n_tests=3)
    assert found.slopes["p_holm"].tolist() == pytest.approx([0.006])
    # The slope is the smallest of three: the contrasts count as two and one.
    assert found.contrasts["p_holm"].tolist() == pytest.approx([0.02, 0.04])


def test_every_agent_has_a_family_of_its_own():
    found = adjusted(*tables({"one": [0.01], "other": [0.03]}, {}), n_tests=1)
    assert found.contrasts["p_holm"].tolist() == [0.01, 0.03]
    assert found.slopes.empty


def test_tests_that_were_registered_and_not_run_count_too():
    found = adjusted(*tables({"one": [0.001]}, {"one": math.nan}), n_tests=40)
    assert found.contrasts["p_holm"].tolist() == pytest.approx([0.04])
    assert found.slopes["p_holm"].isna().all()
    assert found.contrasts["family"].tolist() == [40]


def test_a_contrast_without_a_p_keeps_none_and_counts_as_one_that_failed():
    found = adjusted(*tables({"one": [None, 0.02]}, {}), n_tests=2)
    assert found.contrasts["p_holm"].isna().tolist() == [True, False]
    assert found.contrasts["p_holm"][1] == pytest.approx(0.04)
