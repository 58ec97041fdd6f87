import h5py
import numpy as np
import pandas as pd
import pytest

from counterproof.construct.leaks.contents import derived_blocks, hidden_values, unused_categories
from counterproof.construct.leaks.finding import Found


@pytest.fixture
def changed(make):
    """What a check finds after every written file was changed like this."""

    def find(check, change, **registered):
        made = make(**registered)
        for path in made.paths():
            with h5py.File(path, "r+") as file:
                change(file)
        return check(made.files())

    return find


def nothing(_):
    pass


def levels(file, column, values):
    node = file[f"obs/{column}"]
    del node["categories"]
    node["categories"] = values


@pytest.mark.parametrize("check", [derived_blocks, unused_categories, hidden_values])
def test_nothing_is_found_in_what_the_writer_made(changed, check):
    found = changed(check, nothing, keep_obs=("kind", "age", "donor"))
    assert found.leak == ""
    assert found.looked_at


@pytest.mark.parametrize("block", ["uns", "obsm", "varm", "obsp", "varp"])
def test_every_derived_block_is_told_with_its_keys(changed, block):
    found = changed(derived_blocks, lambda file: file.require_group(f"{block}/one"))
    assert found.leak == f"original: keeps {block} (one)"


def test_keys_that_no_h5ad_has_are_told_beside_what_else_is_odd(changed):
    def change(file):
        file.require_group("raw/varm/PCs")
        file["mystery"] = [1]

    assert changed(derived_blocks, change).leak == "original: keeps raw/varm, the key 'mystery'"


def test_a_column_that_is_not_registered_is_told_listed_or_not(changed):
    def listed(file):
        file["obs/leiden"] = np.zeros(file["obs/_index"].shape[0])
        file["obs"].attrs["column-order"] = ["kind", "leiden"]

    def unlisted(file):
        file["obs/leiden"] = np.zeros(file["obs/_index"].shape[0])

    assert changed(derived_blocks, listed).leak == "original: keeps obs column leiden"
    assert changed(derived_blocks, unlisted).leak == "original: keeps obs column leiden, which is not listed"


def test_numbers_about_genes_are_told_and_their_identifiers_are_not(make, cells):
    data = cells()
    data.var["n_cells"] = np.arange(data.n_vars)
    data.var["highly_variable"] = np.arange(data.n_vars) % 2 == 0
    made = make(data=data, keep_var=("gene_ids",))
    assert derived_blocks(made.files()).leak == ""
    made = make(data=data, keep_var=("gene_ids", "n_cells", "highly_variable"))
    told = "var column n_cells, which was computed, var column highly_variable, which was computed"
    assert derived_blocks(made.files()).leak == f"original: keeps {told}"


def test_what_is_kept_is_told_even_where_it_is_nothing(make):
    assert "obs has the registered columns (kind) only" in derived_blocks(make().files()).looked_at
    assert "obs has the registered columns (none) only" in derived_blocks(make(keep_obs=()).files()).looked_at


def test_a_level_that_no_row_has_is_told_with_how_many(changed):
    found = changed(unused_categories, lambda file: levels(file, "kind", ["B", "NK", "T cell", "x", "y"]))
    assert found.leak == "original: obs/kind lists 2 categories that no row has"


def test_levels_in_another_order_are_told_unless_the_order_has_a_meaning(make, cells):
    assert "are not sorted" in _reordered(make, cells, ordered=False).leak
    assert _reordered(make, cells, ordered=True).leak == ""


def _reordered(make, cells, *, ordered):
    data = cells()
    data.obs["stage"] = pd.Categorical(np.where(data.obs["kind"] == "B", "late", "early"), ordered=ordered)
    made = make(data=data, keep_obs=("kind", "stage"))
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            node = file["obs/stage"]
            node["categories"][...] = node["categories"].asstr()[()][::-1]
    return unused_categories(made.files())


def test_levels_that_are_numbers_are_no_leak(make, cells):
    data = cells()
    data.obs["leiden"] = pd.Categorical(np.arange(data.n_obs) % 12)
    assert unused_categories(make(data=data, keep_obs=("kind", "leiden")).files()).leak == ""


def test_levels_outside_of_ascii_and_missing_labels_are_no_leak(make, cells):
    data = cells()
    data.obs["état"] = pd.Categorical([None, *np.where(np.arange(data.n_obs - 1) % 3, "γδ", "Ünwohl")])
    assert unused_categories(make(data=data, keep_obs=("kind", "état")).files()).leak == ""


def masked(cells, value, dtype):
    data = cells()
    data.obs["masked"] = pd.array([None, *[value] * (data.n_obs - 1)], dtype=dtype)
    return data


@pytest.mark.parametrize(("value", "dtype"), [(4, "Int16"), (True, "boolean")])
def test_what_lies_under_a_mask_is_told_whatever_its_type(make, cells, value, dtype):
    made = make(data=masked(cells, value, dtype), keep_obs=("kind", "masked"))
    assert hidden_values(made.files()) == Found("", "what lies under the mask of a missing value is blank")
    with h5py.File(made.path("flip"), "r+") as file:
        file["obs/masked/values"][:] = value
    assert hidden_values(made.files()).leak == "flip: obs/masked holds values under the mask of missing ones"


def test_a_text_under_a_mask_is_told_in_any_script(make):
    made = make()
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            group = file["obs"].create_group("note")
            group["values"], group["mask"] = ["", "Zelle"], [True, False]
    assert hidden_values(made.files()).leak == ""
    with h5py.File(made.path("null"), "r+") as file:
        file["obs/note/values"][0] = "γδ"
    assert hidden_values(made.files()).leak == "null: obs/note holds values under the mask of missing ones"
