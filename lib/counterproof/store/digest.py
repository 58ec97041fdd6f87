"""SHA-256 digests: what decides whether a piece of work is stale."""

import hashlib
import json
from pathlib import Path

from counterproof.domain.record import Record

# One for all: `json.dumps` would make an encoder for each of a hundred thousand keys.
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical_json(value: object) -> str:
    """One text for one value: sorted keys, no white space, NaN refused."""
    if isinstance(value, Record):
        value = value.model_dump(mode="json")
    return CANONICAL.encode(value)


def digest_of(value: object) -> str:
    """Hex SHA-256 of a record or of plain JSON data."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def file_digest(path: Path) -> str:
    """Hex SHA-256 of a file's bytes, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
