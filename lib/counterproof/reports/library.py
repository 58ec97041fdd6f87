"""The notebooks that make a report."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from counterproof.domain.problem import InputError, Problem

FOLDERS = (Path(__file__).parents[3] / "notebooks", Path(__file__).parents[1] / "notebooks")
"""The project's folder, and the copy that an installed package holds."""

Protocol = Literal["counterfactual", "identity"]
IDENTITY = frozenset({"08"})
"""Notebooks of the identity protocol, which read another kind of study."""


def notebooks(*, of: Protocol = "counterfactual") -> tuple[Path, ...]:
    """The notebooks of a protocol in the order of their numbers.

    Raises
    ------
    InputError
        If there are none: the library was installed without them.
    """
    for folder in FOLDERS:
        found = tuple(sorted(folder.glob("[0-9][0-9]_*.ipynb")))
        if found:
            return tuple(path for path in found if (path.stem[:2] in IDENTITY) == (of == "identity"))
    fix = "run from a checkout of the project"
    raise InputError([Problem(file="notebooks", wrong="no notebook is there", seen=str(FOLDERS[0]), fix=fix)])


def chosen_notebooks(only: Sequence[str], *, of: Protocol = "counterfactual") -> tuple[Path, ...]:
    """The notebooks of these numbers (`04`, `4`) or names (`04_score`); all of the protocol's when none is named.

    Raises
    ------
    InputError
        If one does not exist; every wrong name is told, with those there are.
    """
    there = notebooks(of=of)
    by_name = {word: path for path in there for word in (path.stem, path.stem[:2], path.stem[:2].lstrip("0") or "0")}
    wrong = [word for word in only if word not in by_name]
    if wrong:
        fix = f"choose among {', '.join(path.stem for path in there)}"
        raise InputError(
            [Problem(file="--only", wrong="there is no such notebook", seen=word, fix=fix) for word in wrong]
        )
    return tuple(path for path in there if not only or path in {by_name[word] for word in only})
