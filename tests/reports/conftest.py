"""Small notebooks, written on the spot; the made-up audit, the tiny study and a model's service are importable."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "views"), str(TESTS / "construct"), str(TESTS / "support")]


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Write a notebook of a title, a parameters cell and code cells; returns its path."""

    def write(*cells: str, parameters: str = "", name: str = "small.ipynb") -> Path:
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A small question\n\nIts prose.")])
        if parameters:
            book.cells.append(nbformat.v4.new_code_cell(parameters, metadata={"tags": ["parameters"]}))
        book.cells += [nbformat.v4.new_code_cell(cell) for cell in cells]
        path = tmp_path / name
        nbformat.write(book, path)
        return path

    return write


@pytest.fixture
def executed() -> Callable[..., nbformat.NotebookNode]:
    """A notebook as a run leaves it, from outputs given as data, without running anything."""

    def make(*data: Any, prose: str = "# Title", state: Any = None) -> nbformat.NotebookNode:
        # Altair 6 shows charts as objects of a type that a strict notebook refuses: nothing is validated here.
        outputs = [nbformat.from_dict({"output_type": "display_data", "metadata": {}, "data": each}) for each in data]
        cells = [nbformat.v4.new_markdown_cell(prose), nbformat.v4.new_code_cell("show()")]
        book = nbformat.v4.new_notebook(cells=cells)
        cells[1]["outputs"] = outputs
        if state is not None:
            widgets = {"application/vnd.jupyter.widget-state+json": {"state": state}}
            book.metadata["widgets"] = nbformat.from_dict(widgets)
        return book

    return make
