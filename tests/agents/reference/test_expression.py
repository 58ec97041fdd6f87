import numpy as np
import pytest

from counterproof.agents.reference.expression import log_expression

VALUES, TOTALS = np.array([1.0, 0.0, 0.0]), np.array([100.0, 50.0, 0.0])


def test_counts_become_the_log_of_counts_per_ten_thousand_and_an_empty_cell_has_none():
    assert log_expression(VALUES, TOTALS, block_class="counts") == pytest.approx([np.log(101), 0, 0])


@pytest.mark.parametrize("block_class", ["log", "scaled"])
def test_other_values_stay_as_they_are(block_class):
    assert log_expression(VALUES, TOTALS, block_class=block_class) == pytest.approx(VALUES)
