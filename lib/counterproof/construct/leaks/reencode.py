"""Columns that say what an exchanged label said: with them an exchange can be undone."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.construct.leaks.files import Files, Written
from counterproof.construct.leaks.finding import Found
from counterproof.construct.leaks.tells import codes_of, disagreement, told_by
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Abundance, Coexpression, Expression, Statistic
from counterproof.domain.variant import Edit
from counterproof.matter.cells import as_text

SHARE_BOUND = 0.2
"""Share of a label's information from which a column re-encodes it."""
Z_BOUND = 4.0
"""In small files a share of 0.2 comes by chance: it must also lie this many SD above it."""
MOVED = 0.05
"""Largest disagreement with the original of a column that moved along with its label."""
EXCHANGES = ("exchange_labels", "exchange_conditions", "permute_labels")
NAMES = "_index"
"""The cells' names, as a decision calls them."""


class Teller(NamedTuple):
    """A column that re-encodes a label: the label's column, the share of its information in [0, 1], and whether the
    column could move along.
    """

    column: str
    label: str
    share: float
    movable: bool


def undecided(obs: pd.DataFrame, registration: Registration) -> tuple[Teller, ...]:
    """Columns of the source that re-encode a label which some variant exchanges, and that the author did not decide.

    Parameters
    ----------
    obs
        The columns that the variants would keep, its index the cells' names.
    """
    edits = (edit for edit in registration.edits.values() if edit.kind in EXCHANGES)
    found = {
        teller.column: teller
        for edit in edits
        for teller in tellers(obs, edit, seed=registration.seed, spare=_measured(registration.statistic))
        if teller.column not in (*edit.along, *registration.decisions, *_hidden(registration))
    }
    return tuple(found.values())


def tellers(obs: pd.DataFrame, edit: Edit, *, seed: int, spare: Sequence[str] = ()) -> Iterator[Teller]:
    """The columns, and the parts of the cells' names, that re-encode the label of an edit."""
    if edit.column is None or edit.column not in obs:
        return
    cells = cells_of(obs, edit)
    label = codes_of(obs[edit.column][cells])
    for name in obs.columns:
        if name != edit.column and name not in spare:
            told = told_by(codes_of(obs[name][cells]), label, seed=seed)
            if told.share >= SHARE_BOUND and told.z >= Z_BOUND:
                yield Teller(str(name), edit.column, told.share, movable=edit.kind == "exchange_conditions")
    parts = [told_by(part[cells], label, seed=seed) for part in name_parts(obs.index)]
    telling = [told.share for told in parts if told.share >= SHARE_BOUND and told.z >= Z_BOUND]
    if telling:
        yield Teller(NAMES, edit.column, max(telling), movable=False)


def nothing_re_encodes(files: Files) -> Found:
    """No kept column, and no part of the cells' names, says what an exchanged or shuffled label said before."""
    looked, declared = [], []
    spare = _measured(files.registration.statistic)
    before = files.original.table("obs")
    for name, file in files.edited_by(*EXCHANGES):
        looked.append(f"{file.edit.column} in {name}")
        for teller in tellers(before, file.edit, seed=files.registration.seed, spare=spare):
            if teller.column != NAMES and teller.column not in file.columns("obs"):
                continue
            if teller.column in _hidden(files.registration):
                continue
            if moved_along(teller.column, files.original, file):
                continue
            told = f"{_called(teller.column)} tells {teller.share:.0%} of {teller.label}"
            if files.registration.decisions.get(teller.column) != "keep":
                return Found(f"{name}: {told}; {way_out(teller)}", _looked_at(looked))
            declared.append(f"{told}, and is kept as registered")
    return Found("", _looked_at(looked), "; ".join(dict.fromkeys(declared)))


def way_out(teller: Teller) -> str:
    """What the item's author can do about a column that re-encodes a label."""
    if teller.column == NAMES:
        return f"write cell_names: opaque in study.yaml, or register decisions: {{{NAMES}: keep}}"
    choices = "drop}, keep or move" if teller.movable else "drop}, or keep"
    return f"decide in the item's file: registration.decisions: {{{teller.column}: {choices}"


def moved_along(column: str, original: Written, file: Written) -> bool:
    """Whether a column has its old relation to the label still: it was exchanged or shuffled along with it."""
    label = file.edit.column
    if column == NAMES or label is None:
        return False
    tables = [table.table("obs", columns=[column, label]) for table in (original, file)]
    tables = [table[cells_of(table, file.edit)] for table in tables]
    both = pd.concat(tables, ignore_index=True)
    value, labels, n = codes_of(both[column]), codes_of(as_text(both[label])), len(tables[0])
    return disagreement((value[:n], labels[:n]), (value[n:], labels[n:])) <= MOVED


def cells_of(obs: pd.DataFrame, edit: Edit) -> NDArray[np.bool_]:
    """The cells whose label the edit changes: those of its two values, or all that have one."""
    labels = as_text(obs[edit.column])
    found: NDArray[np.bool_] = (labels.isin(edit.values) if edit.values else labels.notna()).to_numpy(dtype=bool)
    return found


def name_parts(names: pd.Index) -> Iterator[NDArray[np.intp]]:
    """What names of cells may encode: their length, and each part between marks that few values fill."""
    texts = pd.Series([str(name) for name in names], dtype=object)
    yield codes_of(texts.str.len().astype(str))
    split = [re.split(r"[^0-9A-Za-z]+", text) for text in texts]
    for place in (-1, 0, 1):
        part = pd.Series([pieces[place] if len(pieces) > max(place, 0) else "" for pieces in split], dtype=object)
        if 1 < part.nunique() <= max(2, len(part) // 10):
            yield codes_of(part)


def _measured(ask: Statistic) -> tuple[str, ...]:
    """Columns whose relation to the label is what the item measures, or within which it measures."""
    if isinstance(ask, Abundance):
        return (ask.column,)
    if isinstance(ask, Expression | Coexpression) and ask.within is not None:
        return (ask.within.column,)
    return ()


def _called(column: str) -> str:
    return "the name of a cell" if column == NAMES else f"obs column {column}"


def _looked_at(looked: Sequence[str]) -> str:
    if not looked:
        return "no variant exchanges labels"
    return f"{'; '.join(looked)}: every kept column, and the cells' names, tell less than {SHARE_BOUND:.0%} of it"


def _hidden(registration: Registration) -> tuple[str, ...]:
    """What no file holds: the cells' own names where the study gives them opaque ones, drawn at random."""
    return (NAMES,) if registration.cell_names == "opaque" else ()
