"""How the run of a notebook ended, as its executed copy says."""

from pathlib import Path
from typing import Literal, NamedTuple, cast

import nbformat
from nbformat import NotebookNode

from counterproof.store.atomic import write_text
from counterproof.trajectories.fields import mapping

Status = Literal["done", "failed", "not run"]
MARK = "counterproof"
"""Key of our own metadata in an executed copy."""


class NotebookRun(NamedTuple):
    """One notebook of an audit: `reason` says why it failed; `copy` is where its executed copy is or would be;
    `question` is what it asks, "" if it does not say.
    """

    name: str
    title: str
    status: Status
    reason: str | None
    seconds: float | None
    copy: Path
    question: str = ""


def run_of(copy: Path) -> NotebookRun:
    """How the run that left this executed copy ended; `not run` where there is no copy.

    A copy that still says `running` is what an interrupted run leaves: it failed.
    """
    if not copy.exists():
        return NotebookRun(copy.stem, copy.stem, "not run", None, None, copy)
    try:
        book = read_notebook(copy)
    except ValueError as error:
        unread = f"the executed copy cannot be read: {type(error).__name__}"
        return NotebookRun(copy.stem, copy.stem, "failed", unread, None, copy)
    said = mapping(book.metadata.get(MARK))
    status: Status = "done" if said.get("status") == "done" else "failed"
    reason: str | None = None if status == "done" else said.get("reason") or "the run was interrupted"
    title = title_of(book, otherwise=copy.stem)
    return NotebookRun(copy.stem, title, status, reason, said.get("seconds"), copy, question_of(book))


def title_of(book: NotebookNode, *, otherwise: str) -> str:
    """The first heading of a notebook."""
    lines = [line for cell in book.cells if cell.cell_type == "markdown" for line in cell.source.splitlines()]
    return next((line[2:].strip() for line in lines if line.startswith("# ")), otherwise)


def question_of(book: NotebookNode) -> str:
    """What a notebook asks, as it says below its title; "" where it does not."""
    lines = [line for cell in book.cells if cell.cell_type == "markdown" for line in cell.source.splitlines()]
    asked = next((line.partition(":")[2].strip() for line in lines if line.startswith("Question: ")), "")
    return asked[:1].upper() + asked[1:]


def mark(book: NotebookNode, *, status: str, reason: str | None = None, seconds: float | None = None) -> None:
    """Write into the notebook's metadata how its run stands."""
    book.metadata[MARK] = {"status": status, "reason": reason, "seconds": seconds}


def read_notebook(path: Path) -> NotebookNode:
    """The notebook at `path`, in the current format.

    Raises
    ------
    ValueError
        If the file is no notebook.
    """
    try:
        return cast("NotebookNode", nbformat.read(path, as_version=4))  # type: ignore[no-untyped-call]  # nbformat has none
    except (AttributeError, KeyError, TypeError, nbformat.ValidationError) as error:
        # What nbformat raises for JSON that is no notebook.
        msg = f"{path.name} is JSON and no notebook: run its audit again"
        raise ValueError(msg) from error


def write_notebook(book: NotebookNode, path: Path) -> None:
    """Put the notebook at `path` in one step."""
    write_text(path, nbformat.writes(book) + "\n")  # type: ignore[no-untyped-call]  # nbformat has none
