import json

import pytest
from made_up_audit import made_up_construction, made_up_item, made_up_open_study, made_up_trial, made_up_trials

from counterproof.audit.table import trial_table
from counterproof.domain.answer import Answer
from counterproof.evaluators.registry import score_trials
from counterproof.views.stepper_data import LONGEST_ANSWER, stepper_data

ITEM = made_up_item()
CONSTRUCTION = made_up_construction(ITEM)


def data_of(**changes):
    return stepper_data(ITEM, CONSTRUCTION, made_up_trials(ITEM, agents=("analyst",)), **changes)


def test_columns_come_in_the_order_of_the_variants():
    data = stepper_data(ITEM, CONSTRUCTION, reversed(made_up_trials(ITEM, agents=("analyst",))))
    assert [column["label"] for column in data["columns"]] == ["original", "null", "withdraw", "flip", "no data"]


def test_a_column_tells_what_its_data_support_and_whose_answer_it_holds():
    columns = {column["variant"]: column for column in data_of()["columns"]}
    told = {name: (column["supported"], column["role"]) for name, column in columns.items()}
    assert told == {
        "original": ("B", "key"),
        "null": ("B", "key"),
        "withdraw": (None, "none"),
        "flip": ("A", "flip"),
        "no_data": (None, "none"),
    }
    assert not columns["no_data"]["has_data"]


def test_the_statistic_stands_by_variant_with_the_supported_option():
    variants = {each["label"]: each for each in data_of()["statistic"]["variants"]}
    assert variants["flip"]["supported"] == "A"
    assert variants["withdraw"]["values"]["B"] is None


def test_the_data_are_plain_json():
    data = data_of(routes={("analyst", 1): "derived"})
    assert data["route"]["label"] == "derived"
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_a_trial_that_broke_has_a_column_without_an_answer():
    broken = made_up_trial(ITEM, agent="analyst", variant="flip", outcome="timeout", reason="40 minutes", answer=None)
    (column,) = stepper_data(ITEM, CONSTRUCTION, [broken])["columns"]
    assert (column["outcome"], column["reason"]) == ("timeout", "40 minutes")
    assert (column["choice"], column["confidence"]) == ([], None)


def test_an_answer_of_several_options_is_neither_key_nor_flip():
    both = made_up_trial(ITEM, agent="analyst", variant="flip", answer=Answer(choice=("A", "B")))
    assert stepper_data(ITEM, CONSTRUCTION, [both])["columns"][0]["role"] == "other"


def test_several_agents_stand_side_by_side_with_routes_of_their_own():
    trials = [made_up_trial(ITEM, agent=agent, variant="withdraw") for agent in ("reciter", "analyst")]
    data = stepper_data(ITEM, CONSTRUCTION, trials, routes={("analyst", 1): "derived", ("reciter", 1): ""})
    assert [column["label"] for column in data["columns"]] == ["analyst", "reciter"]
    assert [(column["route"] or {}).get("label") for column in data["columns"]] == ["derived", None]
    assert (data["by"], data["who"], data["route"]) == (
        "trial",
        "agents analyst, reciter \N{MIDDLE DOT} replicate 1",
        None,
    )


def test_a_label_names_only_what_differs():
    trials = [
        made_up_trial(ITEM, agent="analyst", variant=variant, replicate=replicate)
        for variant, replicate in (("original", 1), ("original", 2), ("flip", 1))
    ]
    data = stepper_data(ITEM, CONSTRUCTION, trials)
    told = ["original, replicate 1", "original, replicate 2", "flip, replicate 1"]
    assert [column["label"] for column in data["columns"]] == told


def test_a_column_has_the_scores_of_its_trial_and_why_one_has_none():
    trials = made_up_trials(ITEM, agents=("analyst",))
    table = trial_table(made_up_open_study((ITEM,)), [CONSTRUCTION], trials)
    scores = score_trials(table, evaluators=["benchmark", "self_report"])
    scores.loc[scores["digest"] == table["digest"][table["variant"] == "null"].iloc[0], ["status", "reason"]] = (
        "unscored",
        "the judge's reply was no JSON",
    )
    columns = {column["variant"]: column for column in data_of(scores=scores)["columns"]}
    assert columns["flip"]["scores"][0] == {"evaluator": "benchmark", "score": 0.0, "reason": None}
    assert columns["null"]["scores"][0]["score"] is None
    assert columns["null"]["scores"][0]["reason"] == "unscored: the judge's reply was no JSON"
    json.dumps(columns, allow_nan=False)


@pytest.mark.parametrize(
    ("trials", "said"),
    [
        ((), "shows 1 to 6 trials side by side, got 0"),
        (made_up_trials(ITEM, agents=("analyst", "reciter")), "shows 1 to 6 trials side by side, got 10"),
        ((made_up_trial(made_up_item("other"), agent="analyst", variant="null"),), "got some of other"),
        ((made_up_trial(ITEM, agent="analyst", variant="null"),) * 2, "stands among those to show twice"),
    ],
)
def test_trials_that_do_not_belong_side_by_side_are_refused(trials, said):
    with pytest.raises(ValueError, match=said):
        stepper_data(ITEM, CONSTRUCTION, trials)


def test_a_long_answer_to_an_item_without_a_registration_is_cut():
    short = made_up_trial(ITEM, agent="analyst", variant="original", answer=Answer(value={"genes": ["NKG7"]}))
    long = made_up_trial(ITEM, agent="reciter", variant="original", answer=Answer(value=["NKG7"] * 50))
    told = [column["said"] for column in stepper_data(ITEM, None, [short, long])["columns"]]
    assert told[0] == ['{"genes": ["NKG7"]}']
    assert len(told[1][0]) == LONGEST_ANSWER + 1
    assert told[1][0].endswith("\N{HORIZONTAL ELLIPSIS}")
