"""Imports point down: never up, never sideways between packages of one layer, never in a circle."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

LIBRARY = Path(__file__).resolve().parents[1] / "lib" / "counterproof"
LAYERS = (
    {"domain"},
    {"stats", "store", "matter", "jobs", "sandbox"},
    {"evidence", "edits"},
    {"benchmarks", "construct"},
    {"agents", "trajectories"},
    {"trials"},
    {"evaluators"},
    {"audit"},
    {"views"},
    {"reports", "notebook"},  # `notebook` is the names that a notebook calls, and holds no code of its own
    {"cli"},
)
RANK = {package: rank for rank, layer in enumerate(LAYERS) for package in layer}


def modules(library: Path) -> dict[str, Path]:
    """Every module by its name below the library: `domain.item`; a package is its `__init__`."""
    return {_name(path.relative_to(library)): path for path in sorted(library.rglob("*.py"))}


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(library: Path, name: str) -> Iterator[tuple[int, str]]:
    """Line and name of every module of the library that a module imports, at its top or inside a function."""
    known = modules(library)
    package = name if known[name].name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(known[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, library.name, package)
            targets = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            head, _, rest = target.partition(".")
            # `from a.b import c` names a module a.b.c, or a value inside the module a.b.
            found = next((part for part in (rest, rest.rpartition(".")[0]) if part in known), rest)
            if head == library.name and found:
                yield node.lineno, found


def _base(node: ast.ImportFrom, library: str, package: str) -> str:
    if node.level == 0:
        return node.module or ""
    parts = package.split(".") if package else []
    above = parts[: len(parts) - (node.level - 1)]
    return ".".join([library, *above, *([node.module] if node.module else [])])


def layer_faults(library: Path) -> list[str]:
    """A line for each import that does not point down, and for each package without a layer."""
    faults = []
    for name in modules(library):
        own = name.partition(".")[0]
        if own in {"", "__main__"}:
            continue
        if own not in RANK:
            faults.append(f"{own} has no layer: add it to LAYERS in {Path(__file__).name}")
            continue
        for line, target in imports(library, name):
            other = target.partition(".")[0]
            if other != own and RANK.get(other, -1) >= RANK[own]:
                direction = "sideways" if RANK[other] == RANK[own] else "up"
                faults.append(f"{name} line {line} imports {target}: that points {direction}")
    return faults


def circle(library: Path) -> list[str]:
    """The modules of one circle of imports, also of one that an import inside a function hides; none where none is."""
    graph = {name: {target for _, target in imports(library, name)} - {name} for name in modules(library)}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_import_of_the_library_points_down():
    assert not layer_faults(LIBRARY)


def test_the_library_has_no_circle_of_imports():
    assert not circle(LIBRARY)


@pytest.fixture
def little(tmp_path):
    def build(**files: str) -> Path:
        library = tmp_path / "counterproof"
        for name, text in files.items():
            path = library / (name.replace("__", "/") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            (path.parent / "__init__.py").touch()
            path.write_text(text, encoding="utf-8")
        return library

    return build


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("from counterproof.trials.run import run_trials", "up"),
        ("from counterproof.trials import run", "up"),
        ("from counterproof import trials", "up"),
        ("import counterproof.trials.run", "up"),
        ("from ..trials.run import run_trials", "up"),
        ("def f():\n    from counterproof.trials.run import run_trials", "up"),
        ("from counterproof.matter import cells", "sideways"),
    ],
)
def test_an_import_that_does_not_point_down_is_found(little, text, direction):
    library = little(store__study=text, trials__run="run_trials = 1", matter__cells="")
    assert [fault.rpartition(" ")[2] for fault in layer_faults(library)] == [direction]


def test_imports_down_and_inside_a_package_are_right(little):
    library = little(
        domain__item="",
        store__study="from counterproof.domain.item import Item\nfrom . import layout",
        store__layout="",
    )
    assert not layer_faults(library)


def test_a_package_without_a_layer_is_found(little):
    assert layer_faults(little(helpers__all=""))[0].startswith("helpers has no layer")


def test_a_circle_hidden_in_a_function_is_found(little):
    library = little(
        store__a="from counterproof.store.b import g", store__b="def g():\n    from counterproof.store.a import f"
    )
    assert set(circle(library)) == {"store.a", "store.b"}
