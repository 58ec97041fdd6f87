"""Given everything but matrix values, no classifier tells edited files from untouched ones better than chance.

50 files are made by each edit, and 50 untouched ones, each from cells of its own and under a seed of its own. What an
agent can see without reading values becomes numbers: how each object is stored, keys, attributes, sizes of objects and
of the file, names, columns, counts of labels, orders, the file's name, time and mode. What the edit declares is taken
away: the untouched files for a deletion come from data that never had the gene or the group. All of it for files that
were arranged in memory, for files that were streamed, in pieces of a few cells, and for files that are not packed and
whose cells all have opaque names.

Statistic: accuracy over 5 folds of a nearest-centroid classifier on the five features that differ most in training.
Bound: it stays below the 99.9% quantile of its own distribution when files change sides at random (mean and standard
deviation of 100 such draws), so that an honest edit fails one time in a thousand.
"""

import zlib
from functools import cache
from pathlib import Path
from typing import get_args

import h5py
import numpy as np
import pytest

from counterproof.domain.variant import Edit, EditKind
from counterproof.trials.folder import trial_folder

N_FILES = 50
N_DRAWS = 100
FOLDS = 5
BEST = 5
Z = 3.1
"""Of the normal distribution at 99.9%."""
EDITS = {
    "permute": Edit(kind="permute"),
    "delete_gene": Edit(kind="delete_gene", genes=("GENE1",)),
    "swap_genes": Edit(kind="swap_genes", genes=("GENE1", "GENE2")),
    "delete_group": Edit(kind="delete_group", column="kind", values=("B",)),
    "exchange_labels": Edit(kind="exchange_labels", column="kind", values=("B", "T cell")),
    "exchange_conditions": Edit(
        kind="exchange_conditions", column="condition", values=("ctrl", "stim"), along=("donor",)
    ),
    "reverse_proportions": Edit(
        kind="reverse_proportions", column="condition", values=("ctrl", "stim"), along=("kind",)
    ),
    "permute_labels": Edit(kind="permute_labels", column="kind"),
}
KEEP = ("kind", "condition", "donor", "age")


def features_of(path, *, scratch) -> dict[str, float]:
    """All that can be seen of a file in a trial's folder without reading a matrix."""
    with trial_folder(prompt="x", data=path, scratch=scratch) as folder:
        found = {}
        for entry in folder.iterdir():
            seen = entry.stat()
            found |= {f"{entry.name} time": seen.st_mtime, f"{entry.name} mode": seen.st_mode}
            found[f"{entry.name} size"] = seen.st_size
        data = next(entry for entry in folder.iterdir() if entry.suffix == ".h5ad")
        with h5py.File(data, "r") as file:
            found |= _of_objects(file) | _of_labels(file)
            for table in ("obs", "var"):
                found |= _of_names(file[table]["_index"].asstr()[()], f"{table} names")
    return found


def _of_objects(file) -> dict[str, float]:
    found = {}
    nodes = []
    file.visititems(lambda name, node: nodes.append((name, node)))
    for place, (name, node) in enumerate(nodes):
        found[f"{name} place"] = place
        for key, value in node.attrs.items():
            if key != "shape":
                found[f"{name}@{key}"] = _number(f"{key} {value}")
        if isinstance(node, h5py.Dataset):
            stored = (node.dtype, node.chunks, node.compression, node.compression_opts, node.shuffle, node.maxshape)
            found[f"{name} stored"] = _number(f"{stored}")
            found |= {f"{name} length {axis}": length for axis, length in enumerate(node.shape)}
            found[f"{name} bytes"] = node.id.get_storage_size()
    return found


def _of_labels(file) -> dict[str, float]:
    found = {}
    for column in KEEP:
        node = file["obs"][column]
        if "codes" not in node:
            continue
        codes, levels = node["codes"][()], list(node["categories"].asstr()[()])
        places = np.arange(codes.size) / codes.size
        found[f"{column} sorted"] = float(levels == sorted(levels))
        found[f"{column} neighbours"] = float(
            np.mean(codes[1:] == codes[:-1]) - np.sum((np.bincount(codes) / codes.size) ** 2)
        )
        for code, level in enumerate(levels):
            found[f"{column} {level} cells"] = int((codes == code).sum())
            found[f"{column} {level} mean place"] = float(places[codes == code].mean())
    return found


def _of_names(names, what) -> dict[str, float]:
    ranks = np.argsort(np.argsort(names))
    places = np.arange(len(names))
    return {
        f"{what} in order": float(np.corrcoef(ranks, places)[0, 1]),
        f"{what} length": float(np.mean([len(name) for name in names])),
        f"{what} next": float(np.mean(np.diff(ranks) == 1)),
        f"{what} twice": float(len(set(names)) != len(names)),
        f"{what} ends": float(np.mean([name.endswith("-1") for name in names])),
    }


def _number(text: str) -> float:
    return zlib.crc32(text.encode()) / 2**32


def accuracy(values, side) -> float:
    """Of the classifier over five folds, in [0, 1]."""
    fold = np.empty(len(side), dtype=int)
    for one in (0, 1):
        fold[side == one] = np.arange((side == one).sum()) % FOLDS
    right = 0
    for held in range(FOLDS):
        train, test, known = values[fold != held], values[fold == held], side[fold != held]
        means = [train[known == one].mean(axis=0) for one in (0, 1)]
        # Within the sides; what is constant in both tells all, or nothing.
        spread = np.sqrt(np.mean([train[known == one].var(axis=0) for one in (0, 1)], axis=0)) + 1e-9
        best = np.argsort(-np.abs(means[1] - means[0]) / spread, kind="stable")[:BEST]
        distance = [(((test - mean) / spread)[:, best] ** 2).sum(axis=1) for mean in means]
        right += int(((distance[1] < distance[0]) == (side[fold == held] == 1)).sum())
    return right / len(side)


def tells_apart(untouched, edited, *, seed) -> tuple[float, float]:
    """The classifier's accuracy, and the bound that it stays below by chance."""
    names = sorted(set().union(*untouched, *edited))
    values = np.array([[features.get(name, -1.0) for name in names] for features in [*untouched, *edited]])
    side = np.repeat([0, 1], [len(untouched), len(edited)])
    rng = np.random.default_rng(seed)
    draws = [accuracy(values, rng.permutation(side)) for _ in range(N_DRAWS)]
    return accuracy(values, side), float(np.mean(draws) + Z * np.std(draws))


WAYS = {
    "in memory": {},
    "streamed": {"streamed": True},
    "not packed, with opaque cells": {"streamed": True, "packed": False, "cell_names": "opaque"},
}


@pytest.fixture(scope="module", params=WAYS)
def files(request, variant_writer, cells, tmp_path_factory):
    """The features of 50 untouched files, and of 50 that an edit made; each from cells of its own."""
    folder = tmp_path_factory.mktemp("indistinguishable")

    @cache
    def source(seed: int, name: str) -> Path:
        # Labels as likely as each other, so that an exchange of two does not change how many cells they have.
        data, path = cells(seed=seed, n_cells=60, shares=[1 / 3] * 3), folder / f"{seed}{name}.h5ad"
        if name:
            gone = EDITS[name]
            kept = ~data.obs["kind"].isin(gone.values)
            data = data[kept, ~data.var_names.isin(gone.genes)].copy()
        data.write_h5ad(path)
        return path

    def features(edit: Edit, *, first: int, name: str = "") -> list[dict[str, float]]:
        found = []
        for seed in range(first, first + N_FILES):
            path = folder / "variant.h5ad"
            variant_writer(source(seed, name), path, edit, seed=seed, keep_obs=KEEP, **WAYS[request.param])
            found.append(features_of(folder / "variant.h5ad", scratch=folder))
        return found

    plain = features(Edit(kind="none"), first=0)

    @cache
    def pair(name: str):
        edit = EDITS[name]
        untouched = features(Edit(kind="none"), first=0, name=name) if name.startswith("delete") else plain
        return untouched, features(edit, first=1_000)

    return pair


pytestmark = pytest.mark.slow


def test_every_kind_of_edit_is_put_to_the_test():
    assert {edit.kind for edit in EDITS.values()} == set(get_args(EditKind)) - {"none"}


@pytest.mark.parametrize("edit", EDITS)
def test_a_classifier_cannot_tell_edited_files_from_untouched_ones(files, edit):
    found, bound = tells_apart(*files(edit), seed=1)
    assert found < bound, f"{found:.2f} of files told apart, {bound:.2f} by chance"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("X/data stored", [0.7]),
        ("kind B mean place", [0.56, 0.57, 0.58, 0.59, 0.6]),
        ("data.h5ad time", [1.7e9, 1.7e9 + 60, 1.7e9 + 120]),
        ("obs/leiden place", [9.0]),
    ],
)
def test_it_would_tell_them_apart_by_any_one_trace(files, name, values):
    untouched, edited = files("permute")
    traced = [features | {name: values[place % len(values)]} for place, features in enumerate(edited)]
    found, bound = tells_apart(untouched, traced, seed=1)
    assert found > bound
