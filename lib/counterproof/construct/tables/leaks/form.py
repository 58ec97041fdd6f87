"""The form of the files: bytes, header and the way in which cells are written are those of one writer."""

import tempfile
from pathlib import Path

from counterproof.construct.tables.leaks.files import Finding, TableFiles
from counterproof.matter.table.cells import read_cell
from counterproof.matter.table.write import write_table_file


def one_writer(files: TableFiles) -> Finding:
    """Every file is byte for byte what the one writer makes of the table in it.

    It was read under the schema that its edit leaves, so that its columns and their order are the original's.
    """
    looked = "every file, read under the schema and written again"
    with tempfile.TemporaryDirectory(prefix="again-") as folder:
        for name, file in files.written.items():
            again = Path(folder) / name
            write_table_file(again, file.frame)
            if again.read_bytes() != file.data:
                return f"{name}: the file's bytes are not those that the writer makes of its table", looked, ""
    return "", looked, ""


def same_rows(files: TableFiles) -> Finding:
    """Every file has as many rows as the original: no edit of a table takes rows out."""
    looked = f"{files.original.frame.n_rows} rows"
    for name, file in files.written.items():
        if file.frame.n_rows != files.original.frame.n_rows:
            return f"{name}: {file.frame.n_rows} rows, original {files.original.frame.n_rows}", looked, ""
    return "", looked, ""


def same_writing(files: TableFiles) -> Finding:
    """Cells are written in one way: canonical numbers, and the same share of missing values in every column."""
    looked = "the text of every cell, and how many are missing in each column"
    for name, file in files.written.items():
        for column in file.frame.schema.columns:
            cells = file.frame.cells[column.name]
            strange = next((text for text in cells if text is not None and read_cell(text, column).text != text), None)
            if strange is not None:
                return f"{name}: column {column.name!r} writes {strange!r}", looked, ""
            # A swap exchanges two columns with all that is in them.
            if file.edit.kind != "swap_columns" and cells.count(None) != files.original.frame.cells[column.name].count(
                None
            ):
                return f"{name}: column {column.name!r} lacks another number of values", looked, ""
    return "", looked, ""
