import pytest
from made_up_audit import made_up_construction, made_up_item, made_up_study

from counterproof.views.charts.measured import block_results, lead_frame, statistic_frame


def test_variants_come_in_their_order_with_the_registered_block():
    results = block_results(made_up_construction(made_up_item()))
    assert list(results) == ["original", "null", "withdraw", "flip"]
    assert {result.block for result in results.values()} == {"raw"}


def test_an_excluded_item_has_its_original_only():
    assert list(block_results(made_up_construction(made_up_item(), excluded="tied"))) == ["original"]


def test_the_statistic_has_a_row_for_every_variant_and_option():
    item = made_up_item()
    frame = statistic_frame(item, made_up_construction(item)).set_index(["variant", "letter"])
    assert len(frame) == 16
    assert frame.loc[("flip: supports A", "A"), "mark"] == "supported"
    assert frame.loc[("withdraw: supports none", "B"), "mark"] == "undefined"
    assert frame.loc[("original: supports B", "B"), "band"] == pytest.approx(2.81 - 0.5)


def test_another_block_can_be_asked_for():
    item = made_up_item()
    frame = statistic_frame(item, made_up_construction(item), block="X")
    assert frame["value"].max() == pytest.approx(2.81 * 0.6)


def test_the_flip_turns_the_lead_of_the_key_negative():
    items, constructions, _ = made_up_study()
    frame = lead_frame(items, constructions).set_index(["item", "variant"])
    assert frame.loc[("nk_marker", "original"), "lead"] == pytest.approx(2.81 - 0.1)
    assert frame.loc[("nk_marker", "flip"), "lead"] == pytest.approx(-0.42 - 2.81)


def test_without_the_key_the_lead_is_that_of_the_best_remaining_option():
    items, constructions, _ = made_up_study()
    row = lead_frame(items, constructions).set_index(["item", "variant"]).loc[("nk_marker", "withdraw")]
    assert (row["lead"], row["of"]) == (pytest.approx(0.15), "the best remaining option")
