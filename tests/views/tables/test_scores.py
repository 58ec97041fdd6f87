import pandas as pd
from made_up_audit import made_up_open_study, made_up_scores, made_up_study, made_up_validity

from counterproof.audit.behaviour import behaviour
from counterproof.audit.table import trial_table
from counterproof.views.tables.scores import behaviour_table, evaluators_table, instrument_table, scores_table


def test_a_score_stands_with_its_interval():
    table = scores_table(made_up_scores())
    assert [column.name for column in table.columns[:4]] == ["agent", "accuracy", "EGA", "EGA strict"]
    cell = table.rows[0][1]
    assert (cell.text, cell.title) == ("0.97 (0.85, 1.00)", "18 items, 54 trials")


def test_a_score_that_does_not_exist_tells_its_reason():
    cell = scores_table(made_up_scores()).rows[3][3]
    assert (cell.text, cell.title, cell.sort) == ("\N{EN DASH}", "no trial followed the flip", "")


def test_an_unreliable_interval_is_marked_and_explained():
    table = scores_table(made_up_scores().assign(unreliable=True))
    assert table.rows[0][1].text == "0.97 (0.85, 1.00)*"
    assert "fewer than 10 items" in table.caption


def test_a_score_that_does_not_exist_has_no_interval_to_be_marked():
    scores = made_up_scores()
    assert "fewer than 10" not in scores_table(scores.assign(unreliable=scores["value"].isna())).caption


def test_the_first_page_has_room_for_the_main_scores_alone():
    names = [column.name for column in scores_table(made_up_scores(), main=True).columns]
    assert "EGA" in names
    assert "kept" not in names


def test_replicates_left_out_stand_beside_the_scores():
    table = scores_table(made_up_scores().assign(n_excluded=2))
    assert (table.columns[-1].name, table.rows[0][-1].text) == ("left out", "2")


def test_a_replicate_that_lacks_a_trial_is_left_out_too_and_told():
    table = scores_table(made_up_scores().assign(n_excluded=2, n_incomplete=1))
    assert table.rows[0][-1].text == "3"
    assert table.rows[0][-1].title == "2 spoilt by the machinery, 1 without a trial on original, withdraw or flip"
    assert "without a trial on original, withdraw or flip" in table.columns[-1].title


def test_groups_have_a_column_of_their_own():
    both = pd.concat([made_up_scores().assign(group=name) for name in ("marker", "abundance")])
    table = scores_table(both)
    assert [cell.text for cell in table.rows[4][:2]] == ["analyst", "abundance"]
    assert len(table.rows) == 8


def test_evaluators_have_a_row_each_and_one_per_agent_where_there_are_several():
    table = evaluators_table(made_up_validity())
    assert [row[0].text for row in table.rows] == ["benchmark", "self_report", "follows_key", "follows_evidence"]
    several = pd.concat([made_up_validity(), made_up_validity().assign(agent="analyst")])
    assert [column.name for column in evaluators_table(several).columns[:2]] == ["evaluator", "agent"]


def test_the_instrument_shows_what_was_expected_and_what_was_found():
    frame = pd.DataFrame(
        [
            ("analyst", "ega", 1.0, 1.0, None, None, True, None),
            ("reciter", "ega", 0.0, 0.2, None, None, False, "2 of 10 replicates differ"),
        ],
        columns=["agent", "metric", "expected", "value", "low", "high", "holds", "reason"],
    )
    table = instrument_table(frame)
    assert table.caption == "1 of 2 expectations about the reference agents hold"
    assert (table.rows[1][-1].text, table.rows[1][-1].title) == ("broken", "2 of 10 replicates differ")
    assert [row[1].text for row in table.rows] == ["EGA", "EGA"]
    assert (table.folded, instrument_table(frame.iloc[:1]).folded) == (False, True)


def test_an_instrument_that_nothing_checks_says_so():
    row = {"agent": "eliminator", "metric": "ega", "expected": 0.0, "value": None, "low": None, "high": None}
    frame = pd.DataFrame([row | {"holds": pd.NA, "reason": "no item is marked eliminable"}])
    table = instrument_table(frame)
    assert table.caption.startswith("Not checked: ")
    assert (table.rows[0][-1].text, table.rows[0][-1].title) == ("not checked", "no item is marked eliminable")
    assert instrument_table(frame.iloc[:0]).caption.startswith("Not checked: ")


def behaviour_row(measure, value, *, by="variant", level="no_data", **facts):
    low, high = (None, None) if value is None else (value - 1, value + 1)
    row = {"agent": "analyst", "by": by, "level": level, "measure": measure, "value": value, "low": low, "high": high}
    return row | {"n_items": 12, "n_trials": 36, "reason": None, "unreliable": False} | facts


def test_behaviour_has_a_row_per_agent_and_level_and_a_column_per_measure():
    rows = [
        behaviour_row("confidence", 95.0),
        behaviour_row("tool_calls", 3.0),
        behaviour_row("confidence", 80.0, by="flip_outcome", level="followed"),
        behaviour_row("tool_calls", 2.0, by="flip_outcome", level="followed"),
    ]
    table = behaviour_table(pd.DataFrame(rows))
    assert [column.name for column in table.columns] == ["agent", "by", "level", "confidence (%)", "tool calls"]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["analyst", "variant", "no data", "95.00 (94.00, 96.00)", "3.00 (2.00, 4.00)"],
        ["analyst", "flip outcome", "followed", "80.00 (79.00, 81.00)", "2.00 (1.00, 3.00)"],
    ]
    assert table.rows[0][3].title == "12 items, 36 trials"


def test_behaviour_that_no_trial_shows_tells_its_reason():
    cell = behaviour_table(pd.DataFrame([behaviour_row("confidence", None, reason="no such trial states it")])).rows[0][
        3
    ]
    assert (cell.text, cell.title) == ("\N{EN DASH}", "no such trial states it")


def test_an_unreliable_interval_of_behaviour_is_explained_in_the_caption():
    table = behaviour_table(pd.DataFrame([behaviour_row("confidence", 95.0, unreliable=True)]))
    assert table.rows[0][3].text.endswith("*")
    assert "* fewer than 10 items: unreliable" in table.caption


def test_the_behaviour_that_the_audit_finds_is_tabled():
    items, constructions, trials = made_up_study()
    found = behaviour(trial_table(made_up_open_study(items), constructions, trials), seed=7, resamples=20)
    table = behaviour_table(found)
    names = [cell.text for cell in table.rows[0][:3]]
    assert names == ["analyst", "variant", "original"]
    assert len(table.rows) == 4 * (5 + 3)
    assert (table.columns[-1].name, table.rows[0][-1].text) == ("left out", "0")
    row = dict(zip([column.name for column in table.columns], table.rows[0], strict=True))
    assert row["confidence (%)"].text.startswith("92.00")
    assert row["tool calls"].text.startswith("2.00")
