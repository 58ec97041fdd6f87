import numpy as np
import pandas as pd
import pytest
from tiny_study import registered

from counterproof.construct.anonymise.data import (
    renamed_arrangement,
    renamed_genes,
    renamed_labels,
    renamed_registration,
)
from counterproof.construct.anonymise.names import Renaming
from counterproof.domain.statistic import Specificity
from counterproof.matter.arrangement import Arrangement

NAMES = Renaming(
    genes={"CD4": "Gene-B", "LYZ": "Gene-C"},
    identifiers={"ENSG4": "Id-B"},
    groups={"CD4+ T": "Group-Z", "B": "Group-B"},
)


def test_a_table_of_genes_keeps_its_order_and_its_other_columns():
    table = pd.DataFrame({"gene_ids": ["ENSG4", "LYZ"], "kind": ["coding", "coding"]}, index=["CD4", "LYZ"])
    renamed = renamed_genes(table, NAMES)
    assert list(renamed.index) == ["Gene-B", "Gene-C"]
    assert list(renamed["gene_ids"]) == ["Id-B", "Gene-C"]
    assert list(renamed["kind"]) == ["coding", "coding"]


def test_a_gene_without_an_opaque_name_is_an_error_and_never_passes_through():
    with pytest.raises(KeyError, match="CD8A"):
        renamed_genes(pd.DataFrame(index=["CD8A"]), NAMES)


def test_levels_stand_in_the_order_of_the_opaque_names():
    table = pd.DataFrame({"kind": pd.Categorical(["B", "CD4+ T", None], categories=["B", "CD4+ T"])})
    renamed = renamed_labels(table, NAMES)["kind"]
    assert list(renamed[:2]) == ["Group-B", "Group-Z"]
    assert pd.isna(renamed[2])
    swapped = NAMES.model_copy(update={"groups": {"CD4+ T": "Group-B", "B": "Group-Z"}})
    assert list(renamed_labels(table, swapped)["kind"].cat.categories) == ["Group-B", "Group-Z"]


def test_a_column_without_such_a_label_is_as_it_was():
    table = pd.DataFrame({"donor": pd.Categorical(["d1", "d2"]), "n": [1, 2]})
    pd.testing.assert_frame_equal(renamed_labels(table, NAMES), table)


def test_an_arrangement_takes_the_same_rows_and_columns():
    var = {"var": pd.DataFrame(index=["LYZ", "CD4"])}
    one = Arrangement("made up", np.array([2, 0]), pd.DataFrame(index=["c3", "c1"]), {"var": np.array([1, 0])}, var)
    renamed = renamed_arrangement(one, NAMES)
    assert (list(renamed.rows), list(renamed.columns["var"])) == ([2, 0], [1, 0])
    assert list(renamed.var["var"].index) == ["Gene-C", "Gene-B"]
    assert list(renamed.obs.index) == ["c3", "c1"]


def test_a_registration_asks_the_same_of_opaque_genes():
    hidden = renamed_registration(registered(targets={"A": "CD4", "B": "LYZ"}), NAMES)
    assert hidden.targets == {"A": "Gene-B", "B": "Gene-C"}
    assert hidden.edits["withdraw"].genes == ("Gene-B",)
    assert hidden.edits["flip"].genes == ("Gene-B", "Gene-C")
    assert hidden.statistic.group.value == "NK"
    assert (hidden.key, hidden.flip_to, hidden.supported["flip"], hidden.seed) == ("A", "B", "B", 3)


def test_options_that_are_groups_get_the_names_of_groups():
    ask = Specificity(gene="CD4", column="kind")
    hidden = renamed_registration(registered(ask, targets={"A": "CD4+ T", "B": "B"}), NAMES)
    assert hidden.statistic.gene == "Gene-B"
    assert hidden.targets == {"A": "Group-Z", "B": "Group-B"}
