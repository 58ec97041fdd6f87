"""A gene by its name: exactly one, or none, or a refusal."""

from difflib import get_close_matches

import numpy as np
import pandas as pd

from counterproof.domain.problem import InputError, Problem


def gene_position(names: pd.Index, gene: str, *, file: str, axis: str) -> int | None:
    """The place of a gene on an axis; null where the axis lacks it.

    Raises
    ------
    InputError
        If two or more genes have this name: nobody can say which one an item means, and renaming them would be a guess.
    """
    found = np.flatnonzero(names == gene)
    if found.size > 1:
        places = ", ".join(map(str, found))
        raise InputError(
            [
                Problem(
                    file=file,
                    place=axis,
                    wrong=f"{gene!r} matches {found.size} genes",
                    seen=f"{gene} at places {places}",
                    fix="ask for a gene whose name is unique, or give the data unique names at their source",
                )
            ]
        )
    return int(found[0]) if found.size else None


def absent(gene: str, names: pd.Index, *, file: str) -> InputError:
    """The error that no axis has this gene, with the names most like it."""
    near = [name for name in names if str(name).casefold() == gene.casefold()] or get_close_matches(gene, list(names))
    seen = f"nearest names: {', '.join(map(str, near))}" if near else ""
    return InputError([Problem(file=file, place="var", wrong=f"{gene!r} matches no gene", seen=seen)])
