"""The text of a spreadsheet's first sheet, read with the standard library: the lock holds no reader of such files."""

import re
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from counterproof.domain.problem import InputError, Problem

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
BYTES_AT_MOST = 200_000_000
"""Unpacked size above which a part is not read: a small file can unpack to anything."""

# An encrypted part is a RuntimeError, a damaged one a zlib.error.
UNREADABLE = (OSError, LookupError, ValueError, RuntimeError, zlib.error, zipfile.BadZipFile, ET.ParseError)


class SheetRow(NamedTuple):
    """One row: its number as the spreadsheet shows it, and its cells as text by the name of their column."""

    number: int
    cells: dict[str, str]


def read_sheet(path: Path) -> tuple[SheetRow, ...]:
    """The rows of the first sheet under its header; an empty cell is left out. Formatting and formulas are passed over.

    Raises
    ------
    InputError
        If the file is no such spreadsheet, or a name stands twice in its header.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            strings = _strings(_part(archive, STRINGS)) if STRINGS in names else ()
            rows = _rows(_part(archive, SHEET), strings)
    except UNREADABLE as error:
        wrong = f"is no .xlsx file that can be read: {error}"
        raise InputError([Problem(file=path.name, wrong=wrong, fix="save it as .xlsx")]) from None
    if not rows:
        raise InputError([Problem(file=path.name, wrong="its first sheet is empty")])
    header = rows[0].cells
    titles = list(header.values())
    twice = sorted({title for title in titles if titles.count(title) > 1})
    if twice:
        raise InputError([Problem(file=path.name, place="row 1", wrong=f"two columns are named {', '.join(twice)}")])
    named = ((row.number, {header[name]: text for name, text in row.cells.items() if name in header}) for row in rows)
    return tuple(SheetRow(number, cells) for number, cells in list(named)[1:])


def _part(archive: zipfile.ZipFile, name: str) -> ET.Element:
    size = archive.getinfo(name).file_size
    if size > BYTES_AT_MOST:
        msg = f"{name} unpacks to {size} bytes"
        raise ValueError(msg)
    data = archive.read(name)
    if b"<!DOCTYPE" in data[:2000] or b"<!ENTITY" in data:
        # No spreadsheet program writes one; a small one can grow without end.
        msg = f"{name} holds a document type"
        raise ValueError(msg)
    return ET.fromstring(data)  # noqa: S314, entities are refused above


def _strings(root: ET.Element) -> tuple[str, ...]:
    return tuple(_text(entry) for entry in root.iter(f"{MAIN}si"))


def _text(entry: ET.Element) -> str:
    # `rPh` holds how the text is pronounced, which is no part of it.
    parts = [*entry.findall(f"{MAIN}t"), *entry.findall(f"{MAIN}r/{MAIN}t")]
    return "".join(part.text or "" for part in parts)


def _rows(root: ET.Element, strings: tuple[str, ...]) -> list[SheetRow]:
    rows = []
    for number, row in enumerate(root.iter(f"{MAIN}row"), 1):
        cells = {}
        for cell in row.iter(f"{MAIN}c"):
            text = _cell(cell, strings)
            column = re.match("[A-Z]+", cell.get("r", ""))
            if text.strip() and column:
                cells[column[0]] = text
        rows.append(SheetRow(int(row.get("r", number)), cells))
    return [row for row in rows if row.cells]


def _cell(cell: ET.Element, strings: tuple[str, ...]) -> str:
    inline, value = cell.find(f"{MAIN}is"), cell.findtext(f"{MAIN}v")
    if inline is not None:
        return _text(inline)
    if value is None:
        return ""
    return strings[int(value)] if cell.get("t") == "s" else value
