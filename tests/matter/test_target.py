from types import SimpleNamespace

import numpy as np
import pytest

from counterproof.matter.plan import SIZES
from counterproof.matter.target import Means, Target, leaders


def target(number, rows, **columns):
    own = SimpleNamespace(rows=np.array(rows), columns={axis: np.array(places) for axis, places in columns.items()})
    return Target(number, None, own)


def leading(*targets, axis="var"):
    return {number: leader.number for number, leader in leaders(list(targets), axis).items()}


def test_a_target_with_the_same_cells_and_genes_in_one_order_takes_over_the_first_s():
    assert leading(target(0, [1, 0], var=[0, 1]), target(1, [1, 0], var=[0, 1]), target(2, [1, 0], var=[0, 1])) == {
        0: 0,
        1: 0,
        2: 0,
    }


@pytest.mark.parametrize(
    "other",
    [
        target(1, [0, 1], var=[0, 1]),
        target(1, [1, 0], var=[1, 0]),
        target(1, [1], var=[0, 1]),
        target(1, [1, 0], var=[0]),
    ],
    ids=["another order", "other genes", "fewer cells", "fewer genes"],
)
def test_any_difference_makes_a_target_its_own_leader(other):
    assert leading(target(0, [1, 0], var=[0, 1]), other) == {0: 0, 1: 1}


def test_each_axis_has_leaders_of_its_own():
    one, other = target(0, [0], var=[0, 1], raw=[0]), target(1, [0], var=[1, 0], raw=[0])
    assert leading(one, other) == {0: 0, 1: 1}
    assert leading(one, other, axis="raw") == {0: 0, 1: 0}


def test_what_is_not_packed_has_no_packers(tmp_path):
    pool = object()
    assert Means(pool, tmp_path, SIZES).packers is pool
    assert Means(pool, tmp_path, SIZES, packed=False).packers is None
