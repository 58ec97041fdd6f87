"""A notebook run in batch: an executed copy and a status that tells the truth."""

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
import papermill
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

from counterproof.reports.kernel import NAME, this_interpreter
from counterproof.reports.outcome import NotebookRun, mark, read_notebook, run_of, write_notebook
from counterproof.reports.parameters import checked_parameters

INJECTED = "injected-parameters"
"""Papermill's tag of the cell that it puts in."""


def run_notebook(
    notebook: Path,
    *,
    copy: Path,
    parameters: Mapping[str, Any],
    folder: Path | None = None,
    cell_seconds: float | None = None,
) -> NotebookRun:
    """How the run ended, with the executed copy left at `copy` in every case.

    Parameters
    ----------
    notebook
        A notebook with one typed cell tagged `parameters`.
    copy
        Where the executed copy goes.
    parameters
        Values for the parameters cell, checked before anything runs or is written.
    folder
        The kernel's working folder; the notebook's own if none is given.
    cell_seconds
        Longest wall time of one cell; null for no limit.

    Raises
    ------
    InputError
        If a parameter is unknown or of another kind than the cell says.
    """
    values = checked_parameters(notebook, parameters)
    book = read_notebook(notebook)
    mark(book, status="running")
    write_notebook(book, copy)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="counterproof-") as scratch:
        said = Path(scratch) / "kernel.log"
        said.touch()
        reason: str | None = "the run was interrupted"
        try:
            reason = _execute(
                book, copy, values, said=said, folder=folder or notebook.parent, cell_seconds=cell_seconds
            )
        finally:
            _finish(copy, reason=reason, seconds=time.monotonic() - started)
    return run_of(copy)


def _execute(
    book: NotebookNode,
    copy: Path,
    values: dict[str, Any],
    *,
    said: Path,
    folder: Path,
    cell_seconds: float | None,
) -> str | None:
    try:
        papermill.execute_notebook(
            book,
            # papermill reads braces in a path as places to fill in.
            str(copy.resolve()).replace("{", "{{").replace("}", "}}"),
            parameters=values,
            kernel_name=NAME,
            language="python",
            kernel_manager_class=this_interpreter(said),
            cwd=folder.resolve(),
            execution_timeout=cell_seconds,
            progress_bar=False,
        )
    except PapermillExecutionError as error:
        return f"{error.ename}: {error.evalue}" if error.evalue else error.ename
    except CellTimeoutError:
        return f"a cell ran longer than {cell_seconds:g} seconds"
    except DeadKernelError:
        return f"the kernel died{_last_words(said)}"
    except Exception as error:  # noqa: BLE001 (broken machinery must not leave a page that looks finished)
        return f"{type(error).__name__}: {error}{_last_words(said)}"
    return None


def _last_words(said: Path) -> str:
    lines = [line.strip() for line in said.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    fatal = [line for line in lines if line.startswith(("Fatal", "MemoryError"))]
    return f" ({(fatal or lines)[-1][:200]})" if lines else ""


def _finish(copy: Path, *, reason: str | None, seconds: float) -> None:
    book = read_notebook(copy)
    where = _running_cell(book)
    if reason is not None and where is not None:
        place, cell = where
        reason = f"cell {place}: {reason}"
        if not any(output.output_type == "error" for output in cell.outputs):
            stop = {"output_type": "error", "ename": "Stopped", "evalue": reason, "traceback": [reason]}
            cell.outputs.append(nbformat.from_dict(stop))  # type: ignore[no-untyped-call]  # has none
    mark(book, status="done" if reason is None else "failed", reason=reason, seconds=round(seconds, 1))
    write_notebook(book, copy)


def _running_cell(book: NotebookNode) -> tuple[int, NotebookNode] | None:
    """The last cell that has begun, with its place among the code cells of the notebook as its author wrote it."""
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    place, begun = 0, []
    for cell in code:
        # The cell with our parameters is papermill's: nobody who opens the notebook finds it there.
        place += INJECTED not in cell.metadata.get("tags", [])
        # papermill calls a cell `completed` also when its kernel died; the cells after it stay `pending`.
        if cell.metadata.get("papermill", {}).get("status") in {"running", "completed", "failed"}:
            begun.append((place, cell))
    return begun[-1] if begun else None
