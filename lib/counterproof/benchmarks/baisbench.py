"""BAISBench's task 2: 41 published single-cell studies, up to five multiple-choice questions each, in one spreadsheet.

Its columns are `name`, `doi`, `background`, and `Questions1`, `Answer1` to `Questions5`, `Answer5`. The data are
published apart, one h5ad file a study.
"""

from collections.abc import Iterator
from pathlib import Path

from counterproof.benchmarks.loading import Loaded, Row, RowNote, item_id, loaded
from counterproof.benchmarks.option_lines import Split, letters_of, same_text, split_options
from counterproof.benchmarks.xlsx import SheetRow, read_sheet
from counterproof.domain.loaded_item import NO_DATA
from counterproof.domain.problem import InputError, Problem

SLOTS = range(1, 6)
NEEDED = ("name", "doi", "background", "Questions1", "Answer1")


def load_baisbench(path: Path, *, data: Path | None = None) -> Loaded:
    """Every question of the spreadsheet as an item.

    Empty slots are listed as refused rows. Several keys, other marks than `A)`, more options than four, keys out of
    order and keys whose text is not the option's are read and listed as irregular.

    Parameters
    ----------
    path
        The spreadsheet, or the folder that holds it alone.
    data
        Folder of h5ad files. A study's file is named by its DOI with `_` for `/`, by its name in lower case with `_`
        between the words, or by its number in the spreadsheet, from 1 on (`07.h5ad`).

    Raises
    ------
    InputError
        If the file is no such spreadsheet.
    """
    file = _spreadsheet(path)
    rows = read_sheet(file)
    known = {name for row in rows for name in row.cells}
    missing = [name for name in NEEDED if name not in known]
    if missing:
        wrong = f"is no spreadsheet of BAISBench: it has no column {', '.join(missing)}"
        fix = "give the spreadsheet of task 2 as it was published"
        raise InputError([Problem(file=file.name, wrong=wrong, seen=", ".join(sorted(known)), fix=fix)])
    return loaded(
        row for number, study in enumerate(rows, 1) for row in _of_study(study, number, file=file.name, data=data)
    )


def _spreadsheet(path: Path) -> Path:
    if not path.is_dir():
        return path
    found = sorted(path.glob("*.xlsx"))
    if len(found) != 1:
        wrong = f"holds {len(found)} spreadsheets"
        raise InputError([Problem(file=str(path), wrong=wrong, fix="give the path of BAISBench's .xlsx file")])
    return found[0]


def _of_study(study: SheetRow, number: int, *, file: str, data: Path | None) -> Iterator[Row | RowNote]:
    for slot in SLOTS:
        place = f"row {study.number}, question {slot}"
        question, key = study.cells.get(f"Questions{slot}"), study.cells.get(f"Answer{slot}")
        if question is None or key is None:
            reason = "the slot is empty" if question is None and key is None else "has a question or a key only"
            yield RowNote(file=file, row=place, reason=reason)
            continue
        split, letters = split_options(question), letters_of(key)
        strange = [letter for letter in letters if letter not in split.options]
        if not letters or strange or len(split.options) < 2:
            yield RowNote(file=file, row=place, reason=f"the key {key!r} names no option of the question")
            continue
        doi = study.cells.get("doi", "")
        fields = {
            "id": f"bais_{number:02}_q{slot}",
            "benchmark": "baisbench",
            "source_id": f"{doi} question {slot}",
            "question": split.question,
            "background": study.cells.get("background", "").strip(),
            "options": split.options,
            "key": ",".join(sorted(letters)),
            "data": {"source": _data_file(study, number, data)},
            "files": (doi,),
        }
        yield Row(file, place, fields, tuple(_irregular(split, key, letters)))


def _irregular(split: Split, key: str, letters: tuple[str, ...]) -> Iterator[str]:
    if len(letters) > 1:
        yield f"several keys: {','.join(letters)}"
    if list(letters) != sorted(letters):
        yield f"keys out of order: {','.join(letters)}"
    if split.mark != ")":
        yield f"options marked otherwise than 'A)': 'A{split.mark}'"
    if len(split.options) != 4:
        yield f"other than four options: {len(split.options)}"
    if len(letters) == 1:
        said = key.strip().lstrip("(")[2:].strip()
        if said and not same_text(said, split.options[letters[0]]):
            yield f"the key reads otherwise than its option: {said!r}"


def _data_file(study: SheetRow, number: int, folder: Path | None) -> str:
    if folder is None:
        return NO_DATA
    doi, name = study.cells.get("doi", "").strip(), study.cells.get("name", "")
    for stem in (doi.replace("/", "_"), item_id(name), f"{number:02}", str(number)):
        path = folder / f"{stem}.h5ad"
        if stem and path.is_file():
            return str(path)
    return NO_DATA
