"""A study's trials as tables, without reading again what has not changed since the last time."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from counterproof.audit.access import CHECK_DTYPES, FLAG_DTYPES, access_rows, framed
from counterproof.audit.access_rules import OWN_PLACES
from counterproof.audit.table import framed_rows, trial_row
from counterproof.domain.construction import Construction
from counterproof.store.cache import cached_texts, stamp_of
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.study import OpenStudy
from counterproof.trials.read import read_trial_file, trial_files


class Loaded(NamedTuple):
    """The trial table (`table.trial_table`), and what the access audit checked and flagged (`access.access_checks`)."""

    trials: pd.DataFrame
    checks: pd.DataFrame
    flags: pd.DataFrame


def load_trials(study: OpenStudy, constructions: Sequence[Construction], *, own: Sequence[str] = OWN_PLACES) -> Loaded:
    """All current trials, imported ones too, as tables: the same as from `read_trials`, a second time in a blink.

    What a trial's file said is kept in the study's cache until the file, its item, its registration or the code that
    reads it changes.

    Parameters
    ----------
    own
        Folders that are a trial's own, for the access audit.

    Raises
    ------
    InputError
        If a trial's file is damaged.
    """
    made = {construction.item: construction for construction in constructions}
    contexts = {
        name: digest_of([code_digest(), digest_of(study.item(name)), digest_of(construction.registration), list(own)])[
            :16
        ]
        for name, construction in made.items()
    }
    items = dict(trial_files(study, constructions))
    names = {str(path.relative_to(study.layout.work)): path for path in items}

    def make(missing: Sequence[str]) -> dict[str, str]:
        return {name: json.dumps(_facts(study, names[name], made[items[names[name]]], own=own)) for name in missing}

    stamps = {name: stamp_of(path, context=contexts[items[path]]) for name, path in names.items()}
    texts = cached_texts(study.layout.cache / "trials.parquet", stamps, make=make)
    facts = [found for found in map(json.loads, texts.values()) if found is not None]
    return Loaded(
        framed_rows([found["row"] for found in facts]),
        framed([found["check"] for found in facts], CHECK_DTYPES),
        framed([flag for found in facts for flag in found["flags"]], FLAG_DTYPES),
    )


@cache
def code_digest() -> str:
    """Hex SHA-256 of the code that turns a trial into rows: what it changes is made again."""
    folder = Path(__file__).parent
    sources = [folder / name for name in ("table.py", "noticed.py", "access.py", "access_rules.py", "loaded.py")]
    sources += [folder.parent / "domain" / name for name in ("table_registration.py", "truth.py", "tolerance.py")]
    return digest_of([file_digest(source) for source in sources])


def _facts(study: OpenStudy, path: Path, construction: Construction, *, own: Sequence[str]) -> dict[str, Any] | None:
    trial = read_trial_file(study, path)
    if trial is None:
        return None
    check, flags = access_rows(trial, own=own)
    return {"row": trial_row(trial, study.item(trial.key.item), construction), "check": check, "flags": flags}
