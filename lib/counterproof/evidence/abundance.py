"""Which group of cells grows or shrinks between two conditions."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from counterproof.domain.statistic import Abundance, Group
from counterproof.evidence.facts import Facts, Needs
from counterproof.evidence.membership import in_group, parts_of
from counterproof.matter.cells import Cells


def needs(ask: Abundance, targets: Mapping[str, str]) -> Needs:  # noqa: ARG001 the signature of every statistic
    """The columns of the groups, of both conditions and of the sample; no gene."""
    columns = [ask.column, ask.a.column, ask.b.column] + ([ask.sample] if ask.sample else [])
    return Needs((), tuple(dict.fromkeys(columns)))


def values(ask: Abundance, targets: Mapping[str, str], cells: Cells) -> dict[str, float]:
    """Mean proportion of each option's group over the samples of A minus that over those of B (B minus A: `shrinks`).

    Without a sample column all cells of a side are one sample. NaN where a side has no cell, or where the group has
    none on either side: a group that is not there neither grows nor shrinks.
    """
    sign = 1.0 if ask.direction == "grows" else -1.0
    a, b = in_group(cells, ask.a), in_group(cells, ask.b)
    found = {}
    for letter, name in targets.items():
        inside = in_group(cells, Group(column=ask.column, value=name))
        if (inside & (a | b)).any():
            sides = [_mean_proportion(cells, inside, side, sample=ask.sample) for side in (a, b)]
            found[letter] = sign * (sides[0] - sides[1])
    return found


def _mean_proportion(cells: Cells, inside: NDArray[np.bool_], side: NDArray[np.bool_], *, sample: str | None) -> float:
    if not side.any():
        return float("nan")
    if sample is None:
        return float(inside[side].mean())
    shares = [inside[rows].mean() for rows in parts_of(cells, side, sample)]
    return float(np.mean(shares)) if shares else float("nan")


FACTS = Facts(name="abundance", unit="difference of mean proportion", floor=True, needs=needs, values=values)
