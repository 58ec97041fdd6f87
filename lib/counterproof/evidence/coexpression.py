"""Which gene goes with another over cells."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from counterproof.domain.statistic import Coexpression
from counterproof.evidence.facts import Facts, Needs
from counterproof.evidence.membership import in_group
from counterproof.evidence.scale import log_expression
from counterproof.matter.cells import Cells


def needs(ask: Coexpression, targets: Mapping[str, str]) -> Needs:
    """The gene, the genes of all options, and the column of `within`."""
    return Needs((ask.gene, *targets.values()), (ask.within.column,) if ask.within else ())


def values(ask: Coexpression, targets: Mapping[str, str], cells: Cells) -> dict[str, float]:
    """Spearman's rho of each option's gene with the gene asked about, over cells (of one group, where one is named).

    NaN where either gene is absent or constant, or fewer than three cells are left.

    References
    ----------
    Spearman (1904). Am. J. Psychol. 15, 72-101; ties take their average rank.
    """
    if ask.within is not None:
        cells = cells.take(np.flatnonzero(in_group(cells, ask.within)))
    expression = log_expression(cells)
    counted = np.isfinite(expression[ask.gene]) if ask.gene in expression else np.zeros(cells.n_cells, dtype=bool)
    if counted.sum() < 3:
        return {}
    centred = {name: _centred_ranks(gene[counted]) for name, gene in expression.items()}
    return {
        letter: _correlation(centred[ask.gene], centred[name]) for letter, name in targets.items() if name in centred
    }


def _centred_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(count) - (count - 1) / 2)[place]
    centred: NDArray[np.float64] = ranks - ranks.mean()
    return centred


def _correlation(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    scale = np.sqrt((x @ x) * (y @ y))
    return float(x @ y / scale) if scale > 0 else float("nan")


FACTS = Facts(name="coexpression", unit="Spearman's rho", floor=True, needs=needs, values=values)
