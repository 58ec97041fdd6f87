"""A variant as a re-arrangement of its source: which row and column goes where, under which name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.problem import InputError, Problem
from counterproof.matter.h5ad import H5ad


@dataclass(frozen=True)
class Arrangement:
    """What a written file holds, in terms of its source. Never changed: an edit makes a new one.

    `rows` has the source row of each output row, shape (n_cells,); `obs` the labels of the output rows, its index their
    names. For each axis, `columns` has the source column of each output column and `var` the output table of genes, its
    index their names. So a swap of two genes exchanges two entries of `columns` while the names stay; a deletion drops
    an entry of both. No value is touched, and every block of an axis follows. `source` is for messages.
    """

    source: str
    rows: NDArray[np.int64]
    obs: pd.DataFrame
    columns: Mapping[str, NDArray[np.int64]]
    var: Mapping[str, pd.DataFrame]

    def take_rows(self, places: NDArray[np.int64]) -> "Arrangement":
        """The same with the cells at these places of the output, in this order."""
        return Arrangement(self.source, self.rows[places], self.obs.iloc[places], self.columns, self.var)

    def take_columns(self, axis: str, places: NDArray[np.int64]) -> "Arrangement":
        """The same with the genes at these places of one axis, in this order."""
        columns = {**self.columns, axis: self.columns[axis][places]}
        return Arrangement(self.source, self.rows, self.obs, columns, {**self.var, axis: self.var[axis].iloc[places]})

    def with_obs(self, obs: pd.DataFrame) -> "Arrangement":
        """The same cells with other labels or names."""
        return Arrangement(self.source, self.rows, obs, self.columns, self.var)


def as_it_is(source: H5ad, *, keep_obs: Sequence[str], keep_var: Sequence[str] = ()) -> Arrangement:
    """The source's own order, with only the allowed columns: what is derived from the data would betray an edit.

    Parameters
    ----------
    keep_obs
        Columns of `obs` to keep; each must be there.
    keep_var
        Columns of identifiers to keep on every axis that has them; they stay with the names. Never one computed from
        the matrix, such as means or `highly_variable`.

    Raises
    ------
    InputError
        If a column to keep is not there, or its name holds a `/`, of which HDF5 would make a folder.
    """
    tables = {"obs": [source.obs], "var": list(source.axes.values())}
    problems = [
        problem
        for place, names in (("obs", keep_obs), ("var", keep_var))
        for name in names
        for problem in _problems(source.name, place, name, tables[place])
    ]
    if problems:
        raise InputError(problems)
    return Arrangement(
        source=source.name,
        rows=np.arange(len(source.obs)),
        obs=source.obs[list(dict.fromkeys(keep_obs))],
        columns={axis: np.arange(len(table)) for axis, table in source.axes.items()},
        var={axis: table[[name for name in keep_var if name in table]] for axis, table in source.axes.items()},
    )


def _problems(file: str, place: str, name: str, tables: list[pd.DataFrame]) -> list[Problem]:
    known = dict.fromkeys(column for table in tables for column in table.columns)
    if name not in known:
        seen = ", ".join(map(str, known)) or "no column"
        return [Problem(file=file, place=place, wrong=f"has no column {name!r}", seen=seen)]
    if "/" in name:
        return [Problem(file=file, place=place, wrong=f"the name of column {name!r} holds a '/'", fix="rename it")]
    return []
