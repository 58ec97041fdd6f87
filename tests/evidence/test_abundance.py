import math

import pytest

from counterproof.domain.statistic import Abundance, Group
from counterproof.evidence.registry import values_of

A, B = Group(column="condition", value="treated"), Group(column="condition", value="control")
TARGETS = {"A": "T", "B": "B", "C": "Platelet"}


def test_value_is_the_change_of_the_groups_proportion(make_cells):
    cells = make_cells({}, kind=["T", "T", "B", "T", "B"], condition=["treated"] * 3 + ["control"] * 2)
    values = values_of(Abundance(column="kind", a=A, b=B), TARGETS, cells)
    assert (values["A"], values["B"]) == (pytest.approx(2 / 3 - 1 / 2), pytest.approx(1 / 3 - 1 / 2))


def test_a_group_on_neither_side_neither_grows_nor_shrinks(make_cells):
    cells = make_cells({}, kind=["T", "B"], condition=["treated", "control"])
    assert math.isnan(values_of(Abundance(column="kind", a=A, b=B), TARGETS, cells)["C"])


def test_samples_weigh_the_same_however_many_cells_they_hold(make_cells):
    cells = make_cells(
        {},
        kind=["T", "T", "T", "B", "B", "T", "B"],
        condition=["treated"] * 5 + ["control"] * 2,
        sample=["s1", "s1", "s1", "s1", "s2", "s3", "s3"],
    )
    ask = Abundance(column="kind", a=A, b=B, sample="sample", direction="shrinks")
    assert values_of(ask, TARGETS, cells)["A"] == pytest.approx(0.5 - (0.75 + 0.0) / 2)


def test_a_condition_without_cells_leaves_the_statistic_undefined(make_cells):
    cells = make_cells({}, kind=["T", "B"], condition=["control", "control"])
    assert all(math.isnan(value) for value in values_of(Abundance(column="kind", a=A, b=B), TARGETS, cells).values())
