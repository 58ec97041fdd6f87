"""What finished trials say of themselves, without reading again a record that has not changed."""

import json
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from counterproof.domain.answer import Outcome
from counterproof.domain.arm import Arm
from counterproof.domain.problem import InputError
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.jobs.apart import mapped_apart
from counterproof.jobs.sweeps import no_sweeps
from counterproof.store.cache import cached_texts, stamps_of
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import Layout
from counterproof.store.records import read_record

WORTH = 5_000
"""So many records take longer to read than another process to start."""


class Known(NamedTuple):
    """What one record says: how its trial ended, and of which it is; `digest` is that of its key."""

    outcome: Outcome
    digest: str
    item: str
    agent: str
    variant: VariantName
    arm: Arm
    replicate: int
    item_sha256: str


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
        return {name: None if one is None else Known(*one) for name, one in zip(texts, told, strict=True)}


def _read_all(work: Path, names: Sequence[str]) -> dict[str, str]:
    return dict(zip(names, mapped_apart(partial(_text_of, str(work)), names, worth=WORTH), strict=True))


def _text_of(work: str, name: str) -> str:
    try:
        trial = read_record(f"{work}/{name}", Trial)
    except InputError:
        return "null"
    key = trial.key
    return json.dumps(
        Known(trial.outcome, digest_of(key), key.item, key.agent, key.variant, key.arm, key.replicate, key.item_sha256)
    )


@cache
def _code_digest() -> str:
    """Hex SHA-256 of the code that says what a record is, and what is kept of it: what it changes is read again."""
    folder = Path(__file__).parents[1]
    sources = [Path(__file__), folder / "store" / "digest.py", *sorted((folder / "domain").glob("*.py"))]
    return digest_of([file_digest(path) for path in sources])
