"""Records as files: one JSON file each, or lines of an append-only log."""

import fcntl
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.record import Record
from counterproof.store.atomic import write_text

R = TypeVar("R", bound=Record)


def write_record(path: Path, record: Record) -> None:
    """Put one record at `path` as JSON, in one step."""
    write_text(path, record.model_dump_json(indent=1) + "\n")


def read_record(path: Path, kind: type[R]) -> R:
    """The record at `path`.

    Raises
    ------
    InputError
        If the file is not such a record, with every problem found.
    """
    return _parse(path.read_bytes(), kind, place="", path=path)


def append_record(path: Path, record: Record) -> None:
    """Add one line to the log at `path`; several processes may do so at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        # A writer that was killed in the middle leaves half a line: end it, so that it harms no other.
        if file.seek(0, os.SEEK_END) and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n":
            file.write(b"\n")
        file.write(record.model_dump_json().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read_log(path: Path, kind: type[R]) -> tuple[R, ...]:
    """The records of a log in their order; none where there is no log. A line cut by a crash is passed over."""
    if not path.exists():
        return ()
    lines = path.read_bytes().split(b"\n")
    whole = [(number, line) for number, line in enumerate(lines, 1) if line.endswith(b"}")]
    return tuple(_parse(line, kind, place=f"line {number}", path=path) for number, line in whole)


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Put records at `path`, a line each, in one step."""
    write_text(path, "".join(record.model_dump_json() + "\n" for record in records))


def _parse(data: bytes, kind: type[R], *, place: str, path: Path) -> R:
    try:
        return TypeAdapter(kind).validate_json(data)
    except ValidationError as error:
        fix = "remove the file, so that it is made again"
        raise InputError(
            Problem(
                file=path.name,
                place=" ".join([place, ".".join(map(str, fault["loc"]))]).strip(),
                wrong=f"is no {kind.__name__}: {fault['msg']}",
                seen=repr(fault["input"])[:80],
                fix=fix,
            )
            for fault in error.errors()
        ) from None
