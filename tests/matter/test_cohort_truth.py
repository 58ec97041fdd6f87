import pytest

from counterproof.matter.cohort_truth import CONTROL, TREATED, TRUTH


def test_shares_add_up_to_one():
    for shares in TRUTH.composition.values():
        assert sum(shares.values()) == pytest.approx(1)


def test_two_types_grow_and_two_shrink_by_more_than_the_margin_and_apart_from_each_other():
    changes = sorted(TRUTH.change(cell_type) for cell_type in TRUTH.composition[CONTROL])
    assert changes[1] < -0.1
    assert changes[-2] > 0.1
    assert changes[1] - changes[0] > 0.1
    assert changes[-1] - changes[-2] > 0.1


def test_a_change_is_treated_minus_control():
    assert TRUTH.change("Monocyte") == pytest.approx(
        TRUTH.composition[TREATED]["Monocyte"] - TRUTH.composition[CONTROL]["Monocyte"]
    )


def test_monocytes_have_ten_genes_up_and_ten_down():
    effects = list(TRUTH.effects["Monocyte"].values())
    assert sum(effect > 0 for effect in effects) == sum(effect < 0 for effect in effects) == 10
