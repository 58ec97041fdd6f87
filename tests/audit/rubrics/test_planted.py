"""A small version of benchmarks/rubrics.py: what was planted is found again."""

import pytest
from rubrics import coverage


@pytest.fixture(scope="module")
def found():
    return coverage(runs=6, n_items=40, first_seed=3, resamples=200).set_index("quantity")


def test_every_analysis_is_held_against_a_truth(found):
    analyses = {name.partition("/")[0] for name in found.index}
    assert analyses == {"reproducibility", "association", "signal", "ranks", "deciles", "residual", "sources"}
    assert len(found) == 63


def test_the_planted_values_lie_in_their_intervals_nearly_always(found):
    # The quantities of one study rise and fall together: of six studies one may miss many.
    assert found["recovered"].sum() / found["runs"].sum() >= 0.8


def test_the_planted_bias_is_found_with_its_sign(found):
    bias = found.loc[[name for name in found.index if name.startswith("residual/")]]
    assert (bias["mean"] - bias["truth"]).abs().max() < 0.01
