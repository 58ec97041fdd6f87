import pandas as pd

from counterproof.audit.repairs.anonymisation import RECALL
from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.study import Study
from counterproof.views.charts.repairs import abstention_chart, regraded_chart
from counterproof.views.note import Note
from counterproof.views.tables.repairs import abstention_table, anonymisation_table, recall_share_table, regraded_table


def found(conditions, **names):
    rows = [
        {
            **names,
            "condition": condition,
            "value": value,
            "low": low,
            "high": low and value + 0.1,
            "n_items": 12,
            "n_trials": 24,
            "reason": None if low else "the same in every resample",
            "unreliable": False,
        }
        for condition, value, low in conditions
    ]
    return pd.DataFrame(rows)


ARMS = found(
    [("standard", 0.2, 0.1), ("abstain_option", 0.9, 0.8), ("difference", 0.7, None)],
    agent="x",
    metric="abstained_withdraw",
)
PAIR = found(
    [("before", 0.1, 0.05), ("after", 0.9, 0.8), ("difference", 0.8, 0.7)], before="s", after="g", metric="flip_auc"
)


def test_both_conditions_stand_beside_each_other_with_their_difference():
    table = abstention_table(ARMS)
    assert [column.name for column in table.columns] == [
        "agent",
        "metric",
        "standard prompt",
        "with the option",
        "difference",
    ]
    assert [cell.text for cell in table.rows[0]] == [
        "x",
        "abstained on the withdrawal",
        "0.20 (0.10, 0.30)",
        "0.90 (0.80, 1.00)",
        "0.70",
    ]
    assert [cell.text for cell in regraded_table(PAIR).rows[0]][:3] == ["s", "g", "flip AUC"]


def test_a_chart_has_a_panel_an_agent_or_pair_and_no_difference():
    chart = abstention_chart(ARMS).to_dict()
    (rows,) = chart["datasets"].values()
    assert {row["shown"] for row in rows} == {"standard prompt", "with the option"}
    (rows,) = regraded_chart(PAIR).to_dict()["datasets"].values()
    assert {row["pair"] for row in rows} == {"s \N{RIGHTWARDS ARROW} g"}


def test_where_nothing_was_run_a_note_says_what_to_do():
    for nothing in (abstention_table, regraded_table, abstention_chart, regraded_chart):
        assert isinstance(nothing(pd.DataFrame()), Note)
    assert "add it to `arms`" in abstention_table(pd.DataFrame()).text


def shares(agent, value, low):
    return found([("standard", value, low)], agent=agent, items="all", metric=RECALL)


def test_a_recall_share_stands_beside_the_probability_that_the_study_states():
    agents = [ReferenceAgent(name=f"m{n}", route="mixed", recalls=0.35) for n in (1, 2)]
    study = Study(study="s", agents=(*agents, ReferenceAgent(name="a", route="analyst")), seed=1)
    rows = pd.concat([shares("m1", 0.3, 0.28), shares("m2", 0.1, 0.05), shares("a", 0.2, 0.1)])
    table = recall_share_table(rows, study)
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["m1", "all", "0.30 (0.28, 0.40)", "12", "0.35", "holds it"],
        ["m2", "all", "0.10 (0.05, 0.20)", "12", "0.35", "misses it"],
        ["a", "all", "0.20 (0.10, 0.30)", "12", "\N{EN DASH}", ""],
    ]
    assert isinstance(recall_share_table(rows[:0], study), Note)


def test_opaque_names_are_compared_in_a_table_without_the_recall_share():
    rows = pd.concat(
        [
            found(
                [("standard", 0.3, 0.2), ("anonymised", 0.9, 0.8), ("difference", 0.6, 0.5)],
                agent="m",
                items="all",
                metric="followed",
            ),
            shares("m", 0.7, 0.6),
        ]
    )
    table = anonymisation_table(rows)
    assert [cell.text for cell in table.rows[0]] == [
        "m",
        "all",
        "followed the flip",
        "0.30 (0.20, 0.40)",
        "0.90 (0.80, 1.00)",
        "0.60 (0.50, 0.70)",
    ]
    assert len(table.rows) == 1
