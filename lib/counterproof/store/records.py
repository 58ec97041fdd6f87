"""Records as files: one JSON file each, or lines of an append-only log."""

import fcntl
import os
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.record import Record
from counterproof.store.atomic import write_text

R = TypeVar("R", bound=Record)


def write_record(path: Path, record: Record) -> None:
    """Put one record at `path` as JSON, in one step."""
    write_text(path, record.model_dump_json(indent=1) + "\n")


def read_record(path: Path | str, kind: type[R]) -> R:
    """The record at `path`.

    Parameters
    ----------
    path
        A text where there are very many: making a `Path` of each takes as long as reading it.

    Raises
    ------
    InputError
        If the file is not such a record, with every problem found.
    """
    try:
        # Without a buffer, which small files do not need.
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123, of a text too
            return kind.model_validate_json(file.read())
    except ValidationError as error:
        raise _input_error(error, kind, path=Path(path), fix="remove the file, so that it is made again") from None


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


def read_log(path: Path, kind: type[R], *, start: int = 0) -> tuple[R, ...]:
    """The records of a log in their order; none where there is no log. A line cut by a crash is passed over.

    Parameters
    ----------
    start
        The byte to start at: where the log ended at some time.

    Raises
    ------
    InputError
        If a whole line is not such a record.
    """
    if not path.exists():
        return ()
    records = []
    with path.open("rb") as file:
        file.seek(start)
        lines = file.read().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            records.append(kind.model_validate_json(line))
        except ValidationError as error:
            if not _is_cut(error):
                fix = "remove this line"
                raise _input_error(error, kind, path=path, place=f"line {number}", fix=fix) from None
    return tuple(records)


def _is_cut(error: ValidationError) -> bool:
    # What follows the last line end is an empty line, and that is cut too.
    fault = error.errors()[0]
    return fault["type"] == "json_invalid" and str(fault["ctx"]["error"]).startswith("EOF")


def _input_error(error: ValidationError, kind: type[R], *, path: Path, fix: str, place: str = "") -> InputError:
    return InputError(
        Problem(
            file=f"{path.parent.name}/{path.name}",
            place=" ".join([place, ".".join(map(str, fault["loc"]))]).strip(),
            wrong=f"is no {kind.__name__}: {fault['msg']}",
            seen=repr(fault["input"])[:80],
            fix=fix,
        )
        for fault in error.errors()
    )
