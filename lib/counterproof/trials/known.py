"""What finished trials say of themselves, without reading again a record that has not changed."""

import json
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from counterproof.domain.answer import Outcome
from counterproof.domain.problem import InputError
from counterproof.domain.trial import Trial
from counterproof.jobs.apart import mapped_apart
from counterproof.jobs.sweeps import no_sweeps
from counterproof.store.cache import cached_texts, stamps_of
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import Layout
from counterproof.store.records import read_record
from counterproof.trials.trial_file import TrialFile

WORTH = 5_000
"""So many records take longer to read than another process to start."""


class Known(NamedTuple):
    """What one record says: how its trial ended, of which it is, and the digest of the item that it was read against.

    `file` has what the record's own key says, whatever the name of the file does.
    """

    outcome: Outcome
    item_sha256: str
    file: TrialFile


def known_trials(layout: Layout, names: Sequence[str], *, cache_name: str) -> dict[str, Known | None]:
    """What the records of these names say, in their order: those that are there; null for one that is damaged.

    Parameters
    ----------
    names
        Paths below the work folder.
    cache_name
        Where it is kept until a record changes; each set of names has its own.
    """
    stamps = stamps_of(layout.work, names, context=_code_digest()[:16])
    with no_sweeps():
        texts = cached_texts(layout.cache / f"{cache_name}.parquet", stamps, make=partial(_read_all, layout.work))
        told = json.loads(f"[{','.join(texts.values())}]")
        return {name: one and _known(name, *one) for name, one in zip(texts, told, strict=True)}


def _known(name: str, outcome: Outcome, item_sha256: str, *key: Any) -> Known:
    return Known(outcome, item_sha256, TrialFile(name, *key))


def _read_all(work: Path, names: Sequence[str]) -> dict[str, str]:
    return dict(zip(names, mapped_apart(partial(_text_of, str(work)), names, worth=WORTH), strict=True))


def _text_of(work: str, name: str) -> str:
    try:
        trial = read_record(f"{work}/{name}", Trial)
    except InputError:
        return "null"
    key = trial.key
    which = (digest_of(key), key.item, key.agent, key.variant, key.arm, key.replicate)
    return json.dumps([trial.outcome, key.item_sha256, *which])


@cache
def _code_digest() -> str:
    """Hex SHA-256 of the code that says what a record is, and what is kept of it: what it changes is read again."""
    folder = Path(__file__).parents[1]
    here = Path(__file__)
    sources = [
        here,
        here.with_name("trial_file.py"),
        folder / "store" / "digest.py",
        *sorted((folder / "domain").glob("*.py")),
    ]
    return digest_of([file_digest(path) for path in sources])
