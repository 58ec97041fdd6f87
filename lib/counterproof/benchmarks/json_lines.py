"""JSON Lines of other people's benchmarks: every line that is not blank, whether or not it can be read."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class Line(NamedTuple):
    """The object of one line, None where the line holds none; `place` says where it stands."""

    place: str
    row: dict[str, Any] | None


def json_lines(path: Path) -> Iterator[Line]:
    """The lines of a file, split at line feeds only: other line ends may stand inside a text."""
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if line.strip():
            yield Line(f"line {number}", _object(line))


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except ValueError:  # bytes that are no UTF-8, too
        return None
    return row if isinstance(row, dict) else None
