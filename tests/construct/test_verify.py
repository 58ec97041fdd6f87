import shutil
from types import SimpleNamespace

import h5py
import numpy as np
import pytest
from tiny_study import registered, write_cells

from counterproof.construct.build import build
from counterproof.construct.verify import NULL_TOLERANCE, verdict, verify
from counterproof.domain.finding import BlockResult
from counterproof.matter.h5ad import load
from counterproof.store.layout import layout_of

GENES = {"A": "NKG7", "B": "CD79A", "C": "LYZ"}
KIND = ["NK"] * 6 + ["B"] * 6
LOG = {"NKG7": [2.0, 2.2] * 3 + [0.1] * 6, "CD79A": [0.2] * 6 + [2.1, 2.3] * 3, "LYZ": [0.4] * 12, "ACTB": [5.0] * 12}
# ACTB is most of every cell: without NKG7 the shares of the other genes stay as they were.
COUNTS = {"NKG7": [30, 28] * 3 + [1] * 6, "CD79A": [1] * 6 + [30, 28] * 3, "LYZ": [5] * 12, "ACTB": [5000] * 12}
SCALED = {gene: np.subtract(values, np.mean(values)) for gene, values in LOG.items()}


@pytest.fixture
def written(tmp_path):
    """One item's real variants; `raw` is registered, X is scaled, a layer holds counts and another log values."""
    blocks = {"X": SCALED, "raw": LOG, "layers/counts": COUNTS, "layers/log": LOG}
    source = write_cells(tmp_path / "cells.h5ad", blocks, kind=KIND)
    layout, registration = layout_of(tmp_path / "study"), registered(targets=GENES, block="raw")
    variants = build(load(source), registration, layout)

    def reasons():
        verdicts = verify(variants, registration, work=layout.work)
        assert [verdict.passed for verdict in verdicts] == [verdict.reason is None for verdict in verdicts]
        return {verdict.variant: verdict.reason for verdict in verdicts if not verdict.passed}

    path = {variant.name: layout.work / variant.path for variant in variants}
    verdicts = verify(variants, registration, work=layout.work)
    return SimpleNamespace(path=path, reasons=reasons, registration=registration, verdicts=verdicts)


def set_values(path, block, change):
    with h5py.File(path, "r+") as file:
        file[block][...] = change(file[block][...])


def exchange_names(path, frame):
    """NKG7 and CD79A change places in one axis: its blocks then show the flip, those of the other axis do not."""
    with h5py.File(path, "r+") as file:
        names = file[frame][file[frame].attrs["_index"]]
        other = {b"NKG7": b"CD79A", b"CD79A": b"NKG7"}
        names[...] = [other.get(name, name) for name in names[...]]


def test_files_as_they_were_built_show_what_was_registered(written):
    assert written.reasons() == {}
    assert {verdict.variant: verdict.expected for verdict in written.verdicts} == written.registration.supported
    assert [block.block for block in written.verdicts[0].blocks] == ["raw", "X", "layers/counts", "layers/log"]


def test_an_original_that_does_not_support_its_key_is_refused(written):
    shutil.copy(written.path["flip"], written.path["original"])
    assert written.reasons()["original"] == "block raw supports B where A was registered"


def test_a_withdrawal_that_still_supports_an_answer_is_refused(written):
    shutil.copy(written.path["original"], written.path["withdraw"])
    assert written.reasons() == {"withdraw": "block raw supports A where none was registered"}
    shutil.copy(written.path["flip"], written.path["withdraw"])
    assert written.reasons() == {"withdraw": "block raw supports B where none was registered"}


def test_a_flip_that_does_not_support_its_answer_is_refused(written):
    shutil.copy(written.path["original"], written.path["flip"])
    assert written.reasons() == {"flip": "block raw supports A where B was registered"}
    shutil.copy(written.path["withdraw"], written.path["flip"])
    assert written.reasons() == {"flip": "block raw supports no option where B was registered"}


def test_a_null_that_supports_another_answer_is_refused(written):
    shutil.copy(written.path["flip"], written.path["null"])
    assert written.reasons() == {"null": "block raw supports B where A was registered"}


@pytest.mark.parametrize("factor", [1 + 1e-5, 1 - 1e-5])
def test_a_null_whose_statistic_moved_by_a_hundred_thousandth_is_refused(written, factor):
    set_values(written.path["null"], "raw/X", lambda values: values * factor)
    assert written.reasons()["null"].startswith("block raw: option A moved from 2.0")
    assert list(written.reasons()) == ["null"]


def test_a_null_may_move_by_less_than_the_tolerance(written):
    set_values(written.path["null"], "raw/X", lambda values: values * (1 + NULL_TOLERANCE / 10))
    assert written.reasons() == {}


def test_what_rounding_leaves_of_no_difference_is_none(written):
    """Means of equal numbers differ by a last digit when they are added up in another order."""

    def verdict_on(before, after):
        blocks = [
            BlockResult(block="raw", block_class="log", values={"A": 2.0, "B": value}, supported="A", lead=2.0)
            for value in (before, after)
        ]
        return verdict("null", (blocks[1],), written.registration, original=(blocks[0],)).reason

    assert verdict_on(0.0, 5e-17) is None
    assert verdict_on(-4e-17, 5e-17) is None
    assert verdict_on(0.0, 1e-9) == "block raw: option B moved from 0.0 to 1e-09"


def test_a_null_is_compared_in_every_block(written):
    set_values(written.path["null"], "layers/log", lambda values: values * (1 + 1e-5))
    assert written.reasons()["null"].startswith("block layers/log: option A moved")


def test_a_null_that_lost_an_option_is_refused(written):
    with h5py.File(written.path["null"], "r+") as file:
        names = file["raw/var"][file["raw/var"].attrs["_index"]]
        names[...] = [b"LYZ2" if name == b"LYZ" else name for name in names[...]]
    assert written.reasons()["null"].startswith("block raw: option C moved from ")
    assert written.reasons()["null"].endswith(" to None")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("original", "block X supports B where A was registered"),
        ("null", "block X supports B where A was registered"),
        ("flip", "block X supports A where B was registered"),
    ],
)
def test_another_block_that_shows_the_contrary_is_refused(written, name, says):
    exchange_names(written.path[name], "var")
    assert written.reasons()[name] == says


def test_another_block_that_supports_an_answer_on_the_withdrawal_is_refused(written):
    # All genes of one layer are lifted in NK, and LYZ then most: any answer is one too many.
    with h5py.File(written.path["withdraw"], "r+") as file:
        nk = file["obs/kind/codes"][...] == list(file["obs/kind/categories"][...]).index(b"NK")
        values = file["layers/log"][...]
        values[nk] += 3
        file["layers/log"][...] = values
    assert written.reasons() == {"withdraw": "block layers/log supports C where none was registered"}


def test_a_block_of_log_values_may_show_nothing_raw_counts_may_not(written):
    set_values(written.path["flip"], "layers/log", lambda values: np.full_like(values, 0.5))
    assert written.reasons() == {}
    set_values(written.path["flip"], "layers/counts", np.ones_like)
    assert written.reasons() == {"flip": "block layers/counts supports no option where B was registered"}
