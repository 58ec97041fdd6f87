"""The strict reader of tables: cells as text, under the item's schema, every fault told with its line and column."""

import codecs
import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table import TableColumn, TableSource
from counterproof.matter.table.cells import Read, read_cell
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.parquet import parquet_records

FAULTS_AT_MOST = 100
"""Faults told of one file; the last line says how many more there are."""
MARKS = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
Record = tuple[int, list[str | None]]
"""The line on which a row begins (counted from 1, the header's too), and its cells."""


def read_table(path: Path, schema: TableSource) -> Frame:
    """The table at `path`.

    Raises
    ------
    InputError
        If the file is not what its schema says: encoding, delimiter, header, kinds of cells. Every fault is told.
    """
    name = path.name
    header, records = parquet_records(path, schema) if schema.format == "parquet" else _text_records(path, schema)
    problems = [*_header_faults(header, schema, file=name)]
    if problems:
        # With another header every cell would be told to be wrong.
        raise InputError(problems)
    cells: dict[str, list[str | None]] = {column.name: [] for column in schema.columns}
    for line, record in records:
        if len(record) != len(header):
            wrong = f"the row has {len(record)} cells, the header {len(header)}"
            fix = "quote cells that hold the delimiter or a line end"
            problems.append(Problem(file=name, place=f"line {line}", wrong=wrong, fix=fix))
            continue
        for column, text in zip(schema.columns, record, strict=True):
            read = read_cell(text, column) if text is not None else _no_value(column)
            if read.wrong:
                place = f"line {line}, column {column.name!r}"
                problems.append(Problem(file=name, place=place, wrong=read.wrong, seen=text or "", fix=read.fix))
            cells[column.name].append(read.text)
    if problems:
        raise InputError(_told(problems, file=name))
    if not next(iter(cells.values())):
        raise InputError([Problem(file=name, wrong="the table has no row", fix="give a table with rows")])
    return Frame(schema, {column: tuple(texts) for column, texts in cells.items()})


def _no_value(column: TableColumn) -> Read:
    # A text file has texts only; this one says by itself that there is no value.
    return Read(None) if column.missing else Read(None, "has no value", "list a text under the column's `missing`")


def _text_records(path: Path, schema: TableSource) -> tuple[list[str], Iterator[Record]]:
    text = _decoded(path, schema)
    lines = text.split("\n")
    skipped = 0
    while schema.comment and skipped < len(lines) and lines[skipped].startswith(schema.comment):
        skipped += 1
    reader = csv.reader(
        io.StringIO("\n".join(lines[skipped:]), newline=""), delimiter=schema.cell_delimiter, strict=True
    )
    rows = _numbered(reader, start=skipped, file=path.name)
    _, header = next(rows, (0, []))
    return [cell or "" for cell in header], rows


def _decoded(path: Path, schema: TableSource) -> str:
    data = path.read_bytes()
    if schema.encoding != "utf-16":
        for mark, encoding in MARKS:
            if data.startswith(mark):
                wrong = f"is {encoding.upper()} text, its schema says {schema.encoding}"
                raise InputError([Problem(file=path.name, wrong=wrong, fix=f"write `encoding: {encoding}`")])
    try:
        text = data.decode("utf-8-sig" if schema.encoding == "utf-8" else schema.encoding)
    except UnicodeDecodeError as error:
        wrong = f"is not {schema.encoding} text at byte {error.start}"
        fix = "write the encoding that it has: utf-8, utf-16 or latin-1"
        raise InputError([Problem(file=path.name, wrong=wrong, seen=repr(data[error.start :][:8]), fix=fix)]) from None
    if "\0" in text:
        wrong, fix = "holds a NUL character", "write the encoding that it has: utf-8, utf-16 or latin-1"
        raise InputError([Problem(file=path.name, wrong=wrong, fix=fix)])
    return text.replace("\r\n", "\n")


def _numbered(reader: Any, *, start: int, file: str) -> Iterator[Record]:
    begins = start + 1
    try:
        for row in reader:
            # A line that holds nothing is no row of a table with several columns, and one empty cell of a single one.
            yield begins, list(row) or [""]
            begins = start + reader.line_num + 1
    except csv.Error as error:
        fix = "double the quotes inside a quoted cell, and close every quote"
        raise InputError([Problem(file=file, place=f"line {begins}", wrong=f"is no table: {error}", fix=fix)]) from None


def _header_faults(header: Sequence[str], schema: TableSource, *, file: str) -> list[Problem]:
    place = "line 1" if schema.format != "parquet" else "schema"
    wanted = list(schema.names)
    if list(header) == wanted:
        return []
    if len(header) == 1 < len(wanted):
        found = [mark for mark in ";\t|," if mark in header[0] and mark != schema.cell_delimiter]
        if header[0].startswith("#"):
            fix = 'write `comment: "#"`, so that these lines are left out of every variant'
            return [Problem(file=file, place=place, wrong="begins with a comment", seen=header[0], fix=fix)]
        if found:
            fix = f'write `delimiter: "{found[0]}"`' if found[0] != "\t" else "write `format: tsv`"
            wrong = f"the cells are not separated by {schema.cell_delimiter!r}"
            return [Problem(file=file, place=place, wrong=wrong, seen=header[0], fix=fix)]
    problems = []
    for name in dict.fromkeys(name for name in header if list(header).count(name) > 1):
        fix = "give every column a name of its own; columns are never renamed for you"
        problems.append(Problem(file=file, place=place, wrong="two columns have one name", seen=name, fix=fix))
    for name in dict.fromkeys(header):
        if name not in wanted:
            fix = "declare the column, or take it out of the file"
            seen = name or "(no name)"
            wrong = "begins with a comment" if name.startswith("#") else "a column is not in the schema"
            problems.append(Problem(file=file, place=place, wrong=wrong, seen=seen, fix=fix))
    missing = [name for name in wanted if name not in header]
    problems += [
        Problem(file=file, place=place, wrong="a declared column is missing", seen=name, fix="correct its name")
        for name in missing
    ]
    if not problems:
        seen = ", ".join(header)
        fix = f"declare them in the file's order: {seen}"
        problems.append(Problem(file=file, place=place, wrong="the columns stand in another order", seen=seen, fix=fix))
    return problems


def _told(problems: list[Problem], *, file: str) -> list[Problem]:
    rest = len(problems) - FAULTS_AT_MOST
    more = [Problem(file=file, wrong=f"{rest} more faults of the same file")] if rest > 0 else []
    return [*problems[:FAULTS_AT_MOST], *more]
