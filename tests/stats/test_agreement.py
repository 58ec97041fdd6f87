import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from counterproof.stats.agreement import cohen_kappa, nominal_alpha, raw_agreement

PAIRS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=40)
# Krippendorff (2011), section C: four observers, twelve units, missing labels; nominal alpha 0.743.
UNITS = [
    (1, 1, 1), (2, 2, 3, 2), (3, 3, 3, 3), (3, 3, 3, 3), (2, 2, 2, 2), (1, 2, 3, 4),
    (4, 4, 4, 4), (1, 1, 2, 1), (2, 2, 2, 2), (5, 5, 5), (1, 1), (3,),
]  # fmt: skip # units, as in the source


def test_alpha_is_that_of_krippendorffs_example():
    assert nominal_alpha(UNITS).value == pytest.approx(0.743, abs=5e-4)
    assert nominal_alpha(UNITS).n == 11


@given(PAIRS)
def test_kappa_is_that_of_scikit_learn(pairs):
    first, second = zip(*pairs, strict=True)
    assume(len({*first, *second}) > 1)
    assert cohen_kappa(first, second).value == pytest.approx(cohen_kappa_score(first, second))


@given(PAIRS)
def test_no_agreement_is_above_1_and_full_agreement_is_1(pairs):
    first, second = zip(*pairs, strict=True)
    for found in (cohen_kappa(first, second), nominal_alpha(pairs)):
        assert math.isnan(found.value) or found.value <= 1 + 1e-12
    if len(set(first)) > 1:
        alike = [(label, label) for label in first]
        assert (raw_agreement(first, first).value, cohen_kappa(first, first).value) == (1, 1)
        assert nominal_alpha(alike).value == pytest.approx(1)


def test_raw_agreement_counts_units():
    assert raw_agreement("aabb", "abbb") == (0.75, 4, None)


def test_where_nothing_could_differ_there_is_no_value_but_a_reason():
    assert cohen_kappa("aaa", "aaa").reason == "both gave one label throughout"
    assert nominal_alpha(["aa", "aaa"]).reason == "only one label was given"
    for found in (raw_agreement("", ""), cohen_kappa("", ""), nominal_alpha(["a"])):
        assert (math.isnan(found.value), found.n, found.reason) == (True, 0, "no unit has two labels")


def test_labels_of_other_units_are_refused():
    with pytest.raises(ValueError, match="got 2 and 1 labels"):
        cohen_kappa("ab", "a")
