import pytest
from made_up_audit import HOSTILE, made_up_open_study, made_up_study

from counterproof.audit.cases import RULES, Case, find_cases
from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.views.cases import case_note, case_stepper, cases_table
from counterproof.views.note import Note

MEMORY, ACROSS, ELIMINATED, OVERRULED, FOLLOWED = RULES
ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()
STUDY = made_up_open_study(ITEMS)


@pytest.fixture(scope="module")
def cases():
    table = trial_table(STUDY, CONSTRUCTIONS, TRIALS)
    return find_cases(table, route_table(table), records=TRIALS, constructions=CONSTRUCTIONS)


def test_every_case_stands_in_the_table_with_its_sentence_and_its_share(cases):
    table = cases_table(cases)
    assert table.caption == "4 cases"
    assert [cell.text for cell in table.rows[0][:4]] == [MEMORY, "reciter", "b_grows", "5 of 5"]
    assert cases_table(cases, kind=FOLLOWED).caption == "1 case"


def test_a_case_of_one_agent_is_stepped_through_by_variant(cases):
    data = case_stepper(STUDY, CONSTRUCTIONS, TRIALS, cases, kind=ELIMINATED).data
    assert [column["label"] for column in data["columns"]] == ["original", "null", "withdraw", "flip"]
    assert data["route"]["label"] == "elimination"


def test_a_case_of_several_agents_is_stepped_through_by_agent(cases):
    data = case_stepper(STUDY, CONSTRUCTIONS, TRIALS, cases, kind=ACROSS).data
    assert [(column["label"], column["variant"]) for column in data["columns"]] == [
        ("fallback", "withdraw"),
        ("reciter", "withdraw"),
    ]


def test_a_kind_that_no_trial_shows_has_a_note_with_its_rule(cases):
    assert isinstance(case_stepper(STUDY, CONSTRUCTIONS, TRIALS, cases, kind=OVERRULED), Note)
    assert case_note(cases, kind=OVERRULED).text.startswith(
        "None found. The rule: the key on the original and on the flip"
    )


def test_an_unknown_kind_is_refused_with_those_there_are(cases):
    with pytest.raises(ValueError, match="no kind of case 'luck': choose among 'answered from memory, rewarded'"):
        case_note(cases, kind="luck")


def test_no_case_is_an_empty_list():
    table = cases_table([])
    assert (table.caption, table.rows) == ("0 cases", ())


def test_a_sentence_with_an_agents_words_stays_text():
    case = Case(kind=HOSTILE, item="i", agent="a", replicate=1, sentence=HOSTILE, agents=("a",), shown=1, among=1)
    assert "<script" not in cases_table([case]).html()
