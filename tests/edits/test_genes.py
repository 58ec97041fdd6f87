import dataclasses
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.problem import InputError
from counterproof.edits.genes import delete_gene, swap_genes
from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import load
from counterproof.matter.write import write_h5ad

SHARED = ["CD3D", "CD79A", "NKG7", "LYZ"]
pairs = st.sampled_from(list(permutations(SHARED, 2)))


@given(pairs)
def test_a_swap_exchanges_the_values_of_two_genes_in_every_block_and_no_others(make_source, start, realised, pair):
    source = make_source()
    before = realised(source, start(source))
    after = realised(source, swap_genes(start(source), first=pair[0], second=pair[1]))
    for name, table in before.items():
        assert after[name].columns.tolist() == table.columns.tolist()
        for gene in table.columns:
            origin = dict([pair, pair[::-1]]).get(gene, gene)
            pd.testing.assert_series_equal(after[name][gene], table[origin], check_names=False)


@given(pairs)
def test_a_swap_made_twice_gives_the_original(make_source, start, same, pair):
    source = make_source()
    once = swap_genes(start(source), first=pair[0], second=pair[1])
    same(swap_genes(once, first=pair[0], second=pair[1]), start(source))


def test_a_swap_changes_neither_its_argument_nor_the_source(make_source, start, same):
    source, untouched = make_source(), make_source()
    given_arrangement = start(source)
    swap_genes(given_arrangement, first="CD3D", second="LYZ")
    same(given_arrangement, start(untouched))
    np.testing.assert_array_equal(source.blocks["X"].matrix, untouched.blocks["X"].matrix)


def test_blocks_that_share_memory_are_swapped_once_each(make_source, start, realised):
    source = make_source()
    aliased = dataclasses.replace(source, blocks={"X": source.blocks["X"], "layers/same": source.blocks["X"]})
    after = realised(aliased, swap_genes(start(aliased), first="CD3D", second="LYZ"))
    before = realised(aliased, start(aliased))
    for table in after.values():
        np.testing.assert_array_equal(table["CD3D"], before["X"]["LYZ"])


def test_an_axis_with_one_of_two_swapped_genes_has_its_values_under_the_other_name(make_source, start, realised):
    source = make_source()
    before, swapped = realised(source, start(source)), swap_genes(start(source), first="CD79A", second="MS4A1")
    after = realised(source, swapped)
    assert after["X"].columns.tolist() == ["CD3D", "MS4A1", "NKG7", "LYZ"]
    np.testing.assert_array_equal(after["X"]["MS4A1"], before["X"]["CD79A"])
    np.testing.assert_array_equal(after["raw"]["MS4A1"], before["raw"]["CD79A"])
    np.testing.assert_array_equal(after["raw"]["CD79A"], before["raw"]["MS4A1"])
    assert swap_genes(swapped, first="CD79A", second="MS4A1").var["var"].index.tolist() == SHARED


@pytest.mark.parametrize("dtype", ["object", "category"])
def test_identifiers_stay_with_the_names(make_source, dtype):
    source = make_source()
    for table in source.axes.values():
        table["gene_ids"] = pd.Series([f"ENSG-{name}.1" for name in table.index], index=table.index, dtype=dtype)
    arrangement = as_it_is(source, keep_obs=[], keep_var=["gene_ids"])
    for first, second in (("CD3D", "LYZ"), ("CD79A", "MS4A1")):
        for table in swap_genes(arrangement, first=first, second=second).var.values():
            assert table["gene_ids"].tolist() == [f"ENSG-{name}.1" for name in table.index]
            assert table["gene_ids"].dtype.name == dtype


def test_a_gene_whose_identifier_is_unknown_cannot_stand_for_another(make_source):
    source = make_source()
    source.axes["var"]["gene_ids"] = ["1", "2", "3", "4"]
    arrangement = as_it_is(source, keep_obs=[], keep_var=["gene_ids"])
    with pytest.raises(InputError, match=r"'MS4A1' has no 'gene_ids' on any axis(.|\n)*fix: do not keep 'gene_ids'"):
        swap_genes(arrangement, first="CD79A", second="MS4A1")


@given(st.lists(st.sampled_from([*SHARED, "MS4A1"]), min_size=1, max_size=3, unique=True))
def test_a_deletion_takes_the_genes_from_every_axis_and_leaves_the_rest(make_source, start, realised, genes):
    source = make_source()
    before, after = realised(source, start(source)), realised(source, delete_gene(start(source), genes=genes))
    for name, table in before.items():
        pd.testing.assert_frame_equal(after[name], table.drop(columns=genes, errors="ignore"))


def test_a_deleted_name_leaves_no_byte_in_the_file(make_source, start, tmp_path):
    source = make_source()
    write_h5ad(tmp_path / "a.h5ad", source, delete_gene(start(source), genes=["NKG7"]))
    assert b"NKG7" not in (tmp_path / "a.h5ad").read_bytes()


@pytest.mark.parametrize(
    "edit", [lambda a: delete_gene(a, genes=["CD99"]), lambda a: swap_genes(a, first="LYZ", second="CD99")]
)
def test_a_gene_on_no_axis_is_refused(make_source, start, edit):
    with pytest.raises(InputError, match=r"small.h5ad: var: 'CD99' matches no gene"):
        edit(start(make_source()))


@pytest.mark.parametrize(
    "edit", [lambda a: delete_gene(a, genes=["GENEA"]), lambda a: swap_genes(a, first="GENEB", second="GENEA")]
)
def test_a_name_that_two_genes_have_is_refused_with_the_matches(shared, start, edit):
    source = load(shared / "cases" / "h5ad" / "02_duplicate_var_names.h5ad")
    with pytest.raises(InputError, match=r"'GENEA' matches 2 genes .*GENEA at places 0, 1"):
        edit(start(source))


def test_other_genes_of_a_file_with_duplicate_names_can_be_edited(shared, start):
    source = load(shared / "cases" / "h5ad" / "02_duplicate_var_names.h5ad")
    assert delete_gene(start(source), genes=["GENEB"]).var["var"].index.tolist() == ["GENEA", "GENEA", "GENEA-1"]


def test_raw_counts_and_a_layer_follow_a_scaled_x(shared, start, realised):
    source = load(shared / "cases" / "h5ad" / "07_scaled_X.h5ad")
    before, after = (
        realised(source, a) for a in (start(source), swap_genes(start(source), first="GENEA", second="GENEF"))
    )
    for name in ("X", "raw", "layers/lognorm"):
        np.testing.assert_array_equal(after[name]["GENEA"], before[name]["GENEF"])
