import pandas as pd
from made_up_audit import made_up_scores

from counterproof.views.tables import frame_table


def test_a_value_and_its_interval_are_one_column():
    table = frame_table(made_up_scores(), caption="scores")
    assert [column.name for column in table.columns] == ["agent", "group", "metric", "value", "items", "trials"]
    assert table.rows[0][3].text == "0.97 (0.85, 1.00)"


def test_a_missing_number_tells_the_reason_of_its_row():
    frame = pd.DataFrame({"agent": ["a", "b"], "seconds": [1.25, None], "reason": [None, "no log"]})
    missing = frame_table(frame, caption="t").rows[1][1]
    assert (missing.text, missing.title) == ("\N{EN DASH}", "no log")


def test_words_numbers_and_verdicts_read_as_such():
    frame = pd.DataFrame({"name": ["a"], "n": [3], "x": [0.5], "ok": [True]})
    table = frame_table(frame, caption="t")
    assert [cell.text for cell in table.rows[0]] == ["a", "3", "0.500", "yes"]
    assert [column.numeric for column in table.columns] == [False, True, True, False]


def test_numbers_of_one_column_have_one_number_of_digits_and_a_small_p_is_never_0():
    frame = pd.DataFrame({"share": [1.0, 0.25], "count": [3.0, None], "p": [1e-9, 0.5]})
    rows = frame_table(frame, caption="t").rows
    assert [cell.text for cell in rows[0]] == ["1.000", "3", "1.0e-09"]
    assert [cell.text for cell in rows[1]] == ["0.250", "\N{EN DASH}", "0.500"]


def test_a_metric_and_a_rank_read_as_in_every_other_table():
    frame = pd.DataFrame({"metric": ["ega_strict", "route_recall"], "rank_ega": [1.5, 2.0]})
    table = frame_table(frame, caption="t")
    assert [column.name for column in table.columns] == ["metric", "rank EGA"]
    assert [[cell.text for cell in row] for row in table.rows] == [["EGA strict", "1.5"], ["route: recall", "2.0"]]
