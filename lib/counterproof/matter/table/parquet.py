"""Parquet files as rows of texts, and back: values only, nothing of what other tools write beside them."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table import TableColumn, TableSource
from counterproof.matter.table.cells import number_of, number_text
from counterproof.matter.table.frame import Frame

LARGEST = 2**63


def parquet_records(path: Path, schema: TableSource) -> tuple[list[str], Iterator[tuple[int, list[str | None]]]]:
    """The names of the columns, and every row (counted from 1) as texts; null where the file has no value.

    Raises
    ------
    InputError
        If it is no Parquet file, or a column's type is not of its kind.
    """
    import pyarrow as pa  # noqa: PLC0415, only tables in Parquet need it
    import pyarrow.parquet as pq  # noqa: PLC0415, a table in text needs none of it

    try:
        table = pq.read_table(path)
    except (pa.ArrowException, OSError) as error:
        wrong = f"is no Parquet file: {str(error).splitlines()[0]}"
        raise InputError([Problem(file=path.name, wrong=wrong, fix="correct data.format")]) from None
    kinds = {column.name: column for column in schema.columns}
    problems = [
        Problem(
            file=path.name,
            place=f"column {field.name!r}",
            wrong=f"the file's type is no {kinds[field.name].kind}",
            seen=str(field.type),
            fix="correct the column's kind",
        )
        for field in table.schema
        if field.name in kinds and not _fits(field.type, kinds[field.name])
    ]
    if problems:
        raise InputError(problems)
    names = list(table.schema.names)
    columns = [_cells(table.column(place), name, file=path.name) for place, name in enumerate(names)]
    return names, ((line, [_text(value) for value in row]) for line, row in enumerate(zip(*columns, strict=True), 1))


def write_parquet(path: Path, frame: Frame) -> None:
    """Put a table at `path`: no index, no dictionary, no metadata of ours or of pandas, one row group.

    Raises
    ------
    InputError
        If a whole number has more than 64 bits.
    """
    import pyarrow as pa  # noqa: PLC0415, only tables in Parquet need it
    import pyarrow.parquet as pq  # noqa: PLC0415, a table in text needs none of it

    types = {"integer": pa.int64(), "number": pa.float64()}
    arrays = {
        column.name: pa.array(_values(frame, column), type=types.get(column.kind, pa.string()))
        for column in frame.schema.columns
    }
    # A stored schema, a dictionary page or a min/max of an old level would outlive the values that an edit removed.
    pq.write_table(
        pa.table(arrays),
        path,
        compression="none",
        use_dictionary=False,
        write_statistics=False,
        store_schema=False,
        version="2.6",
        data_page_version="1.0",
        row_group_size=max(frame.n_rows, 1),
    )


def _values(frame: Frame, column: TableColumn) -> list[Any]:
    if column.kind not in ("integer", "number"):
        return list(frame.cells[column.name])
    values = [None if text is None else number_of(text, column) for text in frame.cells[column.name]]
    large = [value for value in values if isinstance(value, int) and not -LARGEST <= value < LARGEST]
    if large:
        wrong = f"column {column.name!r} holds whole numbers of more than 64 bits, which Parquet cannot"
        fix = "declare the column id or text, or give the table as CSV"
        raise InputError([Problem(file=frame.schema.source, wrong=wrong, seen=str(large[0]), fix=fix)])
    return values


def _fits(kind: Any, column: TableColumn) -> bool:
    import pyarrow.types as types  # noqa: PLC0415, PLR0402, only tables in Parquet need it

    if types.is_dictionary(kind):
        kind = kind.value_type
    if column.kind == "integer":
        return bool(types.is_integer(kind))
    if column.kind == "number":
        return bool(types.is_floating(kind) or types.is_integer(kind))
    return bool(types.is_string(kind) or types.is_large_string(kind))


def _cells(column: Any, name: str, *, file: str) -> list[Any]:
    try:
        return list(column.to_pylist())
    except UnicodeDecodeError:
        wrong, fix = f"column {name!r} is no UTF-8 text", "write its texts as UTF-8"
        raise InputError([Problem(file=file, wrong=wrong, fix=fix)]) from None


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, float):
        return "nan" if math.isnan(value) else number_text(value)
    return str(value)
