"""Words that must not stand in a file: the columns that an edit took out, and what says which file it is."""

import re
from itertools import chain

from counterproof.construct.tables.leaks.files import Finding, TableFiles
from counterproof.domain.variant import DATA_VARIANTS
from counterproof.matter.table.frame import Frame

NAME_CHARACTER = rb"[0-9A-Za-z_.\-]"
"""Characters that can go on a name: `beta` is not found in `beta_exposure`."""
LEAST = 5
"""Length from which an item's id is looked for: a shorter one may stand in any table."""


def removed_columns(files: TableFiles) -> Finding:
    """The name of no dropped column stands anywhere in its file's bytes."""
    looked = []
    for name, file in files.written.items():
        if file.edit.kind != "drop_columns":
            continue
        looked.append(f"{', '.join(file.edit.columns)} in {name}")
        for column in file.edit.columns:
            # A label of that name that the original holds in another column says nothing of the dropped one.
            living = any(
                column in cells for other, cells in files.original.frame.cells.items() if other not in file.edit.columns
            )
            if not living and _stands(column, file.data):
                return f"{name}: the bytes hold the name of the dropped column {column!r}", "; ".join(looked), ""
    return "", "; ".join(looked) or "no column is dropped", ""


def no_file_words(files: TableFiles) -> Finding:
    """No file holds the name of its variant, of its item or of the folder it was written to.

    An item that is called as a column or a label of its source says nothing by that: it stood there before.
    """
    looked = "the names of variant files, item and folder stand in no file"
    item = files.registration.item
    for name, file in files.written.items():
        words = [f"{other}{file.path.suffix}" for other in DATA_VARIANTS]
        words += [str(file.path.parent), "counterproof", *([item] if len(item) >= LEAST else [])]
        # Encoded first: the bytes of a capital outside of ASCII are not made small.
        found = next((word for word in words if word.encode().lower() in file.data.lower()), None)
        if found is not None and not (found == item and _says(files.source, item)):
            return f"{name}: its bytes hold {found!r}", looked, ""
    return "", looked, ""


def _says(table: Frame, word: str) -> bool:
    texts = chain(table.cells, *table.cells.values())
    return any(word.lower() in text.lower() for text in texts if text is not None)


def _stands(word: str, data: bytes) -> bool:
    pattern = rb"(?<!" + NAME_CHARACTER + rb")" + re.escape(word.encode()) + rb"(?!" + NAME_CHARACTER + rb")"
    return re.search(pattern, data) is not None
