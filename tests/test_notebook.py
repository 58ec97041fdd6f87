import ast
import json
from pathlib import Path

import pytest

import counterproof.notebook as cp
from counterproof.audit.cases import RULES
from counterproof.benchmarks.loaders import load_benchmark
from counterproof.benchmarks.new_study import write_new_study

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


def tree_of(notebook):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ast.parse("\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"))


def called(notebook):
    """The names that a notebook takes from the library, as `cp.NAME`."""
    nodes = [node for node in ast.walk(tree_of(notebook)) if isinstance(node, ast.Attribute)]
    return {node.attr for node in nodes if isinstance(node.value, ast.Name) and node.value.id == "cp"}


def test_there_are_notebooks_that_call_names():
    assert len(NOTEBOOKS) >= 6
    assert "open_study" in called(NOTEBOOKS[0])


def test_every_name_exists_once_and_in_order():
    assert cp.__all__ == sorted(set(cp.__all__))
    assert not [name for name in cp.__all__ if not hasattr(cp, name)]


@pytest.mark.parametrize("name", cp.__all__)
def test_every_name_is_documented(name):
    thing = getattr(cp, name)
    assert thing.__module__.startswith("counterproof.")
    text = (thing.__doc__ or "").strip()
    assert text.partition("\n\n")[0].endswith(".")
    # What Python writes for a dataclass that has no docstring.
    assert not text.startswith(f"{name}(")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_name_that_a_notebook_calls_is_offered(notebook):
    assert called(notebook) <= set(cp.__all__)


def test_no_name_is_offered_that_no_notebook_calls():
    assert set(cp.__all__) == set().union(*map(called, NOTEBOOKS))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_imports_nothing_but_these_names(notebook):
    imports = [node for node in ast.walk(tree_of(notebook)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imports] == ["import counterproof.notebook as cp"]


def test_every_kind_of_case_that_a_notebook_asks_for_exists():
    asked = [
        keyword.value.value
        for notebook in NOTEBOOKS
        for node in ast.walk(tree_of(notebook))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "cp.case_stepper"
        for keyword in node.keywords
        if keyword.arg == "kind" and isinstance(keyword.value, ast.Constant)
    ]
    assert asked == list(RULES)


def test_the_module_holds_no_code_of_its_own():
    tree = ast.parse(Path(cp.__file__).read_text(encoding="utf-8"))
    assert not [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]


@pytest.fixture(scope="module")
def unregistered(tmp_path_factory):
    """A study as it comes from a list of questions, in which nothing is registered."""
    folder = tmp_path_factory.mktemp("unregistered")
    (folder / "questions.csv").write_text("id,question,A,B,key\none,Which?,this,that,B\ntwo,Which one?,a,b,A\n")
    write_new_study(folder / "study", "own", load_benchmark("own", folder / "questions.csv"))
    return folder / "study"


@pytest.mark.parametrize(
    "notebook", [path for path in NOTEBOOKS if "identity" not in path.stem], ids=lambda path: path.stem
)
def test_a_notebook_ends_well_on_a_study_in_which_nothing_is_registered(notebook, unregistered):
    first, *cells = (
        "".join(cell["source"])
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    )
    names = {}
    exec(first, names)
    names["study"] = str(unregistered)
    shown = []
    for cell in cells:
        *lines, last = ast.parse(cell).body
        exec(compile(ast.Module(lines, []), notebook.name, "exec"), names)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), notebook.name, "eval"), names))
        else:
            exec(compile(ast.Module([last], []), notebook.name, "exec"), names)
    told = " ".join(each._repr_html_() for each in shown if hasattr(each, "_repr_html_"))
    assert "registration" in told or "run" in told
