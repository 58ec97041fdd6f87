"""Values read out of JSON that somebody else wrote: the type asked for, or nothing, never an error."""

import json
import math
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

_MILLISECONDS_FROM = 1e11


def mapping(value: object) -> dict[str, Any]:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[Any]:
    """The list, or an empty one."""
    return value if isinstance(value, list) else []


def string(value: object) -> str:
    """The text, or an empty one."""
    return value if isinstance(value, str) else ""


def identity(value: object) -> str | None:
    """An id as text; None when there is none."""
    return str(value) if isinstance(value, str | int) and value != "" else None


def number(value: object) -> float | None:
    """A finite number that is not negative; None for anything else, NaN and true among it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        read = float(value)
    except OverflowError:
        return None
    return read if math.isfinite(read) and read >= 0 else None


def count(value: object) -> int | None:
    """A whole number that is not negative; None for anything else."""
    read = number(value)
    return int(read) if read is not None and read == int(read) else None


def exit_code(value: object) -> int | None:
    """A process's exit code, which may be negative; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 32 else None


def as_text(value: object) -> str:
    """Text as it is, nothing for null, anything else as JSON text."""
    if value is None:
        return ""
    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "[JSON nested too deeply to be written]"


def moment(value: object) -> float | None:
    """Seconds since 1970 of an ISO 8601 text, or of a number of seconds or milliseconds."""
    if isinstance(value, str):
        try:
            read = datetime.fromisoformat(value)
            return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            return None
    read_number = number(value)
    if read_number is None:
        return None
    return read_number / 1000 if read_number >= _MILLISECONDS_FROM else read_number


def between(start: float | None, end: float | None) -> float | None:
    """The seconds from one moment to a later one; None when either is unknown or the clock went back."""
    return None if start is None or end is None or end < start else round(end - start, 6)


def total(values: Iterable[float | None]) -> float | None:
    """The sum; None when there is nothing to add or when any part is unknown."""
    parts = list(values)
    known = [part for part in parts if part is not None]
    return math.fsum(known) if parts and len(known) == len(parts) else None


def total_count(values: Iterable[int | None]) -> int | None:
    """The sum of whole numbers; None when there is nothing to add or when any part is unknown."""
    added = total(values)
    return None if added is None else int(added)
