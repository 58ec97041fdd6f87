"""The one writer of tables: every variant's file, the untouched one's too, comes from here."""

import csv
from pathlib import Path

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table import DELIMITERS
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.parquet import write_parquet


def write_table_file(path: Path, frame: Frame) -> None:
    """Put a table at `path` in its schema's format; the same cells give the same bytes.

    Text files are UTF-8 without a mark, with a line feed after every row, quoted only where a cell needs it. A cell
    without a value gets the first text that the column lists as missing.

    Raises
    ------
    InputError
        If a missing value has no text to stand for it, or a cell cannot be written.
    """
    if frame.schema.format == "parquet":
        write_parquet(path, frame)
        return
    columns = [_written(frame, name) for name in frame.schema.names]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=DELIMITERS[frame.schema.format], lineterminator="\n")
        writer.writerow(frame.schema.names)
        writer.writerows(zip(*columns, strict=True))


def _written(frame: Frame, name: str) -> list[str]:
    cells, missing = frame.cells[name], frame.column(name).missing
    if None in cells and not missing:
        wrong = f"column {name!r} lacks values, and nothing says how that is written"
        raise InputError(
            [Problem(file=frame.schema.source, wrong=wrong, fix="list a text under the column's `missing`")]
        )
    return [missing[0] if text is None else text for text in cells]
