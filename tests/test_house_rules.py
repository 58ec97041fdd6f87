"""Rules of the style guide that a machine can read: short files, plain names, notebooks without logic or outputs."""

import ast
import json
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
LINES_AT_MOST = 400
NO_IDEA = {"utils", "util", "helpers", "helper", "common", "misc"}
LOGIC = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.If,
    ast.IfExp,
    ast.Try,
    ast.comprehension,
)
FILES = sorted((PROJECT / "lib").rglob("*.py"))
NOTEBOOKS = sorted((PROJECT / "notebooks").glob("*.ipynb"))


def code_cells(notebook: Path) -> list[dict]:
    return [cell for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def test_no_file_of_the_library_is_longer_than_400_lines():
    lengths = {str(path.relative_to(PROJECT)): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert not {name: length for name, length in lengths.items() if length > LINES_AT_MOST}


def test_every_file_of_the_library_is_named_for_its_idea():
    assert not [str(path.relative_to(PROJECT)) for path in FILES if path.stem in NO_IDEA or path.parent.name in NO_IDEA]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_no_outputs(notebook):
    full = [n for n, cell in enumerate(code_cells(notebook)) if cell["outputs"] or cell["execution_count"] is not None]
    assert not full, f"code cells {full} hold outputs: .venv/bin/nbstripout {notebook.relative_to(PROJECT)}"


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_no_logic(notebook):
    sources = ["".join(cell["source"]) for cell in code_cells(notebook)]
    logic = [source for source in sources if any(isinstance(node, LOGIC) for node in ast.walk(ast.parse(source)))]
    assert not logic, "move this into the library and call it"


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_one_cell_of_parameters(notebook):
    tags = [cell["metadata"].get("tags", []) for cell in code_cells(notebook)]
    assert sum("parameters" in those for those in tags) == 1
