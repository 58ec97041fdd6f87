"""Two conditions of one agent laid beside each other, instance by instance."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.stats.clustered import linked

Floats = NDArray[np.float64]


class Pairs(NamedTuple):
    """Scores of the same instances under two conditions, shape (n_pairs,).

    `a` and `b` are means over replicates, `first_a` and `first_b` the verdicts of the registered replicate, `call_a`
    and `call_b` the numbers of its calls; `chance` is 1 / number of options.
    """

    instances: tuple[str, ...]
    a: Floats
    b: Floats
    first_a: NDArray[np.bool_]
    first_b: NDArray[np.bool_]
    call_a: NDArray[np.intp]
    call_b: NDArray[np.intp]
    chance: Floats
    n_replicates: int

    @property
    def cluster(self) -> NDArray[np.intp]:
        """The group of each pair: pairs that share a call."""
        return linked(self.call_a, self.call_b)


def paired_conditions(table: pd.DataFrame, a: str, b: str, *, replicate: int) -> Pairs:
    """The instances that count under both conditions in the registered replicate; `table` is of one agent."""
    sides = [_side(table, name, replicate) for name in (a, b)]
    there = sides[0].index.intersection(sides[1].index)
    left, right = (side.loc[there] for side in sides)
    return Pairs(
        instances=tuple(there),
        a=left["mean"].to_numpy(dtype=np.float64),
        b=right["mean"].to_numpy(dtype=np.float64),
        first_a=left["first"].to_numpy(dtype=bool),
        first_b=right["first"].to_numpy(dtype=bool),
        call_a=np.asarray(pd.factorize(left["call"])[0], dtype=np.intp),
        call_b=np.asarray(pd.factorize(right["call"])[0], dtype=np.intp),
        chance=(1 / left["n_options"]).to_numpy(dtype=np.float64),
        n_replicates=int(table["replicate"].nunique()),
    )


def _side(table: pd.DataFrame, condition: str, replicate: int) -> pd.DataFrame:
    rows = table[(table["condition"] == condition) & ~table["excluded"]]
    first = rows[rows["replicate"] == replicate].set_index("instance")
    mean = rows.groupby("instance")["correct"].mean()
    side = pd.DataFrame({"first": first["correct"], "call": first["call"], "n_options": first["n_options"]})
    return side.assign(mean=mean.reindex(side.index))


def reply_groups(replies: pd.DataFrame) -> NDArray[np.intp]:
    """The number of each reply's group, shape (n_replies,): replies that share a call or an instance, or by a chain.

    Replicates ask the same instances in other calls, yet they are no new instances: the group is what is drawn again.
    """
    instance, call = (np.asarray(pd.factorize(replies[name])[0], dtype=np.intp) for name in ("instance", "call"))
    return linked(instance, call)


def score_matrix(table: pd.DataFrame, conditions: Sequence[str]) -> pd.DataFrame:
    """Mean scores over replicates, a row an instance, a column a condition; instances that lack one are left out."""
    rows = table[table["condition"].isin(conditions) & ~table["excluded"]]
    wide = rows.pivot_table(index="instance", columns="condition", values="correct", aggfunc="mean")
    return wide.reindex(columns=list(conditions)).dropna()
