import math
from itertools import product

import pytest
from scipy.stats import binom, fisher_exact

from counterproof.stats.table_power import fisher_power, smallest_by_fisher


@pytest.mark.parametrize(
    ("first", "second", "n_first", "n_second"), [(0.7, 0.25, 12, 12), (0.5, 0.5, 9, 14), (0.9, 0.3, 5, 20)]
)
def test_the_power_is_that_of_every_table_through_scipys_own_test(first, second, n_first, n_second):
    expected = sum(
        binom.pmf(a, n_first, first) * binom.pmf(b, n_second, second)
        for a, b in product(range(n_first + 1), range(n_second + 1))
        if fisher_exact([[a, n_first - a], [b, n_second - b]]).pvalue <= 0.05
    )
    found = fisher_power(first, second, n_first=n_first, n_second=n_second)
    assert found == pytest.approx(expected, abs=1e-9)


def test_without_a_difference_the_exact_test_keeps_its_level():
    assert fisher_power(0.25, 0.25, n_first=40, n_second=60) <= 0.05


def test_the_smallest_difference_has_the_power():
    found = smallest_by_fisher(60, 80, base=0.25)
    assert found.reason is None
    assert fisher_power(0.25 + found.value, 0.25, n_first=60, n_second=80) == pytest.approx(0.8, abs=1e-4)


@pytest.mark.parametrize(
    ("groups", "reason"), [((0, 20), "one of the two groups is empty"), ((3, 3), "unattainable"), ((2, 40), None)]
)
def test_small_groups_find_nothing_with_a_reason(groups, reason):
    found = smallest_by_fisher(*groups, base=0.05)
    assert found.reason == reason
    assert math.isnan(found.value) == (reason is not None)


def test_an_empty_group_has_no_power():
    with pytest.raises(ValueError, match="two groups"):
        fisher_power(0.5, 0.5, n_first=0, n_second=3)
