import pandas as pd

from counterproof.views.tables.consistency import consistency_table


def row(item, metric, value, **changes):
    return {
        "agent": "one",
        "item": item,
        "metric": metric,
        "value": value,
        "low": None,
        "high": None,
        "n_items": 1,
        "n_pairs": 9,
        "n_excluded": 0,
        "reason": None,
        "unreliable": True,
    } | changes


def test_both_shares_stand_side_by_side_and_a_missing_one_says_why():
    frame = pd.DataFrame(
        [
            row("all", "transform_consistency", 0.5, low=0.2, high=0.8),
            row("all", "rerun_agreement", 1.0),
            row("a", "transform_consistency", None, reason="a constant answer would pass"),
            row("a", "rerun_agreement", 1.0),
        ]
    )
    table = consistency_table(frame)
    assert [cell.text for cell in table.rows[0]] == ["one", "all items", "0.50 (0.20, 0.80)*", "1.00*", "9", "0"]
    assert table.rows[1][2].title == "a constant answer would pass"


def test_a_study_without_numbers_says_so():
    columns = list(row("all", "rerun_agreement", 1.0))
    table = consistency_table(pd.DataFrame(columns=columns))
    assert table.rows == ()
    assert table.caption == "No item of this study asks for a number"
