"""Edits of groups of cells."""

from collections.abc import Sequence

import numpy as np

from counterproof.domain.problem import InputError, Problem
from counterproof.edits.labels import cells_with, labels_of
from counterproof.matter.arrangement import Arrangement


def delete_group(arrangement: Arrangement, *, column: str, values: Sequence[str]) -> Arrangement:
    """Without the cells that have one of the labels. The writer drops the labels, too, since no cell has them.

    Raises
    ------
    InputError
        If no cell has a label, or every cell has one of them.
    """
    labels = labels_of(arrangement, column)
    gone = np.any([cells_with(labels, value, file=arrangement.source) for value in values], axis=0)
    if gone.all():
        wrong = f"every cell is {' or '.join(map(repr, values))}: nothing would be left"
        raise InputError([Problem(file=arrangement.source, place=f"obs/{column}", wrong=wrong)])
    return arrangement.take_rows(np.flatnonzero(~gone))
