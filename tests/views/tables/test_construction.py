from made_up_audit import made_up_item, made_up_study

from counterproof.domain.finding import LeakCheck, Predictability
from counterproof.views.tables import items_table, leaks_table, predictability_table, verification_table


def texts(row):
    return [cell.text for cell in row]


def test_items_are_decidable_or_excluded_with_the_reason():
    items, constructions, _ = made_up_study()
    table = items_table(items, constructions)
    assert table.caption == "5 of 6 items are decidable"
    status = {row[0].text: row[1] for row in table.rows}
    assert status["nk_marker"].text == "decidable"
    assert status["dc_marker"].text == "excluded: stronger alternative"
    assert status["dc_marker"].title == "the second option comes within the margin"


def test_an_item_that_was_not_constructed_is_in_the_table_too():
    assert "not constructed" in texts(items_table([made_up_item()], []).rows[0])


def test_a_variant_is_shown_against_its_registration_in_every_block():
    _, constructions, _ = made_up_study()
    table = verification_table(constructions)
    assert table.caption == "20 of 20 variants show what was registered"
    assert texts(table.rows[3]) == ["nk_marker", "flip", "A", "A", "2.71", "X: A", "as registered"]
    assert table.rows[2][3].title == "the largest value does not reach the margin"


def test_a_variant_that_differs_says_why():
    _, constructions, _ = made_up_study()
    wrong = constructions[0].verifications[0].model_copy(update={"passed": False, "reason": "block X supports A"})
    table = verification_table([constructions[0].model_copy(update={"verifications": (wrong,)})])
    assert table.caption == "0 of 1 variants show what was registered"
    assert (table.rows[0][-1].text, table.rows[0][-1].title) == ("differs", "block X supports A")


def test_no_leak_found_is_all_that_is_claimed():
    _, constructions, _ = made_up_study()
    assert leaks_table(constructions).caption == "No leak found by 10 checks"
    leak = LeakCheck(item="nk_marker", check="removed names", passed=False, evidence="NKG7 at byte 812")
    assert leaks_table([constructions[0].model_copy(update={"leaks": (leak,)})]).caption == "1 of 1 checks found a leak"


def test_a_declared_leak_is_neither_found_nor_hidden():
    _, constructions, _ = made_up_study()
    leak = LeakCheck(item="nk_marker", check="sums of rows", passed=True, declared=True, evidence="R = 1.000")
    table = leaks_table([constructions[0].model_copy(update={"leaks": (leak,)})])
    assert table.caption == "No leak found by 1 checks, beside 1 that the items' authors declared"
    assert table.rows[0][2].text == "declared"


def test_old_labels_that_show_through_are_counted():
    _, constructions, _ = made_up_study()
    told = Predictability(
        item="nk_marker",
        variant="flip",
        column="kind",
        labels=("B", "NK"),
        block="X",
        accuracy=0.97,
        n_cells=90,
        n_folds=5,
    )
    unknown = told.model_copy(update={"accuracy": None, "reason": "fewer than 10 cells of a label"})
    table = predictability_table([constructions[0].model_copy(update={"predictability": (told, unknown)})])
    assert table.caption == "Old labels are told with 0.9 or more in 1 of 1 exchanges"
    assert texts(table.rows[0]) == ["nk_marker", "flip", "kind: B and NK", "0.97", "cells", "5", "90"]
    assert table.rows[1][3].title == "fewer than 10 cells of a label"
