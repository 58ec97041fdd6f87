import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_study import registered, write_cells

from counterproof.construct.measure import measure, read_evidence, result_of
from counterproof.domain.problem import InputError
from counterproof.domain.statistic import Coexpression
from counterproof.matter.cells import Cells, labels_of

GENES = {"A": "NKG7", "B": "CD79A", "C": "GONE"}
KIND = ["NK", "NK", "B", "B"]
LOG = {"NKG7": [2.5, 1.5, 0.25, 0.75], "CD79A": [0.5, 0, 1.5, 2.5], "LYZ": [0.1, 0.2, 0.3, 0.4]}


@pytest.fixture
def registration():
    return registered(targets=GENES, block="raw")


@pytest.fixture
def path(tmp_path):
    counts = {"NKG7": [3, 1, 0, 1], "CD79A": [1, 3, 4, 3]}
    scaled = {"CD79A": [-1.5, -0.5, 0.5, 1.5], "NKG7": [1.5, 0.5, -0.5, -1.5]}
    return write_cells(tmp_path / "cells.h5ad", {"X": scaled, "raw": LOG, "layers/counts": counts}, kind=KIND)


def test_every_block_is_measured_the_registered_one_first(path, registration):
    found = measure(path, registration)
    assert [(result.block, result.block_class) for result in found] == [
        ("raw", "log"),
        ("X", "scaled"),
        ("layers/counts", "counts"),
    ]


def test_the_values_of_log_and_scaled_blocks_are_differences_of_means(path, registration):
    raw, scaled, _ = measure(path, registration)
    assert raw.values == {"A": 1.5, "B": -1.75, "C": None}
    assert (raw.supported, raw.lead, raw.reason) == ("A", 3.25, None)
    assert scaled.values == {"A": 2.0, "B": -2.0, "C": None}


def test_counts_are_brought_to_the_log_scale_first(path, registration):
    counts = measure(path, registration)[2]
    shares = np.log1p(1e4 * np.array([3 / 4, 1 / 4, 0, 1 / 4]))
    assert counts.values["A"] == pytest.approx(shares[:2].mean() - shares[2:].mean())


def test_what_is_undefined_is_null_with_the_reason(path):
    alone = registered(Coexpression(gene="GONE"), targets=GENES)
    result = measure(path, alone)[0]
    assert result.values == dict.fromkeys("ABC")
    assert (result.supported, result.lead, result.reason) == (None, None, "undefined")


def test_only_what_the_statistic_reads_is_read(path, registration):
    cells = read_evidence(path, registration, block="raw")
    assert (set(cells.expression), set(cells.labels)) == ({"NKG7", "CD79A"}, {"kind"})


def test_a_block_that_is_not_there_is_told_with_those_that_are(path, registration):
    elsewhere = registration.model_copy(update={"block": "layers/lognorm"})
    with pytest.raises(InputError, match=r"has no block 'layers/lognorm' \(seen: blocks: X, raw, layers/counts\)"):
        measure(path, elsewhere)


finite = st.floats(-20, 20)


@given(st.lists(st.tuples(finite, finite), min_size=4, max_size=12))
def test_the_lead_is_never_negative_and_the_supported_value_is_the_largest(pairs):
    columns = np.array(pairs).T
    cells = Cells(
        n_cells=len(pairs),
        labels={"kind": labels_of(pd.Series(["NK", "B"] * (len(pairs) // 2) + ["B"] * (len(pairs) % 2)))},
        expression=dict(zip(("NKG7", "CD79A"), columns, strict=True)),
        totals=None,
        block_class="log",
    )
    result = result_of(cells, registered(targets=GENES), block="X")
    assert result.lead is not None
    assert result.lead >= 0
    values = {letter: value for letter, value in result.values.items() if value is not None}
    assert not any(math.isnan(value) for value in values.values())
    if result.supported:
        assert values[result.supported] == max(values.values()) >= 0.5
        assert result.lead >= 0.5


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        ([1.0, 2.0, float("nan"), 4.0], "holds 1 values that are NaN or infinite"),
        ([1.0, 2.0, 3.0, 4.5], "holds almost counts"),
        ([0.5, 1500.5, 0.25, 0.75], "holds fractions up to 1500.5"),
    ],
)
def test_another_block_of_no_known_class_is_not_measured_and_says_why(tmp_path, registration, spoilt, why):
    blocks = {"X": {"NKG7": spoilt, "CD79A": [1.0, 1, 1, 1]}, "raw": LOG}
    path = write_cells(tmp_path / "cells.h5ad", blocks, kind=KIND)
    raw, x = measure(path, registration)
    assert raw.supported == "A"
    assert (x.block, x.block_class, x.supported, x.lead) == ("X", "unknown", None, None)
    assert x.values == {"A": None, "B": None, "C": None}
    assert x.reason.startswith(f"not measured: {why}")


def test_a_registered_block_of_no_known_class_is_refused(tmp_path, registration):
    blocks = {"X": LOG, "raw": LOG | {"NKG7": [1.0, float("inf"), 0, 0]}}
    path = write_cells(tmp_path / "cells.h5ad", blocks, kind=KIND)
    with pytest.raises(InputError, match=r"cells.h5ad: raw: holds 1 values that are NaN or infinite"):
        measure(path, registration)
