import pandas as pd
from made_up_audit import made_up_scores, made_up_validity

from counterproof.views.tables import evaluators_table, instrument_table, scores_table


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


def test_replicates_left_out_stand_beside_the_scores():
    table = scores_table(made_up_scores().assign(n_excluded=2))
    assert (table.columns[-1].name, table.rows[0][-1].text) == ("left out", "2")


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
