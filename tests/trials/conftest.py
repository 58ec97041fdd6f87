"""A little study as construction would leave it: marker items with real files of their four variants."""

import pickle
import sys
from pathlib import Path
from types import SimpleNamespace

import anndata as ad
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from counterproof.domain.construction import Construction
from counterproof.domain.finding import Screening
from counterproof.domain.item import Item
from counterproof.domain.registration import Registration
from counterproof.domain.study import Study
from counterproof.domain.variant import Variant
from counterproof.store.digest import file_digest
from counterproof.store.layout import layout_of
from counterproof.store.study import OpenStudy

# Where thousands of made-up trials are written, and models' services are made up.
sys.path += [str(Path(__file__).parents[2] / "benchmarks"), str(Path(__file__).parents[1] / "support")]

GENES = {
    "original": ["CD3D", "NKG7", "MS4A1", "LYZ"],
    "null": ["CD3D", "NKG7", "MS4A1", "LYZ"],
    "withdraw": ["CD3D", "GNLY", "MS4A1", "LYZ"],
    "flip": ["NKG7", "CD3D", "MS4A1", "LYZ"],
}
EDITS = {
    "original": {"kind": "none"},
    "null": {"kind": "permute"},
    "withdraw": {"kind": "delete_gene", "genes": ("NKG7",)},
    "flip": {"kind": "swap_genes", "genes": ("NKG7", "CD3D")},
}
ROUTES = ("analyst", "reciter", "fallback", "eliminator", "guesser")
MARKER = {"statistic": "marker", "group": {"cell": "NK"}}
SCRIPT = """
import pickle, sys
from pathlib import Path
from counterproof.trials.run import run_trials

if __name__ == "__main__":
    study, constructions = pickle.loads(Path(sys.argv[1]).read_bytes())
    print("started", flush=True)
    print(run_trials(study, constructions, jobs=int(sys.argv[2])).model_dump_json())
"""


def item_of(number):
    return Item(
        id=f"item{number:02}",
        family="marker",
        question="Which gene marks NK cells?",
        background="Blood.",
        options=dict(zip("ABCD", GENES["original"], strict=True)),
        key="B",
        data={"source": "cells.h5ad"},
        registration={"ask": MARKER, "block": "X", "block_class": "log", "flip_to": "A"},
        eliminable=True,
    )


def write_variant(layout, item, name, *, seed):
    rng = np.random.default_rng(seed)
    cells = np.repeat(["NK", "T", "B"], 10)
    x = rng.uniform(0, 0.4, (30, 4))
    x[cells == "NK", 1] += 2
    obs = pd.DataFrame({"cell": pd.Categorical(cells)}, index=[f"c{i}" for i in range(30)])
    path = layout.variant(item.id, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    ad.AnnData(sp.csr_matrix(x), obs=obs, var=pd.DataFrame(index=GENES[name])).write_h5ad(path)
    return Variant(
        item=item.id,
        name=name,
        edit=EDITS[name],
        path=str(path.relative_to(layout.work)),
        sha256=file_digest(path),
        bytes=path.stat().st_size,
        n_cells=30,
        n_genes=4,
        registration="0" * 64,
    )


def construction_of(layout, item, *, excluded=None, seed=0):
    registration = Registration(
        item=item.id,
        data_sha256="0" * 64,
        statistic=MARKER,
        targets=item.options,
        block="X",
        block_class="log",
        margin=0.5,
        stability=0.95,
        bootstraps=200,
        key="B",
        flip_to="A",
        edits=EDITS,
        supported={"original": "B", "null": "B", "withdraw": None, "flip": "A"},
        keep_obs=(),
        contrasts=("ega",),
        seed=1,
    )
    written = () if excluded else tuple(write_variant(layout, item, name, seed=seed) for name in GENES)
    decision = "excluded" if excluded else "decidable"
    return Construction(
        item=item.id,
        excluded=excluded,
        registration=registration,
        screening=Screening(item=item.id, decision=decision, reason=excluded),
        variants=written,
    )


@pytest.fixture
def little(tmp_path):
    """Build a study in the test's folder: decidable items, and one excluded item after them."""

    def build(*, items=2, routes=ROUTES, replicates=1, agents=None, **settings):
        all_items = tuple(item_of(number) for number in range(items + 1))
        chosen = agents or [{"name": route, "route": route} for route in routes]
        study = Study(study="little", agents=chosen, replicates=replicates, seed=7, **settings)
        layout = layout_of(tmp_path / "study", out=tmp_path / "out")
        made = [construction_of(layout, item, seed=seed) for seed, item in enumerate(all_items[:-1])]
        made.append(construction_of(layout, all_items[-1], excluded="tied"))
        return SimpleNamespace(study=OpenStudy(study, all_items, layout), made=tuple(made), trials=layout.trials)

    return build


@pytest.fixture
def command(tmp_path):
    """The command line of a process that runs a little study's trials."""

    def build(little, *, jobs):
        (tmp_path / "run.py").write_text(SCRIPT)
        (tmp_path / "study.pickle").write_bytes(pickle.dumps((little.study, little.made)))
        return [sys.executable, "-W", "error", str(tmp_path / "run.py"), str(tmp_path / "study.pickle"), str(jobs)]

    return build


@pytest.fixture
def service():
    """A model's service; `script` are its answers in order, the last one for ever."""
    from model_service import serving  # noqa: PLC0415, found by the line above

    with serving() as server:
        yield server
