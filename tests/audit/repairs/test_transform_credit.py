import numpy as np
import pandas as pd
import pytest

from counterproof.audit.repairs.transform_credit import credit_on_flip, transform_credit
from counterproof.domain.tolerance import Absolute, Target
from counterproof.domain.transform import Affine, Negate
from counterproof.evaluators.graders.transform import TransformGrader

GRADERS = {
    f"effect{n}": TransformGrader(transform=Negate(), target=Target(truth=2.0 + n, tolerance=Absolute(value=0.1)))
    for n in range(4)
}


def answers(agent, on_original, on_flip, *, items=GRADERS):
    return pd.DataFrame(
        [
            {"agent": agent, "item": item, "variant": variant, "replicate": replicate, "answer": value(2.0 + n)}
            for n, item in enumerate(items)
            for variant, value in (("original", on_original), ("flip", on_flip))
            for replicate in (1, 2)
        ]
    )


def test_an_answer_that_moves_as_the_data_earns_what_the_benchmark_denies():
    table = pd.concat([answers("follows", lambda t: t, lambda t: -t), answers("recites", lambda t: t, lambda t: t)])
    items = transform_credit(table, GRADERS)
    found = items.groupby("agent")[["benchmark_original", "benchmark_flip", "transform", "rerun"]].mean()
    assert found.loc["follows"].tolist() == [1, 0, 1, 1]
    assert found.loc["recites"].tolist() == [1, 1, 0, 1]
    credit = credit_on_flip(items, seed=1).set_index(["agent", "condition"])
    assert credit.loc[("follows", "benchmark"), "value"] == 0
    assert credit.loc[("follows", "transform"), "value"] == 1
    assert credit.loc[("recites", "difference"), "value"] == -1
    assert set(credit["n_items"]) == {4}


def test_credit_does_not_ask_that_the_answer_be_right():
    items = transform_credit(answers("wrong", lambda t: t + 1, lambda t: -t - 1), GRADERS)
    assert items["benchmark_original"].max() == 0
    assert items["transform"].min() == 1


def test_an_item_that_a_constant_would_pass_earns_nothing_and_says_why():
    small = TransformGrader(transform=Affine(shift=0.1), target=Target(truth=2.0, tolerance=Absolute(value=0.1)))
    items = transform_credit(answers("a", lambda t: t, lambda t: t, items=["one"]), {"one": small})
    assert np.isnan(items["transform"].iloc[0])
    assert "a constant answer would pass" in items["reason"].iloc[0]
    credit = credit_on_flip(items, seed=1)
    assert credit["value"].isna().all()
    assert set(credit["reason"]) == {"no item with both"}


def test_a_missing_answer_agrees_with_nothing_and_an_item_without_a_transform_is_named():
    items = transform_credit(answers("a", lambda _: np.nan, lambda t: -t), GRADERS)
    assert items["transform"].tolist() == pytest.approx([0] * 4)
    other = transform_credit(answers("a", lambda t: t, lambda t: t), {})
    assert set(other["reason"]) == {"the item has no transform"}
