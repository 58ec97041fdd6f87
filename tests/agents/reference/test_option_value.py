import pytest

from counterproof.agents.reference.option_value import Found, OptionValue, option_values, values_table


@pytest.fixture
def brief(ask):
    return ask.brief({"statistic": "marker", "group": {"cell": "a"}}, ("g0", "gone", "g2"))


def test_options_come_in_their_order_and_only_what_is_there_is_worked_out(brief):
    asked = []

    def value_of(gene):
        asked.append(gene)
        return Found(1.0, {})

    rows = option_values(brief, value_of, present={"g2", "g0", "more"}, where="X")
    assert asked == ["g0", "g2"]
    assert [(row.letter, row.target, row.missing, row.found.value) for row in rows] == [
        ("A", "g0", False, 1.0),
        ("B", "gone", True, None),
        ("C", "g2", False, 1.0),
    ]
    assert rows[1].found.note == "missing: not in X"


def test_a_value_that_is_null_is_not_a_missing_option(brief):
    rows = option_values(brief, lambda _: Found(None, {}, note="no cell"), present={"g0", "gone", "g2"}, where="X")
    assert [row.missing for row in rows] == [False] * 3


def test_the_table_shows_every_part_a_dash_where_there_is_none_and_the_reason():
    rows = [
        OptionValue("A", "CD3D", Found(0.123456, {"mean": 1.0, "cells": 12345.0}), missing=False),
        OptionValue("B", "é", Found(None, {"cells": 0.0}, note="no cell on one side"), missing=False),
        OptionValue("C", "x", Found(-2e-9, {"other": 3.0}), missing=False),
    ]
    assert values_table(rows).splitlines() == [
        "option  target  mean  cells      other  value",
        "A       CD3D    1     1.234e+04  -      0.1235",
        "B       é       -     0          -      -       no cell on one side",
        "C       x       -     -          3      -2e-09",
    ]
