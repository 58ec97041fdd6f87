"""A real study of five items that constructs in a second, and hand-made files with known values."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anndata
import numpy as np
import pandas as pd
import yaml
from scipy import sparse

from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Group, Marker
from counterproof.domain.variant import Edit

KINDS = ("B", "Mono", "NK", "T")
PEAKS = {"CD79A": "B", "CD79B": "B", "LYZ": "Mono", "NKG7": "NK", "GNLY": "NK", "CD3D": "T"}
"""The genes that differ between kinds, each with the kind in which it is high; GNLY less so than NKG7."""
QUIET = tuple(f"RPL{number}" for number in range(1, 15))
"""Genes without effect; the last ones are in raw and the layer only, so that no axis is another's."""
CELLS = {"ctrl": {"B": 7, "Mono": 3, "NK": 6, "T": 14}, "stim": {"B": 7, "Mono": 15, "NK": 5, "T": 3}}
"""Cells of one donor; each condition has two donors."""

STIM, CTRL = {"condition": "stim"}, {"condition": "ctrl"}
ASKED: dict[str, dict[str, Any]] = {
    "marker_nk": {
        "ask": {"statistic": "marker", "group": {"kind": "NK"}},
        "options": {"A": "CD79A", "B": "NKG7", "C": "LYZ", "D": "CD3D"}, "key": "B", "flip_to": "A", "eliminable": True,
    },
    "specificity_lyz": {
        "ask": {"statistic": "specificity", "gene": "LYZ", "column": "kind"},
        "options": dict(zip("ABCD", KINDS, strict=True)), "key": "B", "flip_to": "D", "eliminable": False,
        "decisions": {"condition": "keep", "donor": "keep"},
    },
    "expression_ifi6": {
        "ask": {"statistic": "expression", "a": STIM, "b": CTRL, "donor": "donor", "within": {"kind": "B"}},
        "options": {"A": "CD79A", "B": "CD79B", "C": "IFI6", "D": "RPL1"}, "key": "C", "flip_to": "A",
        "eliminable": True,
    },
    "abundance_mono": {
        "ask": {"statistic": "abundance", "column": "kind", "a": STIM, "b": CTRL, "sample": "donor"},
        "options": dict(zip("ABCD", KINDS, strict=True)), "key": "B", "flip_to": "D", "eliminable": False,
    },
    "coexpression_cd79a": {
        "ask": {"statistic": "coexpression", "gene": "CD79A"},
        "options": {"A": "LYZ", "B": "CD3D", "C": "NKG7", "D": "CD79B"}, "key": "D", "flip_to": "C",
        "eliminable": False,
    },
}  # fmt: skip # fields, many a line


def write_tiny_study(folder: Path, *, items: Sequence[str] = tuple(ASKED), **changes: Any) -> Path:
    """A study's folder with its cells and items; `changes` are keys of its study.yaml."""
    (folder / "items").mkdir(parents=True)
    write_tiny_cells(folder / "cells.h5ad")
    for name in items:
        write_item(folder, name)
    routes = ("analyst", "reciter", "fallback", "eliminator", "guesser")
    study = {
        "study": "tiny",
        "agents": [{"name": route, "route": route} for route in routes],
        "replicates": 1,
        "bootstraps": 20,
        "seed": 7,
    }
    (folder / "study.yaml").write_text(yaml.safe_dump(study | changes), encoding="utf-8")
    return folder


def write_item(folder: Path, name: str, **changes: Any) -> None:
    """The file of one of the five items; `changes` replace what its table says."""
    facts = ASKED[name] | changes
    item = {
        "id": name,
        "family": facts["ask"]["statistic"],
        "question": "What do these cells show?",
        "options": facts["options"],
        "key": facts["key"],
        "data": {"source": "cells.h5ad"},
        "registration": {
            "ask": facts["ask"],
            "block": "raw",
            "block_class": "log",
            "flip_to": facts["flip_to"],
            # So few genes are left here that the sums of the rows tell the deleted one.
            "after_deletion": "declare",
            "decisions": facts.get("decisions", {}),
        },
        "eliminable": facts["eliminable"],
    }
    (folder / "items" / f"{name}.yaml").write_text(yaml.safe_dump(item, sort_keys=False), encoding="utf-8")


def write_tiny_cells(path: Path) -> None:
    """120 cells: scaled X, log raw with more genes, and the counts of all that raw has not lost."""
    rng = np.random.default_rng(1)
    sizes = [(c, f"{c}{n}", kind, size) for c in CELLS for n in (1, 2) for kind, size in CELLS[c].items()]
    obs = pd.DataFrame(
        [(c, donor, kind) for c, donor, kind, size in sizes for _ in range(size)],
        columns=["condition", "donor", "kind"],
        index=[f"cell{number:03d}" for number in range(120)],
        dtype="category",
    )
    genes = [*PEAKS, "IFI6", *QUIET]
    means = np.full((len(obs), len(genes)), 8.0)
    for place, gene in enumerate(genes):
        high = obs["kind"] == PEAKS[gene] if gene in PEAKS else obs["condition"] == "stim" if gene == "IFI6" else None
        if high is not None:
            means[:, place] = np.where(high, 15.0 if gene == "GNLY" else 40.0, 2.0)
    counts = rng.poisson(means)
    # Normalised before genes are left out, as files of the field are: the rest does not sum to a constant.
    log = np.log1p(1e4 * counts / counts.sum(axis=1, keepdims=True))
    shown, kept = genes[:-6], genes[:-2]
    scaled = ((log - log.mean(axis=0)) / log.std(axis=0))[:, : len(shown)].astype(np.float32)
    cells = anndata.AnnData(
        sparse.csr_matrix(log[:, : len(kept)].astype(np.float32)), obs=obs, var=pd.DataFrame(index=kept)
    )
    cells.raw = cells
    cells = cells[:, shown].copy()
    cells.X = scaled
    cells.layers["counts"] = sparse.csr_matrix(counts[:, : len(shown)].astype(np.int32))
    cells.write_h5ad(path)


def write_cells(path: Path, blocks: Mapping[str, Mapping[str, Sequence[float]]], **labels: Sequence[str]) -> Path:
    """A file of dense float64 blocks (X, raw, layers/NAME), each a table of gene and values; all layers as X."""
    tables = {name: pd.DataFrame(dict(values), dtype=float) for name, values in blocks.items()}
    n_cells = len(next(iter(tables.values())))
    obs = pd.DataFrame(labels, index=[f"c{number}" for number in range(n_cells)], dtype=str)

    def whole(table: pd.DataFrame) -> anndata.AnnData:
        return anndata.AnnData(table.to_numpy(), obs=obs, var=pd.DataFrame(index=list(table)))

    cells = whole(tables["X"])
    if "raw" in tables:
        cells.raw = whole(tables["raw"])
    for name, table in tables.items():
        if name.startswith("layers/"):
            cells.layers[name.removeprefix("layers/")] = table[list(tables["X"])].to_numpy()
    path.parent.mkdir(parents=True, exist_ok=True)
    cells.write_h5ad(path)
    return path


def registered(ask: Any = None, *, targets: Mapping[str, str], **changes: Any) -> Registration:
    """A registration on block X of log values: key A, flip to B, the genes of both swapped; margin 0.5."""
    fields: dict[str, Any] = {
        "item": "one",
        "data_sha256": "0" * 64,
        "statistic": ask or Marker(group=Group(column="kind", value="NK")),
        "targets": dict(targets),
        "block": "X",
        "block_class": "log",
        "margin": 0.5,
        "stability": 0.95,
        "bootstraps": 50,
        "key": "A",
        "flip_to": "B",
        "edits": {
            "original": Edit(kind="none"),
            "null": Edit(kind="permute"),
            "withdraw": Edit(kind="delete_gene", genes=(targets["A"],)),
            "flip": Edit(kind="swap_genes", genes=(targets["A"], targets["B"])),
        },
        "supported": {"original": "A", "null": "A", "withdraw": None, "flip": "B"},
        "keep_obs": ("kind",),
        "contrasts": ("flip",),
        "seed": 3,
    }
    return Registration.model_validate(fields | changes)
