"""The analyst shares no code with what makes and checks the variants: an error in one cannot hide in the other."""

import ast
import subprocess
import sys
from pathlib import Path

import counterproof.agents

FORBIDDEN = ("matter", "evidence", "edits", "benchmarks", "construct")
AGENTS = Path(counterproof.agents.__file__).parent


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_no_agent_imports_a_package_that_makes_or_checks_variants():
    names = {name for path in AGENTS.rglob("*.py") for name in imported(path)}
    assert not [name for name in names for part in FORBIDDEN if name.startswith(f"counterproof.{part}")]


def test_none_is_loaded_on_the_way_nor_anything_that_takes_seconds():
    code = "import sys, counterproof.agents.registry; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not [name for name in loaded for part in FORBIDDEN if name.startswith(f"counterproof.{part}")]
    assert not {"anndata", "scanpy", "scipy.stats", "pandas"} & set(loaded)
