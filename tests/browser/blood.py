"""A small project of its own: real blood cells, one item registered, one not, and the notebooks 01 to 04."""

import shutil
from pathlib import Path

import nbformat
import yaml

PROJECT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ("01_construct_variants", "02_verify_variants", "03_run_agents", "04_score")
STUDY = """\
study: blood
title: Blood cells, one item of which waits for its registration
agents:
  - {name: analyst, kind: reference, route: analyst}
  - {name: reciter, kind: reference, route: reciter}
replicates: 1
bootstraps: 50
seed: 11
"""
KILLERS = """\
# Written by hand; the registration comes later.
id: nk_killers
family: marker
question: Which of these genes marks the cells labelled `CD56+ NK` most strongly against all other cells?
options: {A: CD79A, B: NKG7, C: CST3, D: CD3D}   # four well-known genes
key: B
data: {source: "scanpy:pbmc68k_reduced"}
eliminable: true
"""
MONOCYTES = {
    "id": "monocyte_lyz",
    "family": "marker",
    "question": "Which of these genes marks the monocytes most strongly?",
    "options": {"A": "CD79A", "B": "LYZ", "C": "NKG7"},
    "key": "B",
    "data": {"source": "scanpy:pbmc68k_reduced"},
    "registration": {
        "ask": {"statistic": "marker", "group": {"bulk_labels": "CD14+ Monocyte"}},
        "block": "raw",
        "block_class": "log",
        "flip_to": "C",
    },
}


def blood_project(root: Path, *, item: str = "nk_killers") -> Path:
    """A project below `root`, its notebook 01 set to one item; the study's folder."""
    study = root / "data" / "studies" / "blood"
    (study / "items").mkdir(parents=True)
    (study / "study.yaml").write_text(STUDY, encoding="utf-8")
    (study / "items" / "nk_killers.yaml").write_text(KILLERS, encoding="utf-8")
    (study / "items" / "monocyte_lyz.yaml").write_text(yaml.safe_dump(MONOCYTES, sort_keys=False), encoding="utf-8")
    (root / "notebooks").mkdir()
    for name in NOTEBOOKS:
        shutil.copy(PROJECT / "notebooks" / f"{name}.ipynb", root / "notebooks")
    first = root / "notebooks" / f"{NOTEBOOKS[0]}.ipynb"
    book = nbformat.read(first, as_version=4)
    for cell in book.cells:
        if "parameters" in cell.metadata.get("tags", []):
            cell.source = cell.source.replace("studies/pbmc", "studies/blood").replace(
                'item: str = ""', f'item: str = "{item}"'
            )
    nbformat.write(book, first)
    return study
