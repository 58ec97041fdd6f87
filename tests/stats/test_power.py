import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.stats.paired import mcnemar_p
from counterproof.stats.power import mcnemar_power, no_discordance_bound, smallest_detectable


def test_96_items_with_5_percent_discordant_can_detect_nothing():
    found = smallest_detectable(96, discordance=0.05)
    assert math.isnan(found.value)
    assert found.reason == "unattainable"


def test_no_discordant_pair_of_96_bounds_the_cost_at_0_031():
    assert no_discordance_bound(96) == pytest.approx(0.031, abs=5e-4)


@pytest.mark.parametrize(("n", "discordance", "difference"), [(40, 0.3, 0.2), (286, 0.08, 0.05), (96, 0.2, 0.12)])
def test_the_power_is_what_drawn_pairs_give(n, discordance, difference):
    rng = np.random.default_rng(5)
    counts = rng.multinomial(n, [(discordance + difference) / 2, (discordance - difference) / 2, 1 - discordance], 4000)
    found = np.mean([mcnemar_p(int(a), int(b)) <= 0.05 for a, b, _ in counts])
    assert mcnemar_power(difference, n_pairs=n, discordance=discordance) == pytest.approx(found, abs=0.03)


@given(st.integers(30, 300), st.floats(0.1, 0.6))
def test_the_smallest_detectable_difference_has_the_power_asked_for(n, discordance):
    found = smallest_detectable(n, discordance=discordance)
    if found.reason is None:
        assert mcnemar_power(found.value, n_pairs=n, discordance=discordance) == pytest.approx(0.8, abs=1e-3)
        assert 0 < found.value <= discordance


def test_a_difference_that_the_pairs_cannot_make_is_refused():
    with pytest.raises(ValueError, match=r"\|difference\| <= discordance"):
        mcnemar_power(0.3, n_pairs=50, discordance=0.2)


def test_no_pair_has_no_bound():
    with pytest.raises(ValueError, match="at least one pair"):
        no_discordance_bound(0)
