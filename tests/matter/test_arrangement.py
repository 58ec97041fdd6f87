import numpy as np
import pandas as pd
import pytest

from counterproof.domain.problem import InputError
from counterproof.matter.arrangement import as_it_is


def test_only_the_allowed_columns_are_kept(make_source):
    source = make_source(n_genes_by_counts=range(12), donor=["d1", "d2"] * 6)
    kept = as_it_is(source, keep_obs=["donor"])
    assert kept.obs.columns.tolist() == ["donor"]
    assert {axis: table.shape[1] for axis, table in kept.var.items()} == {"var": 0, "raw": 0}
    np.testing.assert_array_equal(kept.rows, np.arange(12))


def test_identifiers_are_kept_on_the_axes_that_have_them(make_source):
    source = make_source()
    source.axes["raw"]["gene_ids"] = [f"ENSG{number}.1" for number in range(5)]
    kept = as_it_is(source, keep_obs=[], keep_var=["gene_ids"])
    assert {axis: table.columns.tolist() for axis, table in kept.var.items()} == {"var": [], "raw": ["gene_ids"]}


def test_every_missing_or_unusable_column_is_named_at_once(make_source):
    source = make_source(**{"cell/type": ["x"] * 12})
    with pytest.raises(InputError) as caught:
        as_it_is(source, keep_obs=["donor", "cell/type"], keep_var=["gene_ids"])
    assert [problem.wrong for problem in caught.value.problems] == [
        "has no column 'donor'",
        "the name of column 'cell/type' holds a '/'",
        "has no column 'gene_ids'",
    ]


def test_taking_rows_and_columns_leaves_the_first_arrangement_as_it_was(make_source):
    source = make_source()
    start = as_it_is(source, keep_obs=["kind"])
    taken = start.take_rows(np.array([3, 1])).take_columns("raw", np.array([4, 0]))
    assert taken.obs.index.tolist() == ["cell0003", "cell0001"]
    assert taken.var["raw"].index.tolist() == ["CD3D", "LYZ"]
    assert taken.columns["raw"].tolist() == [4, 0]
    assert taken.columns["var"].tolist() == [0, 1, 2, 3]
    assert start.obs.shape == (12, 1)
    pd.testing.assert_index_equal(start.var["raw"].index, source.axes["raw"].index)
