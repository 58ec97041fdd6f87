"""A study's trials as tables, without reading again what has not changed since the last time."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from counterproof.audit.access import (
    CHECK_DTYPES,
    FLAG_DTYPES,
    FLAGGED,
    WHO_DTYPES,
    framed,
    reached_for,
    without_input,
)
from counterproof.audit.access_rules import OWN_PLACES
from counterproof.audit.table import DTYPES, framed_values, in_order, trial_row, trial_table
from counterproof.domain.arm import Arm
from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.trial import Trial
from counterproof.jobs.apart import mapped_apart
from counterproof.jobs.sweeps import no_sweeps
from counterproof.store.cache import cached_texts, stamps_of
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy
from counterproof.store.tables import cached_tables
from counterproof.trials.read import current_files
from counterproof.trials.stored import StoredTrials
from counterproof.trials.trial_file import TrialFile

WORTH = 2_000
"""So many trials take longer to read and to look through than another process to start."""


class Loaded(NamedTuple):
    """The trial table (`table.trial_table`); what the access audit checked, a row a trial, and what it flagged, a row a
    flag, with the columns of `access.CHECK_DTYPES` and `access.FLAG_DTYPES`.
    """

    trials: pd.DataFrame
    checks: pd.DataFrame
    flags: pd.DataFrame


class Made(NamedTuple):
    """What an item's trials are read against."""

    item: Item
    construction: Construction


def load_trials(
    study: OpenStudy,
    constructions: Sequence[Construction],
    *,
    arm: Arm = "standard",
    own: Sequence[str] = OWN_PLACES,
) -> Loaded:
    """All current trials of an arm, imported ones too, as tables: those of `read_trials`, a second time in a blink.

    What a trial's file said is kept in the study's cache until the file, its item, its registration or the code that
    reads it changes; the tables are kept until any trial of theirs does.

    Parameters
    ----------
    own
        Folders that are a trial's own, for the access audit.

    Raises
    ------
    InputError
        If a trial's file is damaged.
    """
    with no_sweeps():
        return _load(study, constructions, current_files(study, constructions, arm=arm), arm=arm, own=own)


def _load(
    study: OpenStudy, constructions: Sequence[Construction], files: Sequence[TrialFile], *, arm: Arm, own: Sequence[str]
) -> Loaded:
    made = {one.item: Made(study.item(one.item), one) for one in constructions}
    contexts = {
        name: digest_of([code_digest(), digest_of(item), digest_of(construction.registration), list(own)])[:16]
        for name, (item, construction) in made.items()
    }
    by_name = {file.name: file for file in files}
    work, folder = study.layout.work, study.layout.cache
    stamps = stamps_of(work, by_name, context={file.name: contexts[file.item] for file in files})
    part = "trials" if arm == "standard" else f"trials-{arm}"

    def tables() -> Loaded:
        make = partial(_read_all, work, files=by_name, made=made, own=own)
        return _framed(cached_texts(folder / f"{part}.parquet", stamps, make=make).values())

    return Loaded(*cached_tables(folder, part, key=digest_of(list(stamps.items())), make=tables))


def table_of(study: OpenStudy, constructions: Sequence[Construction], trials: Sequence[Trial]) -> pd.DataFrame:
    """The trial table of some trials: `table.trial_table`, without reading those again that `read_trials` found."""
    decidable = {made.item for made in constructions if made.excluded is None}
    # They may lie below another study's folder, or an item may have been constructed anew since they were found.
    if (
        isinstance(trials, StoredTrials)
        and trials.work == study.layout.work
        and {file.item for file in trials.files} <= decidable
    ):
        with no_sweeps():
            return _load(study, constructions, trials.files, arm=trials.arm, own=OWN_PLACES).trials
    return trial_table(study, constructions, trials)


@cache
def code_digest() -> str:
    """Hex SHA-256 of the code that turns a trial into rows: what it changes is made again."""
    folder = Path(__file__).parent
    sources = [
        folder / f"{name}.py" for name in ("table", "noticed", "access", "access_rules", "access_words", "loaded")
    ]
    sources += sorted((folder.parent / "domain").glob("*.py"))
    return digest_of([file_digest(source) for source in sources])


def _read_all(
    work: Path, names: Sequence[str], *, files: Mapping[str, TrialFile], made: Mapping[str, Made], own: Sequence[str]
) -> dict[str, str]:
    facts = partial(_facts, str(work), made=dict(made), own=tuple(own))
    texts = mapped_apart(facts, [(name, files[name].item, files[name].digest) for name in names], worth=WORTH)
    return dict(zip(names, texts, strict=True))


def _facts(work: str, place: tuple[str, str, str], *, made: Mapping[str, Made], own: Sequence[str]) -> str:
    name, item, digest = place
    trial = read_record(f"{work}/{name}", Trial)
    row = trial_row(trial, *made[item], digest=digest)
    flags = [list(flag.model_dump().values()) for flag in reached_for(trial, own=own)]
    # Names of columns, a hundred thousand times, would be most of what is written.
    return json.dumps([[row[name] for name in DTYPES], without_input(trial), flags])


def _framed(texts: Iterable[str]) -> Loaded:
    facts = json.loads(f"[{','.join(texts)}]")
    rows = framed_values([row for row, _, _ in facts])
    n_flags = [len(flags) for _, _, flags in facts]
    checks = rows.assign(without_input=[unseen for _, unseen, _ in facts], flags=n_flags)
    flags = pd.DataFrame([flag for _, _, flags in facts for flag in flags], columns=list(FLAGGED))
    who = rows.loc[rows.index.repeat(n_flags), list(WHO_DTYPES)].reset_index(drop=True)
    return Loaded(
        in_order(rows),
        framed(checks, CHECK_DTYPES),
        framed(who.join(flags), FLAG_DTYPES),
    )
