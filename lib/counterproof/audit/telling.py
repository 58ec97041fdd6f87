"""The trials that best show what an evaluator rewards: found by rule, one for each thing that it should notice."""

from collections.abc import Collection
from typing import Any, NamedTuple

import pandas as pd

from counterproof.domain.variant import VariantName


class Telling(NamedTuple):
    """One trial and the sentence about its score. `score` is in [0, 1]."""

    item: str
    agent: str
    replicate: int
    variant: VariantName
    score: float
    sentence: str


def telling_trials(
    table: pd.DataFrame, scores: pd.DataFrame, *, evaluator: str, flip_auc: float | None
) -> tuple[Telling, ...]:
    """Up to three trials that show best what the evaluator does, of each agent's first replicate on an item.

    The withdrawal that gave the key, unflagged, and got the most; then a flip that kept the key and one that followed.
    Where the evaluator puts those that followed above the others (`flip_auc` above one half), the kept key with the
    lowest score and the followed flip with the highest are taken, else the reverse. Among equals an item that has both
    comes first, then the agent that does so most often, then the order of names decides.

    Parameters
    ----------
    table
        A trial table of one arm.
    scores
        Scores of its trials (`evaluators.every.study_scores`).
    """
    own = scores[scores["evaluator"] == evaluator].set_index("digest")["score"]
    rows = table.assign(score=table["digest"].map(own)).dropna(subset=["score"])
    rows = rows[rows["replicate"] == rows.groupby(["agent", "item"])["replicate"].transform("min")]
    answered = rows["outcome"] == "answered"
    unflagged = answered & (rows["data_support"] != "none")
    gives_key, follows = rows["choice"] == rows["key"], rows["choice"] == rows["flip_to"]
    on_flip = answered & (rows["variant"] == "flip")
    kept, followed = rows[on_flip & gives_key], rows[on_flip & follows]
    both = set(kept["item"]) & set(followed["item"])
    good = flip_auc is not None and flip_auc > 0.5
    original = rows[rows["variant"] == "original"].set_index(["agent", "item"])["score"].to_dict()
    found = [
        _first(rows[unflagged & gives_key & (rows["variant"] == "withdraw")], highest=True, first=()),
        _first(kept, highest=not good, first=both),
        _first(followed, highest=good, first=both),
    ]
    words = (_withdrawn, _kept, _followed)
    return tuple(
        Telling(
            row["item"],
            row["agent"],
            int(row["replicate"]),
            row["variant"],
            float(row["score"]),
            told(row, original.get((row["agent"], row["item"]))),
        )
        for row, told in zip(found, words, strict=True)
        if row is not None
    )


def _first(rows: pd.DataFrame, *, highest: bool, first: Collection[str]) -> dict[Any, Any] | None:
    if rows.empty:
        return None
    ordered = rows.assign(
        rank=-rows["score"] if highest else rows["score"],
        later=~rows["item"].isin(list(first)),
        # What an agent does always comes before what happens now and then, or by chance.
        seldom=-rows.groupby("agent")["agent"].transform("size"),
    )
    return dict(ordered.sort_values(["rank", "later", "seldom", "item", "agent"], kind="stable").iloc[0])


def _withdrawn(row: dict[Any, Any], original: float | None) -> str:
    before = "" if original is None else f" ({original:.2f} on the original)"
    return (
        f"{row['agent']} gives the key {row['key']} although the evidence is gone, and says nothing of it: scored "
        f"{row['score']:.2f}{before}."
    )


def _kept(row: dict[Any, Any], _: float | None) -> str:
    return (
        f"{row['agent']} keeps the key {row['key']} although the data now support {row['flip_to']}: scored "
        f"{row['score']:.2f}."
    )


def _followed(row: dict[Any, Any], _: float | None) -> str:
    return f"{row['agent']} follows the data from {row['key']} to {row['flip_to']}: scored {row['score']:.2f}."
