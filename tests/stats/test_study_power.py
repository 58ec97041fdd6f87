import math
from itertools import product
from math import comb
from statistics import NormalDist

import numpy as np
import pytest

from counterproof.stats.power import mcnemar_power
from counterproof.stats.resample import draws_of
from counterproof.stats.study_power import (
    RESAMPLES,
    _leaves_out_0,
    bootstrap_power,
    slope_weights,
    smallest_by_bootstrap,
)


def enumerated(n, better, worse):
    """Exact McNemar power with nothing of ours: every split of n pairs, its chance, and whether the test rejects."""
    power = 0.0
    for wins, losses in product(range(n + 1), repeat=2):
        discordant = wins + losses
        if discordant > n:
            continue
        tail = sum(comb(discordant, k) for k in range(min(wins, losses) + 1)) / 2**discordant
        if min(1.0, 2 * tail) <= 0.05:
            ways = comb(n, discordant) * comb(discordant, wins)
            power += ways * better**wins * worse**losses * (1 - better - worse) ** (n - discordant)
    return power


@pytest.mark.parametrize(("n", "discordance", "difference"), [(18, 0.67, 0.5), (18, 0.22, 0.22), (63, 0.22, 0.15)])
def test_exact_mcnemar_power_is_that_of_an_enumeration(n, discordance, difference):
    expected = enumerated(n, (discordance + difference) / 2, (discordance - difference) / 2)
    assert mcnemar_power(difference, n_pairs=n, discordance=discordance) == pytest.approx(expected, abs=1e-12)


def simulated(difference, *, n_items, replicates, discordance, between_items, studies):
    """The same study simulated one by one, with draws of its own for each."""
    rng = np.random.default_rng(77)
    chances = [(discordance + difference) / 2, (discordance - difference) / 2, 1 - discordance]
    values, found = np.array([1.0, -1.0, 0.0]), 0
    for _ in range(studies):
        of_item = rng.choice(values, size=n_items, p=chances)
        trials = rng.choice(values, size=(n_items, replicates), p=chances)
        same = rng.random((n_items, replicates)) < math.sqrt(between_items)
        means = np.where(same, of_item[:, None], trials).mean(axis=1)
        resampled = means[rng.integers(n_items, size=(600, n_items))].mean(axis=1)
        low, high = np.quantile(resampled, [0.025, 0.975])
        found += bool(low > 1e-12 or high < -1e-12) and high - low > 1e-12
    return found / studies


@pytest.mark.parametrize(
    ("difference", "study"),
    [
        (0.3, {"n_items": 18, "replicates": 3, "discordance": 0.67, "between_items": 0.5}),
        (0.12, {"n_items": 55, "replicates": 3, "discordance": 0.22, "between_items": 0.5}),
        (0.0, {"n_items": 18, "replicates": 3, "discordance": 0.67, "between_items": 0.5}),
    ],
)
def test_the_power_of_2000_simulated_studies_is_that_of_6000_simulated_one_by_one(difference, study):
    assert bootstrap_power(difference, seed=1, **study) == pytest.approx(
        simulated(difference, studies=6000, **study), abs=0.02
    )


def by_sorting(totals, *, seed):
    """Which studies' 95% intervals leave out 0, by the percentiles of all resamples."""
    n_items = totals.shape[1]
    draws = draws_of(lambda weights: weights @ totals.T / n_items, n_items=n_items, seed=seed, resamples=RESAMPLES)
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    return (low > 1e-12) | (high < -1e-12)


@pytest.mark.parametrize(("n_items", "replicates", "lean"), [(2, 1, 0.5), (6, 3, 0.6), (25, 3, 0.3), (60, 2, 0.2)])
def test_counting_resamples_finds_what_sorting_them_finds(n_items, replicates, lean):
    chance = np.random.default_rng(n_items)
    values = chance.choice([1.0, -1.0, 0.0], size=(800, n_items, replicates), p=[0.15 + lean / 2, 0.15, 0.7 - lean / 2])
    totals = values.sum(axis=2)
    found = _leaves_out_0(totals, np.ones(n_items), seed=4)
    assert 0 < found.sum() < len(found)
    assert (found == by_sorting(totals, seed=4)).all()


def test_replicates_that_repeat_their_item_add_nothing():
    study = {"n_items": 30, "discordance": 0.3, "seed": 3}
    once = bootstrap_power(0.2, replicates=1, between_items=0.5, **study)
    assert bootstrap_power(0.2, replicates=5, between_items=1, **study) == pytest.approx(once, abs=0.03)
    assert bootstrap_power(0.2, replicates=5, between_items=0, **study) > once + 0.1


def test_the_smallest_difference_has_the_power_and_one_step_less_has_not():
    study = {"replicates": 3, "discordance": 0.4, "between_items": 0.5, "seed": 5}
    found = smallest_by_bootstrap(40, **study)
    assert found.reason is None
    assert bootstrap_power(found.value, n_items=40, **study) >= 0.8
    assert bootstrap_power(found.value - 0.005, n_items=40, **study) < 0.8


@pytest.mark.parametrize(("n", "reason"), [(1, "fewer than 2 items"), (12, "unattainable")])
def test_what_cannot_be_found_says_why(n, reason):
    found = smallest_by_bootstrap(n, replicates=3, discordance=0.02, between_items=0.5, seed=5)
    assert math.isnan(found.value)
    assert found.reason == reason


def of_a_normal(slope, *, n, discordance, levels):
    """Power for many items whose draws all differ: the mean slope is normal, with the variance of its weights."""
    weights = (np.array(levels) - np.mean(levels)) / np.var(levels) / len(levels)
    variance = (weights**2 * (discordance - (slope * np.array(levels)) ** 2)).sum()
    z = slope / math.sqrt(variance / n)
    return NormalDist().cdf(z - 1.96) + NormalDist().cdf(-z - 1.96)


GRADIENT = (0.0, 1 / 3, 2 / 3, 1.0)


@pytest.mark.parametrize("slope", [0.0, 0.08, 0.12])
@pytest.mark.parametrize("items_per_call", [1, 2])
def test_the_power_for_a_slope_is_that_of_the_normal_for_many_items(slope, items_per_call):
    study = {"n_items": 240, "replicates": 1, "discordance": 0.25, "between_items": 0.0, "seed": 4}
    found = bootstrap_power(slope, levels=GRADIENT, items_per_call=items_per_call, **study)
    assert found == pytest.approx(of_a_normal(slope, n=240, discordance=0.25, levels=GRADIENT), abs=0.04)


def test_the_weights_of_a_gradient_are_those_of_its_least_squares_slope():
    gaps = np.array([0, 1, 9, 13]) / 96
    assert slope_weights(GRADIENT) @ gaps == pytest.approx(np.polyfit(GRADIENT, gaps, 1)[0])
    assert slope_weights(GRADIENT) @ gaps == pytest.approx(0.147, abs=5e-4)
    assert slope_weights((1.0,)) == pytest.approx([1])


def test_calls_of_several_items_still_need_two_calls():
    found = smallest_by_bootstrap(8, replicates=2, discordance=0.4, between_items=0.5, seed=5, items_per_call=8)
    assert (math.isnan(found.value), found.reason) == (True, "fewer than 2 calls")


def test_a_last_call_of_fewer_items_weighs_less():
    study = {"n_items": 61, "replicates": 1, "discordance": 0.3, "between_items": 0.0, "seed": 2}
    alone = bootstrap_power(0.2, **study)
    assert bootstrap_power(0.2, items_per_call=2, **study) == pytest.approx(alone, abs=0.04)


def test_a_difference_beyond_the_discordance_is_refused():
    with pytest.raises(ValueError, match=r"\|difference\| <= discordance"):
        bootstrap_power(0.3, n_items=10, replicates=1, discordance=0.2, between_items=0.5, seed=1)
