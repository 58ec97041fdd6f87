"""The files of one small item with ways to plant a leak, the tiny study, and the made-up audit, importable here."""

import shutil
import sys
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import anndata as ad
import h5py
import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from counterproof.construct.leaks.files import DataFile, Files, Written
from counterproof.construct.leaks.registry import audit_leaks
from counterproof.domain.finding import LeakCheck
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Group, Marker
from counterproof.domain.variant import DATA_VARIANTS, Edit, Variant
from counterproof.edits.registry import arrange
from counterproof.matter.h5ad import load, open_h5ad
from counterproof.matter.plan import SIZES, Sizes
from counterproof.matter.write import write_variants

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE.parent / "views")]

GENES = [f"GENE{number}" for number in range(1, 26)]
KINDS = ["B", "NK", "T cell"]
DELETE = Edit(kind="delete_gene", genes=("GENE1",))
SWAP = Edit(kind="swap_genes", genes=("GENE1", "GENE2"))
EXCHANGE = Edit(kind="exchange_labels", column="kind", values=("B", "T cell"))
EDITS = {"original": Edit(kind="none"), "null": Edit(kind="permute"), "withdraw": DELETE, "flip": SWAP}


def write_variant(
    source: Path,
    path: Path,
    edit: Edit,
    *,
    seed: int,
    keep_obs=(),
    keep_var=(),
    row_order=None,
    streamed=False,
    packed=True,
    **named,
) -> tuple:
    """The one place where these tests meet the writer; numbers of cells and genes, and the names of the cells."""
    matter = replace(open_h5ad(source, in_memory=0) if streamed else load(source), packed=packed)
    arrangement = arrange(matter, edit, seed=seed, keep_obs=keep_obs, keep_var=keep_var, **named)
    if row_order is not None:
        arrangement = arrangement.take_rows(row_order(arrangement.obs))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_variants(matter, {path: arrangement}, sizes=Sizes(2_000, 6_000) if streamed else SIZES)
    return len(arrangement.obs), len(arrangement.var["var"]), arrangement.obs.index


@dataclass(frozen=True)
class Made:
    """The written variants of an item, and what the leak audit needs."""

    variants: tuple[Variant, ...]
    registration: Registration
    work: Path
    source: Path
    cells: dict[str, pd.Index] = field(default_factory=dict)

    def path(self, name: str) -> Path:
        return next(self.work / variant.path for variant in self.variants if variant.name == name)

    def paths(self) -> list[Path]:
        return [self.work / variant.path for variant in self.variants]

    def files(self) -> Files:
        """What one check reads."""
        written = {
            one.name: Written(one, self.work / one.path, cells=self.cells.get(one.name)) for one in self.variants
        }
        return Files(self.registration, DataFile(self.source), written)

    def audit(self) -> dict[str, LeakCheck]:
        found = audit_leaks(self.variants, self.registration, work=self.work, source=self.source, cells=self.cells)
        return {check.check: check for check in found}

    def leaks(self) -> dict[str, str]:
        """The evidence of each check that failed."""
        return {name: check.evidence for name, check in self.audit().items() if not check.passed}


@pytest.fixture(scope="session")
def cells():
    """300 cells of three kinds: counts, a log layer over a larger transcriptome, columns that tell too much."""

    def make(*, seed=0, n_cells=300, shares=(0.3, 0.3, 0.4)) -> ad.AnnData:
        rng = np.random.default_rng(seed)
        kind = rng.choice(KINDS, n_cells, p=shares)
        rates = rng.gamma(1.0, 2.0, size=(3, len(GENES)))[[KINDS.index(one) for one in kind]]
        counts = rng.poisson(rates * rng.lognormal(0, 0.4, size=(n_cells, 1)))
        unseen = rng.poisson(300, size=n_cells)
        log = np.log1p(counts / (counts.sum(axis=1) + unseen)[:, None] * 1e4)
        donor = np.array(["D1", "D2", "D3", "D4"])[rng.integers(0, 4, n_cells)]
        obs = pd.DataFrame(
            {
                "kind": pd.Categorical(kind),
                "donor": pd.Categorical(donor),
                "condition": pd.Categorical(np.where(np.isin(donor, ["D1", "D2"]), "ctrl", "stim")),
                "cluster": pd.Categorical([f"cl{KINDS.index(one)}" for one in kind]),
                "total_counts": counts.sum(axis=1).astype(np.float64),
                "score": rng.normal(size=n_cells),
                "age": pd.array([None, *range(1, n_cells)], dtype="Int64"),
            },
            index=["".join(rng.choice(list("ACGT"), 14)) + "-1" for _ in range(n_cells)],
        )
        var = pd.DataFrame({"gene_ids": [f"ENSG{number:05d}" for number in range(len(GENES))]}, index=GENES)
        data = ad.AnnData(sparse.csr_matrix(counts.astype(np.int32)), obs=obs, var=var)
        data.layers["lognorm"] = sparse.csr_matrix(log.astype(np.float32))
        return data

    return make


@pytest.fixture
def make(tmp_path, cells):
    """An item's files: made from these cells, with these edits, columns and decisions."""

    def build(
        *, edits=None, keep_obs=("kind",), keep_var=(), data=None, row_order=None, packed=True, **registered
    ) -> Made:
        source = tmp_path / "source.h5ad"
        if isinstance(data, Path):
            shutil.copyfile(data, source)
        else:
            (cells() if data is None else data).write_h5ad(source)
        edits = EDITS | (edits or {})
        registration = Registration.model_validate(
            {
                "item": "a_marker_item",
                "data_sha256": "0" * 64,
                "statistic": Marker(group=Group(column="kind", value="B")),
                "targets": {"A": "GENE1", "B": "GENE2"},
                "block": "layers/lognorm",
                "block_class": "log",
                "margin": 0.1,
                "stability": 0.5,
                "bootstraps": 1,
                "key": "A",
                "flip_to": "B",
                "edits": edits,
                "supported": dict.fromkeys(edits),
                "keep_obs": keep_obs,
                "contrasts": (),
                "seed": 7,
            }
            | registered
        )
        variants, known = [], {}
        for seed, name in enumerate(name for name in DATA_VARIANTS if name in edits):
            path = tmp_path / "variants" / registration.item / f"{name}.h5ad"
            own = row_order if name == "flip" else None
            keep = {"keep_obs": keep_obs, "keep_var": keep_var}
            write = partial(write_variant, source, path, edits[name], seed=seed, row_order=own, packed=packed, **keep)
            shape = write()
            if registration.cell_names == "opaque":
                known[name] = shape[2]
                write(cell_names="opaque")
            variants.append(
                Variant(
                    item=registration.item,
                    name=name,
                    edit=edits[name],
                    path=path.relative_to(tmp_path).as_posix(),
                    sha256="0" * 64,
                    bytes=path.stat().st_size,
                    n_cells=shape[0],
                    n_genes=shape[1],
                    registration="0" * 64,
                )
            )
        return Made(tuple(variants), registration, tmp_path, source, known)

    return build


@pytest.fixture(scope="session")
def rewritten():
    """A file written anew, its objects copied one by one in this order: same contents, other places."""

    def rewrite(path: Path, *, order) -> None:
        old = path.with_suffix(".old")
        shutil.move(path, old)
        with h5py.File(old) as source, h5py.File(path, "w", libver=("earliest", "v108")) as target:
            for key, value in source.attrs.items():
                target.attrs[key] = value
            for key in order(list(source)):
                source.copy(source[key], target, name=key)
        old.unlink()

    return rewrite


@pytest.fixture(scope="session")
def edits_by_label():
    """An exchange of two labels."""
    return EXCHANGE


@pytest.fixture(scope="session")
def variant_writer():
    """Writes one variant of a source file."""
    return write_variant
