import re

import pytest
from made_up_audit import made_up_open_study, made_up_study
from simulated_rubrics import simulated

from counterproof.audit.rubrics.findings import Scored, find_rubrics, findings_of
from counterproof.evaluators.rubric.judge import RubricSummary
from counterproof.views.note import Note
from counterproof.views.tables.rubrics import (
    QUANTITIES,
    costs_table,
    endpoints_table,
    pairs_table,
    quantities_table,
    regrading_table,
    replies_table,
    rubric_judges_table,
    rubrics_note,
    runs_to_read_table,
)


@pytest.fixture(scope="module")
def findings():
    made = simulated(n_items=12, seed=2)
    points = made.scores.assign(criterion="whole")
    return findings_of(Scored(made.runs, points, "Simulated."), seed=1, resamples=50)


@pytest.fixture(scope="module")
def bare():
    """A study without rubrics: endpoints only."""
    items, constructions, trials = made_up_study()
    return find_rubrics(made_up_open_study(items), constructions, trials, resamples=50)


def words(table):
    return [[cell.text for cell in row] for row in table.rows]


def test_every_agent_has_its_rate_and_its_items(findings):
    rows = words(endpoints_table(findings))
    assert len(rows) == 6
    assert all(re.fullmatch(r"\d+/36", row[1]) for row in rows)
    assert all(re.fullmatch(r"\d+\.\d% \(\d+\.\d%, \d+\.\d%\)", row[2]) for row in rows)
    assert all(row[4].endswith("/12") for row in rows)


def test_few_items_are_marked(bare):
    table = endpoints_table(bare)
    assert "fewer than 10 items" in table.caption
    assert all(row[3].text.endswith("*") for row in table.rows if row[3].text[0] == "(")


def test_what_nobody_logged_is_a_dash_with_its_reason(findings):
    cells = [cell for row in costs_table(findings).rows for cell in row[1:]]
    assert {(cell.text, cell.title) for cell in cells} == {("\N{EN DASH}", "no run logs it")}


def test_what_some_runs_log_says_how_many(bare):
    seconds = costs_table(bare).rows[0][-1]
    assert float(seconds.text) > 0
    assert re.fullmatch(r"of \d+ runs that log it", seconds.title)


def test_valid_and_expected_scores_stand_in_the_caption(findings):
    table = replies_table(findings)
    assert re.match(r"8\d\d valid of 864 expected scores \(9\d\.\d\d%\); \d+ trials", table.caption)
    assert {row[2] for row in words(table)} == {"valid", "refused"}


@pytest.mark.parametrize("name", ["reproducibility", "association", "signal", "ranks"])
def test_every_quantity_has_words_a_value_and_an_interval(findings, name):
    frame = getattr(findings, name)
    assert set(frame["metric"]) <= set(QUANTITIES)
    assert all(re.match(r"\N{MINUS SIGN}?\d\.\d{3}", row[1]) for row in words(quantities_table(frame, caption="x")))


def test_what_can_not_be_told_says_why(bare):
    table = quantities_table(bare.association, caption="x")
    assert table.columns[-1].name == "note"
    assert {(row[1], row[-1]) for row in words(table)} == {("\N{EN DASH}", "no trial that every judge scored")}
    assert pairs_table(bare).rows == ()


def test_two_judges_stand_in_a_row(findings):
    rows = words(pairs_table(findings))
    assert [row[0] for row in rows][:2] == ["strict, plain", "strict, mild"]
    assert len(rows) == 6


def test_runs_to_read_say_why(findings, bare):
    for found in (findings, bare):
        table = runs_to_read_table(found)
        assert len(table.rows) == len(found.to_read) > 0
        assert all(row[2].title for row in table.rows)
    assert runs_to_read_table(bare).rows[0][4].title == "no judge has scored it"


def test_notes_say_where_things_come_from(findings, bare):
    assert rubrics_note(findings).text == "Simulated."
    assert isinstance(rubric_judges_table(()), Note)
    summary = RubricSummary(judge="j", trials=4, asked=1, stopped="HTTP 404")
    assert words(rubric_judges_table([summary])) == [["j", "4", "1", "HTTP 404"]]
    assert "were graded again" in regrading_table(bare).text


def test_regraded_runs_that_agree_are_told_in_a_sentence(shared):
    items, constructions, trials = made_up_study()
    latch = shared / "data" / "latch_evals"
    found = find_rubrics(
        made_up_open_study(items),
        constructions,
        trials,
        results=str(latch / "scbench_results.jsonl"),
        evals=str(latch / "scbench" / "evals"),
        resamples=20,
    )
    assert regrading_table(found).text.startswith("273 of 273 recorded verdicts are reached again")
