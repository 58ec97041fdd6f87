"""Edits of genes: on every axis that names them, so in X, raw and every layer."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from counterproof.domain.problem import InputError, Problem
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.targets import absent, gene_position


def delete_gene(arrangement: Arrangement, *, genes: Sequence[str]) -> Arrangement:
    """Without the genes: neither their values nor their names are left on any axis.

    A gene that one axis lacks is skipped there; a gene that every axis lacks, or that two share, is refused.
    """
    for gene in genes:
        places = _places(arrangement, gene)
        for axis, place in places.items():
            others = np.delete(np.arange(len(arrangement.var[axis])), place)
            arrangement = arrangement.take_columns(axis, others)
    return arrangement


def swap_genes(arrangement: Arrangement, *, first: str, second: str) -> Arrangement:
    """With the values of two genes exchanged; names and identifiers stay in their place.

    An axis that has only one of the two (X with the variable genes, say, and raw with all) then has the other name for
    the same values: the exchange is the same in every block, and no block contradicts another.
    """
    at_first, at_second = _places(arrangement, first), _places(arrangement, second)
    columns, var = dict(arrangement.columns), dict(arrangement.var)
    for axis in arrangement.var:
        if axis in at_first and axis in at_second:
            swapped = columns[axis].copy()
            swapped[[at_first[axis], at_second[axis]]] = swapped[[at_second[axis], at_first[axis]]]
            columns[axis] = swapped
        elif axis in at_first:
            var[axis] = _renamed(arrangement, axis, at_first[axis], name=second, known=at_second)
        elif axis in at_second:
            var[axis] = _renamed(arrangement, axis, at_second[axis], name=first, known=at_first)
    return Arrangement(arrangement.source, arrangement.rows, arrangement.obs, columns, var)


def _places(arrangement: Arrangement, gene: str) -> dict[str, int]:
    found = {
        axis: gene_position(table.index, gene, file=arrangement.source, axis=axis)
        for axis, table in arrangement.var.items()
    }
    places = {axis: place for axis, place in found.items() if place is not None}
    if not places:
        names = pd.Index(sorted({name for table in arrangement.var.values() for name in table.index}))
        raise absent(gene, names, file=arrangement.source)
    return places


def _renamed(arrangement: Arrangement, axis: str, place: int, *, name: str, known: dict[str, int]) -> pd.DataFrame:
    table = arrangement.var[axis].copy()
    table.index = pd.Index([name if row == place else other for row, other in enumerate(table.index)], dtype=object)
    for column in table.columns:
        other = next((axis for axis in known if column in arrangement.var[axis]), None)
        if other is None:
            wrong = f"{name!r} has no {column!r} on any axis, so that it cannot stand for another gene on {axis!r}"
            raise InputError([Problem(file=arrangement.source, place=axis, wrong=wrong, fix=f"do not keep {column!r}")])
        values = table[column].astype(object).to_numpy()
        values[place] = arrangement.var[other][column].iloc[known[other]]
        table[column] = pd.Series(values, index=table.index).astype(_dtype_with(table[column], values[place]))
    return table


def _dtype_with(column: pd.Series, value: object) -> Any:
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype) and value not in dtype.categories:
        return pd.CategoricalDtype([*dtype.categories, value], ordered=dtype.ordered)
    return dtype
