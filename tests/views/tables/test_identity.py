import inspect
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parents[1]))

from made_up_identity import made_up

from counterproof.construct.conditions import Refused
from counterproof.domain.problem import Problem
from counterproof.trials.calls import CallPlan
from counterproof.views.tables import identity
from counterproof.views.tables.identity import (
    contrasts_table,
    entities_table,
    example,
    identity_instrument_table,
    interval,
    meanings_table,
    p_value,
    refused_table,
    residue_table,
)

OF_FINDINGS = [
    view
    for name, view in inspect.getmembers(identity, inspect.isfunction)
    if list(inspect.signature(view).parameters) == ["findings"] and not name.startswith("_")
]


@pytest.mark.parametrize("view", OF_FINDINGS, ids=lambda view: view.__name__)
def test_every_table_of_findings_is_plain_html(view):
    table = view(made_up()[1])
    assert table.rows
    assert "<script" not in table.html()
    assert "nan" not in table.html().lower().replace("dominant", "")


def test_every_entity_stands_in_the_review_table_with_its_rule():
    study, _ = made_up()
    table = entities_table(study)
    assert len(table.rows) == sum(len(one.entities) for one in study.instances)
    assert {row[3].text for row in table.rows} == {"field"}
    assert residue_table(study).rows == ()


def test_what_is_not_asked_has_its_reason():
    study, _ = made_up()
    broken = replace(study, refused=(Problem(file="row 7", wrong="has no passage"),))
    table = refused_table(broken, CallPlan((), {}, (Refused("x", "placebo", "has no evidence block"),)))
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["row 7", "every condition", "has no passage"],
        ["x", "placebo", "has no evidence block"],
    ]


def test_a_contrast_without_a_discordant_pair_tells_its_bound():
    rows = [
        row for row in contrasts_table(made_up()[1]).rows if [c.text for c in row[:2]] == ["reader", "named - blind"]
    ]
    assert "no pair differs: |difference| at most 0.171" in rows[0][-1].text


def test_the_meaning_of_the_slope_and_the_controls_is_told_too():
    told = [row[0].text for row in meanings_table(made_up()[1]).rows]
    assert told[-2:] == ["redaction slope", "control lines"]


def test_the_instrument_is_told_in_one_line():
    assert identity_instrument_table(made_up()[1]).caption == "7 of 7 expectations of reference answerers hold"


def test_a_small_p_value_is_never_0():
    assert p_value(3.6e-26, reason="").text == "3.6e-26"
    assert p_value(None, reason="no pair").title == "no pair"


def test_a_value_without_an_interval_stands_alone():
    row = pd.Series({"value": -0.5, "low": None, "high": None})
    assert interval(row, ("value", "low", "high"), reason="why").text == "\N{MINUS SIGN}0.500"


def test_the_example_has_evidence_and_names():
    assert example(made_up()[0].instances).evidence


def test_the_first_page_shows_primary_contrasts_alone():
    whole, first = contrasts_table(made_up()[1]), contrasts_table(made_up()[1], primary=True)
    assert 0 < len(first.rows) < len(whole.rows)
    assert {row[2].text for row in first.rows} == {"primary"}
    assert first.caption.startswith("Primary contrasts; Holm over ")
