"""All trials of a study as one table, a row each: what every score is computed from."""

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from counterproof.audit.noticed import noticed
from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.trial import Trial
from counterproof.store.digest import digest_of
from counterproof.store.study import OpenStudy

DTYPES = {
    "item": "object",
    "family": "object",
    "variant": "object",
    "arm": "object",
    "agent": "object",
    "replicate": "int64",
    "outcome": "object",
    "reason": "object",
    "choice": "object",
    "key": "object",
    "flip_to": "object",
    "supported": "object",
    "n_options": "int64",
    "confidence": "float64",
    "data_support": "object",
    "seconds": "float64",
    "tool_calls": "int64",
    "noticed": "bool",
    "second_analysis": "boolean",
    "ordinary_looking": "boolean",
    "eliminable": "boolean",
    "digest": "object",
}


def trial_table(study: OpenStudy, constructions: Sequence[Construction], trials: Iterable[Trial]) -> pd.DataFrame:
    """One row a trial, columns as in `DTYPES`, ordered by agent, item, variant and replicate.

    `choice`, `key`, `flip_to` and `supported` are option letters joined by commas, "" for none, or the answers' texts
    where numbers are asked for (`Registration.said`); `seconds` is wall time; `noticed` follows `noticed.RULE`. What an
    author or an agent did not say is missing, never false or 0. Trials of an item that is excluded now (screened or
    verified anew) are left out.

    Raises
    ------
    ValueError
        If a trial's item is not among the study's items and the constructions.
    """
    made = {construction.item: construction for construction in constructions}
    items = {item.id: item for item in study.items}
    rows = []
    for trial in trials:
        name = trial.key.item
        if name not in made or name not in items:
            msg = f"a trial of agent {trial.key.agent!r} is on item {name!r}, which the study does not have: "
            msg += "read the trials anew, or construct the item"
            raise ValueError(msg)
        if made[name].excluded is None:
            rows.append(trial_row(trial, items[name], made[name]))
    return framed_rows(rows)


def framed_rows(rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """Rows of `trial_row` as a trial table."""
    return in_order(framed_values([[row.get(name) for name in DTYPES] for row in rows]))


def framed_values(rows: Sequence[Sequence[Any]]) -> pd.DataFrame:
    """The values of rows of `trial_row`, in the order of `DTYPES`, as a table in the order of the rows."""
    columns = zip(*rows, strict=True) if rows else ([] for _ in DTYPES)
    # Each column with its type at once: to guess the types of a hundred thousand rows takes longer than all the rest.
    typed = zip(DTYPES.items(), columns, strict=True)
    return pd.DataFrame({name: pd.Series(list(values), dtype=dtype) for (name, dtype), values in typed})


def in_order(table: pd.DataFrame) -> pd.DataFrame:
    """A trial table in the order that it states, with a fresh index."""
    return table.sort_values(["agent", "item", "variant", "replicate"], kind="stable", ignore_index=True)


def leave_out_second_analysis(table: pd.DataFrame) -> pd.DataFrame:
    """The table without items for which another defensible analysis exists; items that do not say so stay."""
    return table[~table["second_analysis"].fillna(value=False).astype(bool)]


def trial_row(trial: Trial, item: Item, construction: Construction, *, digest: str | None = None) -> dict[str, Any]:
    """One trial's row as plain JSON data; `digest` is that of its key, where it is known."""
    key, answer, registration = trial.key, trial.answer, construction.registration
    return {
        "item": key.item,
        "family": item.family,
        "variant": key.variant,
        "arm": key.arm,
        "agent": key.agent,
        "replicate": key.replicate,
        "outcome": trial.outcome,
        "reason": trial.reason,
        "choice": ",".join(sorted(registration.said(answer))),
        "key": registration.key,
        "flip_to": registration.flip_to,
        "supported": {str(name): letter for name, letter in registration.supported.items()}.get(key.variant) or "",
        "n_options": len(item.options),
        "confidence": answer.confidence if answer else None,
        "data_support": answer.data_support if answer else None,
        "seconds": trial.seconds,
        "tool_calls": len(trial.trajectory.tool_calls),
        "noticed": noticed(trial, registration),
        "second_analysis": item.second_analysis,
        "ordinary_looking": item.ordinary_looking,
        "eliminable": item.eliminable,
        "digest": (digest or digest_of(key))[:16],
    }
