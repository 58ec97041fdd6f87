import math

import numpy as np
import pytest

from counterproof.stats.clustered import difference_errors, linked


def paper():
    """286 items, 224 and 239 right, discordant 4 and 19."""
    a = np.array([1] * 4 + [0] * 19 + [1] * 220 + [0] * 43, dtype=float)
    b = np.array([0] * 4 + [1] * 19 + [1] * 220 + [0] * 43, dtype=float)
    return a, b


def test_the_papers_paired_error_is_0_0165():
    a, b = paper()
    alone = np.arange(286)
    found = difference_errors(a, b, call_a=alone, call_b=alone)
    assert found.paired_iid == pytest.approx(0.0165, abs=5e-5)
    # With a call an item, clustering changes nothing but the small-sample factor.
    assert found.paired_clustered == pytest.approx(found.paired_iid * math.sqrt(286 / 285), rel=1e-9)
    # Dropping the pairing roughly doubles the error, as in the paper (0.0309 with its own calls).
    assert found.unpaired_clustered == pytest.approx(0.0325, abs=5e-4)


def test_items_that_move_together_inside_a_call_widen_the_error():
    rng = np.random.default_rng(1)
    shift = np.repeat(rng.integers(0, 2, 30), 10).astype(float)
    call = np.repeat(np.arange(30), 10)
    found = difference_errors(shift, np.zeros(300), call_a=call, call_b=call)
    by_hand = math.sqrt(((shift.reshape(30, 10).sum(1) - 10 * shift.mean()) ** 2).sum()) / 300
    factor = math.sqrt(30 / 29 * 299 / 299)
    assert found.paired_clustered == pytest.approx(by_hand * factor, rel=1e-9)
    assert found.paired_clustered > 2 * found.paired_iid


def test_calls_of_two_conditions_are_linked_by_the_items_they_share():
    assert linked(np.array([0, 0, 1, 1, 2]), np.array([5, 6, 6, 7, 8])).tolist() == [0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("a", "b", "call", "reason"),
    [
        ([1], [0], [0], "fewer than 2 items"),
        ([1, 1, 1], [0, 0, 0], [0, 1, 2], "every pair differs by the same amount"),
        ([1, 0, 1], [0, 0, 1], [0, 0, 0], "fewer than 2 calls"),
    ],
)
def test_what_has_no_error_says_why(a, b, call, reason):
    found = difference_errors(np.array(a, float), np.array(b, float), call_a=np.array(call), call_b=np.array(call))
    assert found.reason == reason
    assert math.isnan(found.paired_clustered)
