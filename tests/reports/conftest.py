"""Small notebooks, written on the spot."""

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

Writer = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Writer:
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
