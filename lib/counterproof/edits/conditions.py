"""The exchange of two conditions, with the samples and donors that belong to them.

Cells of condition A get the label B and the other way round. A sample or donor named for its condition (`ctrl101`)
would then betray the exchange, so the names of the two sides are exchanged as well, pair by pair: `ctrl101` with
`stim101`. A donor who gave cells to both sides keeps the name, and pairs the samples taken from that donor. Donors of
one side only are paired with those of the other in the order of their names. Every exchange of names is one exchange
for the whole column, so applying the edit twice gives the original back.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.problem import InputError, Problem
from counterproof.edits.labels import cells_with, exchange_values, labels_of
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.cells import as_text

Key = tuple[tuple[bool, str], ...]


def exchange_conditions(
    arrangement: Arrangement, *, column: str, first: str, second: str, along: Sequence[str]
) -> Arrangement:
    """With two conditions exchanged, and the names in `along` (those that are kept) exchanged between the sides.

    Raises
    ------
    InputError
        If the names of the two sides cannot be paired: other numbers of samples, or donors shared with a third side.
    """
    labels = labels_of(arrangement, column)
    in_first = cells_with(labels, first, file=arrangement.source)
    in_second = cells_with(labels, second, file=arrangement.source)
    obs = arrangement.obs.assign(**{column: exchange_values(labels, {first: second, second: first})})
    along = [name for name in along if name in obs]
    try:
        pairs = paired_names({name: as_text(obs[name]) for name in along}, in_first, in_second)
    except ValueError as error:
        fix = "exchange genes or proportions instead, or keep none of these columns"
        problem = Problem(file=arrangement.source, place=f"obs/{', '.join(along)}", wrong=str(error), fix=fix)
        raise InputError([problem]) from error
    return arrangement.with_obs(obs.assign(**{name: exchange_values(obs[name], pairs[name]) for name in along}))


def paired_names(
    names: Mapping[str, pd.Series], in_first: NDArray[np.bool_], in_second: NDArray[np.bool_]
) -> dict[str, dict[str, str]]:
    """For each column the partner of each name of the two sides; a name of both sides is its own partner.

    Parameters
    ----------
    names
        Columns of text that identify samples or donors.
    in_first, in_second
        Whether each cell belongs to the side, shape (n_cells,).

    Raises
    ------
    ValueError
        If there is no such pairing; the message says why.
    """
    both = {name: _labels(column, in_first) & _labels(column, in_second) for name, column in names.items()}
    # Columns with shared names come first: they say which sample belongs with which.
    order = sorted(names, key=lambda name: -len(both[name]))
    left, right = (_keys(names, order, both, side) for side in (in_first, in_second))
    if len(left) != len(right):
        msg = f"{len(left)} of {' x '.join(order)} on one side against {len(right)} on the other: no pairing"
        raise ValueError(msg)
    pairs: dict[str, dict[str, str]] = {name: {} for name in names}
    for one, other in zip(left, right, strict=True):
        for name, (_, old), (_, new) in zip(order, one, other, strict=True):
            if pairs[name].setdefault(old, new) != new or pairs[name].setdefault(new, old) != old:
                msg = f"{name} {old!r} would have two partners: samples and donors are not nested alike on both sides"
                raise ValueError(msg)
    for name, column in names.items():
        moved = {old for old, new in pairs[name].items() if old != new}
        elsewhere = moved & _labels(column, ~(in_first | in_second))
        if elsewhere:
            msg = f"{name} {', '.join(sorted(elsewhere))} has cells on a third side, which would keep the old name"
            raise ValueError(msg)
    return pairs


def _labels(column: pd.Series, side: NDArray[np.bool_]) -> set[str]:
    return set(column[side].dropna())


def _keys(
    names: Mapping[str, pd.Series], order: Sequence[str], both: Mapping[str, set[str]], side: NDArray[np.bool_]
) -> list[Key]:
    table = pd.DataFrame({name: names[name][side] for name in order}).dropna().drop_duplicates()
    rows = table.itertuples(index=False, name=None)
    return sorted(
        tuple((label not in both[name], label) for name, label in zip(order, row, strict=True)) for row in rows
    )
