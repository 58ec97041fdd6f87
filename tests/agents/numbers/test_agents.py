import json

import pytest

from counterproof.agents.numbers.agents import answer_numbers
from counterproof.agents.numbers.handout import CODE, asks_for_numbers, table_handout
from counterproof.domain.table import TableSource
from counterproof.domain.table_registration import ReferenceAnalysis, TableRegistration

TABLE = "position,info,beta,se\n100,0.9,0.05,0.01\n200,0.95,0.09,0.01\n"


@pytest.fixture
def registration():
    return TableRegistration(
        item="locus",
        data_sha256="0",
        statistic=ReferenceAnalysis(reference="solutions.py:causal_position", sha256="0", seconds=1),
        targets={"position": "base pairs"},
        margin=0.5,
        key="200",
        flip_to="1200",
        edits={},
        supported={},
        contrasts=(),
        seed=1,
        asked={"position": {"unit": "base pairs", "key": 200, "tolerance": {"type": "absolute", "value": 5}}},
        truth={"position": {"by": {"kind": "affine", "shift": 1000}}},
        source=TableSource.model_validate(
            {"source": "it", "format": "csv", "columns": [{"name": "x", "kind": "number"}]}
        ),
    )


@pytest.fixture
def answer(tmp_path, registration):
    def run(route, table=TABLE, **changes):
        if table is not None:
            (tmp_path / "data.csv").write_text(table, encoding="utf-8")
        handout = table_handout(registration, with_prior=route != "analyst")
        answer_numbers(route, tmp_path, handout=handout | changes)
        return json.loads((tmp_path / "answer.json").read_text())

    return run


def test_the_analyst_answers_what_the_table_gives(answer):
    found = answer("analyst")
    assert (found["answer"], found["data_support"]) == (200.0, "full")


@pytest.mark.parametrize("table", [None, TABLE.replace("beta", "gamma")], ids=["no file", "no column"])
def test_the_analyst_abstains_where_the_table_cannot_decide_and_the_fallback_recites(answer, table):
    found = answer("analyst", table)
    assert (found["answer"], found["data_support"]) == (None, "none")
    assert answer("fallback", table)["answer"] == 200


def test_the_reciter_never_looks(answer):
    found = answer("reciter", None)
    assert (found["answer"], found["data_support"]) == (200, "full")


def test_a_handout_names_the_question_and_never_the_key_but_as_a_prior(registration):
    blind = table_handout(registration, with_prior=False)
    assert set(blind) == {"brief", CODE}
    assert asks_for_numbers(blind)
    assert not asks_for_numbers({"brief": {}})
    assert "200" not in json.dumps(blind["brief"])
    assert table_handout(registration, with_prior=True)["prior"] == {"position": 200}


def test_a_route_that_chooses_among_options_is_refused(answer):
    with pytest.raises(ValueError, match="chooses among options"):
        answer("guesser")


def test_a_computation_that_is_not_known_is_told(answer):
    brief = {"analysis": "other", "asked": {"n": "cm"}, "format": "csv"}
    with pytest.raises(ValueError, match="has no computation 'other'"):
        answer("analyst", brief=brief)
