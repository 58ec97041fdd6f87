import pytest
from made_up_audit import HOSTILE, made_up_open_study, made_up_study

from counterproof.audit.cases import KINDS, Case, find_cases
from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.views.cases import case_stepper, cases_table
from counterproof.views.note import Note
from counterproof.views.stepper import Stepper

ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()
STUDY = made_up_open_study(ITEMS)


@pytest.fixture(scope="module")
def cases():
    table = trial_table(STUDY, CONSTRUCTIONS, TRIALS)
    return find_cases(table, route_table(table))


def test_every_case_is_listed_with_its_sentence(cases):
    table = cases_table(cases)
    assert table.caption == f"{len(cases)} cases"
    assert [cell.text for cell in table.rows[0]] == [
        cases[0].kind,
        cases[0].agent,
        cases[0].item,
        cases[0].sentence,
    ]


def test_no_case_is_an_empty_list():
    table = cases_table([])
    assert (table.caption, table.rows) == ("0 cases", ())
    assert "<tbody></tbody>" in table.html()


def test_a_sentence_with_an_agents_words_stays_text():
    case = Case(kind=HOSTILE, item="i", agent="a", replicate=1, sentence=HOSTILE)
    assert "<script" not in cases_table([case]).html()


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_the_first_case_of_a_kind_is_stepped_through(cases, kind):
    first = next(case for case in cases if case.kind == kind)
    stepper = case_stepper(STUDY, CONSTRUCTIONS, TRIALS, cases, kind=kind)
    assert isinstance(stepper, Stepper)
    assert (stepper.data["item"]["id"], stepper.data["agent"]) == (first.item, first.agent)
    assert [column["variant"] for column in stepper.data["columns"]] == ["original", "null", "withdraw", "flip"]


def test_a_kind_that_no_trial_shows_is_a_sentence(cases):
    others = [case for case in cases if case.kind != "eliminated, rewarded"]
    note = case_stepper(STUDY, CONSTRUCTIONS, TRIALS, others, kind="eliminated, rewarded")
    assert note == Note("No agent of this study shows this kind: eliminated, rewarded.")
