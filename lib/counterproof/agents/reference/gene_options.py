"""Values of options that are genes: which marks a group, which is most up or down, which goes with another gene."""

import numpy as np
from numpy.typing import NDArray

from counterproof.agents.brief import Brief
from counterproof.agents.reference.cells import Mask, cells_of, cells_within, parts_of
from counterproof.agents.reference.datafile import Columns, DataFile, Labels
from counterproof.agents.reference.expression import log_expression
from counterproof.agents.reference.option_value import Found, OptionValue, option_values
from counterproof.agents.reference.spearman import spearman
from counterproof.domain.statistic import Coexpression, Expression, Marker


def marker_values(file: DataFile, brief: Brief, question: Marker) -> tuple[OptionValue, ...]:
    """Mean log expression in the group minus the mean in all other cells."""
    inside = cells_of(file, question.group)
    columns = file.columns(brief.block, list(brief.options.values()))

    def value_of(gene: str) -> Found:
        x = _log(columns, gene, brief)
        return _difference(x[inside], x[~inside], names=("mean in group", "mean in others"))

    return option_values(brief, value_of, present=columns.by_gene, where=brief.block)


def expression_values(file: DataFile, brief: Brief, question: Expression) -> tuple[OptionValue, ...]:
    """Mean of side A minus mean of side B, over cells or over donors; the negative where it is asked what goes down."""
    within = cells_within(file, question.within)
    sides = [cells_of(file, side) & within for side in (question.a, question.b)]
    donors = file.labels(question.donor) if question.donor else None
    columns = file.columns(brief.block, list(brief.options.values()))

    def value_of(gene: str) -> Found:
        a, b = (_side_values(columns, gene, side, donors=donors, brief=brief) for side in sides)
        found = _difference(a, b, names=("mean in A", "mean in B"))
        return found if question.direction == "up" else found._replace(value=_negative(found.value))

    return option_values(brief, value_of, present=columns.by_gene, where=brief.block)


def coexpression_values(file: DataFile, brief: Brief, question: Coexpression) -> tuple[OptionValue, ...]:
    """Spearman's rho with the question's gene over cells."""
    within = cells_within(file, question.within)
    columns = file.columns(brief.block, [question.gene, *brief.options.values()])
    cells = {"cells": float(within.sum())}

    def value_of(gene: str) -> Found:
        if question.gene not in columns.by_gene:
            return Found(None, {}, note=f"{question.gene} is missing: not in {brief.block}")
        rho = spearman(_log(columns, question.gene, brief)[within], _log(columns, gene, brief)[within])
        return Found(rho, cells, note="" if rho is not None else "a gene is constant over these cells")

    return option_values(brief, value_of, present=columns.by_gene, where=brief.block)


def _log(columns: Columns, gene: str, brief: Brief) -> NDArray[np.float64]:
    return log_expression(columns.by_gene[gene], columns.totals, block_class=brief.block_class)


def _side_values(
    columns: Columns, gene: str, side: Mask, *, donors: Labels | None, brief: Brief
) -> NDArray[np.float64]:
    """One value a cell, or one a donor: log expression of a donor's summed counts, else the mean over its cells."""
    if donors is None:
        return _log(columns, gene, brief)[side]
    masks = parts_of(side, donors)
    if brief.block_class != "counts":
        return np.array([columns.by_gene[gene][mask].mean() for mask in masks])
    sums = np.array([columns.by_gene[gene][mask].sum() for mask in masks])
    totals = np.array([columns.totals[mask].sum() for mask in masks])
    return log_expression(sums, totals, block_class="counts")


def _difference(first: NDArray[np.float64], second: NDArray[np.float64], *, names: tuple[str, str]) -> Found:
    means = {name: float(x.mean()) for name, x in zip(names, (first, second), strict=True) if x.size}
    sizes = {f"n{name.removeprefix('mean')}": float(x.size) for name, x in zip(names, (first, second), strict=True)}
    if len(means) < 2:
        return Found(None, means | sizes, note="no cell on one side")
    return Found(means[names[0]] - means[names[1]], means | sizes)


def _negative(value: float | None) -> float | None:
    return None if value is None else -value
