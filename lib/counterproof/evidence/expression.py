"""Which gene differs most between two sets of cells."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from counterproof.domain.statistic import Expression
from counterproof.evidence.facts import Facts, Needs
from counterproof.evidence.membership import in_group, mean_of, mean_where, parts_of
from counterproof.evidence.scale import log_expression, normalised
from counterproof.matter.cells import Cells


def needs(ask: Expression, targets: Mapping[str, str]) -> Needs:
    """The genes of all options, and the columns of both sides, of `within` and of the donor."""
    groups = [ask.a, ask.b] + ([ask.within] if ask.within else [])
    columns = [group.column for group in groups] + ([ask.donor] if ask.donor else [])
    return Needs(tuple(targets.values()), tuple(dict.fromkeys(columns)))


def values(ask: Expression, targets: Mapping[str, str], cells: Cells) -> dict[str, float]:
    """Mean log expression in A minus that in B for each option's gene (B minus A when `down`).

    With a donor column the donor is the unit: counts are summed by donor before they are normalised (pseudobulk), log
    values are averaged by donor, and donors weigh the same. Cells and donors without counts are left out. NaN where the
    gene is absent or a side has no cell.
    """
    if ask.within is not None:
        cells = cells.take(np.flatnonzero(in_group(cells, ask.within)))
    sign = 1.0 if ask.direction == "up" else -1.0
    a, b = in_group(cells, ask.a), in_group(cells, ask.b)
    return {
        letter: sign * (_side(cells, name, a, donor=ask.donor) - _side(cells, name, b, donor=ask.donor))
        for letter, name in targets.items()
        if name in cells.expression
    }


def _side(cells: Cells, gene: str, side: NDArray[np.bool_], *, donor: str | None) -> float:
    if donor is None:
        return mean_where(log_expression(cells)[gene], side)
    members = parts_of(cells, side, donor)
    if not members:
        return float("nan")
    values = cells.expression[gene]
    if cells.block_class == "counts" and cells.totals is not None:
        sums = np.array([values[rows].sum() for rows in members])
        totals = np.array([cells.totals[rows].sum() for rows in members])
        return mean_of(normalised(sums, totals=totals))
    return float(np.mean([values[rows].mean() for rows in members]))


FACTS = Facts(name="expression", unit="difference of mean log expression", floor=True, needs=needs, values=values)
