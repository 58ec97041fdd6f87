import numpy as np
import pytest

from counterproof.matter.genetics import allele


@pytest.fixture
def table(written):
    return written("allele")


def column(table, name):
    return np.array(table[name], dtype=float)


def fitted(table, *others):
    """The allele's effect and its standard error, from least squares with these columns beside it."""
    x = np.column_stack([column(table, "dosage"), np.ones(len(table["person"])), *others])
    y = column(table, "trait")
    found, rest, *_ = np.linalg.lstsq(x, y, rcond=None)
    spread = rest[0] / (len(y) - x.shape[1]) * np.linalg.inv(x.T @ x)
    return found[0], spread[0, 0] ** 0.5


def test_every_person_comes_once_with_what_a_person_may_have(table):
    assert list(table) == ["person", "sex", "age", "ancestry", "dosage", "trait"]
    assert len(set(table["person"])) == len(table["person"]) == allele.PEOPLE
    assert set(table["sex"]) == {"F", "M"}
    assert set(table["dosage"]) == {"0", "1", "2"}
    assert {25, 75} == {min(map(int, table["age"])), max(map(int, table["age"]))}


def test_an_analysis_with_ancestry_finds_the_effect_that_was_drawn(table):
    male = np.array(table["sex"]) == "M"
    effect, error = fitted(table, column(table, "ancestry"), male, column(table, "age"))
    assert abs(effect - allele.EFFECT) < 3 * error
    assert error < 0.05


def test_without_ancestry_the_allele_seems_to_do_more_than_it_does(table):
    effect, error = fitted(table)
    assert effect > allele.EFFECT + 0.1 + 3 * error
