import anndata as ad
import h5py
import numpy as np
import pytest

from counterproof.construct.leaks.identifiers import identifiers_follow_names

IDS = {"keep_var": ("gene_ids",)}


def exchange(path, column, one, other):
    with h5py.File(path, "r+") as file:
        names = list(file["var/_index"].asstr()[()])
        places = [names.index(one), names.index(other)]
        values = file[f"var/{column}"].asstr()[()]
        values[places] = values[places[::-1]]
        file[f"var/{column}"][...] = values


def test_identifiers_that_moved_with_their_names_are_no_leak(make):
    found = identifiers_follow_names(make(**IDS).files())
    assert found == ("", "gene_ids: each value stands with the name it has in the source", "")


def test_two_genes_with_each_other_s_identifiers_are_told(make):
    made = make(**IDS)
    exchange(made.path("flip"), "gene_ids", "GENE3", "GENE4")
    leak = identifiers_follow_names(made.files()).leak
    assert leak.startswith("flip: var column gene_ids gives GENE")
    assert leak.endswith("another gene's value (2 of 25 on axis var)")


def test_a_file_without_columns_of_genes_is_told_as_that(make, cells):
    data = cells()
    del data.var["gene_ids"]
    assert identifiers_follow_names(make(data=data).files()).looked_at == (
        "no file has a column of genes beside their names"
    )


def test_genes_without_an_identifier_are_no_leak(make, cells):
    data = cells()
    data.var["gene_ids"] = [None, *data.var["gene_ids"][1:]]
    assert identifiers_follow_names(make(data=data, **IDS).files()).leak == ""


def test_an_identifier_where_the_source_has_none_is_told(make, cells):
    data = cells()
    data.var["gene_ids"] = ["", *data.var["gene_ids"][1:]]
    made = make(data=data, **IDS)
    exchange(made.path("flip"), "gene_ids", "GENE1", "GENE5")
    assert "(2 of 25 on axis var)" in identifiers_follow_names(made.files()).leak


def test_a_name_that_two_genes_have_may_have_either_identifier(make, cells):
    data = cells()
    data.var_names = [*data.var_names[:-1], "GENE24"]
    assert identifiers_follow_names(make(data=data, **IDS).files()).leak == ""


def test_raw_genes_are_looked_at_on_their_own_axis(make, cells):
    data = cells()
    data.raw = ad.AnnData(data.X, obs=data.obs, var=data.var)
    made = make(data=data[:, :20].copy(), **IDS)
    assert identifiers_follow_names(made.files()).leak == ""
    with h5py.File(made.path("null"), "r+") as file:
        values = file["raw/var/gene_ids"].asstr()[()]
        file["raw/var/gene_ids"][...] = np.roll(values, 1)
    assert "(25 of 25 on axis raw" in identifiers_follow_names(made.files()).leak


@pytest.mark.parametrize("column", ["feature type", "größe"])
def test_columns_of_any_name_are_looked_at(make, cells, column):
    data = cells()
    data.var[column] = [f"{number % 3}" for number in range(25)]
    found = identifiers_follow_names(make(data=data, keep_var=("gene_ids", column)).files())
    assert found.leak == ""
    assert column in found.looked_at
