"""Rows of a paired table by agent and group, with what each group had to leave out."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.audit.paired import Paired

ALL_AGENTS = "all"
"""The name of all agents of a table taken together."""


class Group(NamedTuple):
    """The complete rows of one group, and how many of its replicates no score is computed from."""

    names: tuple[str, str]
    rows: NDArray[np.intp]
    n_excluded: int
    n_incomplete: int

    @property
    def dropped(self) -> dict[str, int]:
        """The counts by the names of their columns."""
        return {"n_excluded": self.n_excluded, "n_incomplete": self.n_incomplete}


def grouped(paired: Paired, first: pd.Series, second: pd.Series) -> Iterator[Group]:
    """Each group of a paired table, in the order of its names, also one with no complete row.

    Parameters
    ----------
    first, second
        The two names of every row's group. `rows` number the rows of `paired.complete()`.
    """
    facts = pd.DataFrame({"first": first.to_numpy(), "second": second.to_numpy()})
    facts = facts.assign(excluded=paired.index["excluded"], incomplete=paired.index["incomplete"])
    complete = facts[~(facts["excluded"] | facts["incomplete"])].reset_index(drop=True)
    rows = complete.groupby(["first", "second"]).indices
    counts = facts.groupby(["first", "second"], sort=True)[["excluded", "incomplete"]].sum()
    for names, excluded, incomplete in counts.itertuples():
        yield Group(names, np.asarray(rows.get(names, []), dtype=np.intp), int(excluded), int(incomplete))
