import numpy as np
import pytest

from counterproof.matter.genetics import exposure


@pytest.fixture
def table(written):
    return written("exposure", delimiter="\t")


@pytest.fixture
def effects(table):
    """The effects on both traits, those on the second counted on the first one's allele."""
    first, second = (np.array(table[name], dtype=float) for name in ("beta_1", "beta_2"))
    other = np.array(table["counted_1"]) != np.array(table["counted_2"])
    return first, np.where(other, -second, second)


def test_variants_have_names_of_their_own_and_errors_within_their_range(table):
    assert len(set(table["variant"])) == len(table["variant"]) == 2 * exposure.VARIANTS_EACH
    errors = np.array([table["se_1"], table["se_2"]], dtype=float)
    assert exposure.ERRORS[0] <= errors.min() <= errors.max() <= exposure.ERRORS[1]


def test_half_of_the_second_study_counts_the_other_allele_of_the_same_two(table):
    other = [one != two for one, two in zip(table["counted_1"], table["counted_2"], strict=True)]
    assert 0.3 < np.mean(other) < 0.7
    first, second = (
        [frozenset(pair) for pair in zip(table[f"counted_{n}"], table[f"other_{n}"], strict=True)] for n in (1, 2)
    )
    assert first == second
    assert all(len(pair) == 2 for pair in first)
    assert not set(first) & {frozenset("AT"), frozenset("CG")}


def test_variants_of_each_trait_tell_the_effect_on_the_other(effects):
    first, second = effects
    # A variant that acts on one trait by itself has the larger effect there.
    own = abs(first) > abs(second)
    assert np.median(second[own] / first[own]) == pytest.approx(exposure.FORWARD, abs=0.05)
    assert np.median(first[~own] / second[~own]) == pytest.approx(exposure.REVERSE, abs=0.05)
    assert own.sum() == exposure.VARIANTS_EACH


def test_without_a_look_at_the_alleles_the_effect_is_lost(table, effects):
    first = effects[0]
    own = abs(first) > abs(effects[1])
    assert abs(np.mean(np.array(table["beta_2"], dtype=float)[own] / first[own])) < exposure.FORWARD / 2
