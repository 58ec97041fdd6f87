import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.construct.anonymise.names import ALPHABET, names_in, renaming_of
from counterproof.matter.arrangement import Arrangement

GENES = ("CD4", "CD40", "HLA-DRA", "T")


def arrangement(*, genes=GENES, ids=(), labels=("B cell", "CD4+ T", "B cell")):
    var = pd.DataFrame({"gene_ids": list(ids)} if ids else {}, index=list(genes))
    obs = pd.DataFrame({"kind": pd.Categorical(labels), "n": range(len(labels))}, index=["c1", "c2", "c3"])
    places = {"var": np.arange(len(genes))}
    return Arrangement("made up", np.arange(len(labels)), obs, places, {"var": var})


def test_every_gene_has_one_name_that_no_other_has_and_that_spells_nothing():
    names = renaming_of([arrangement()], seed=1).genes
    assert set(names) == set(GENES)
    assert len(set(names.values())) == len(GENES)
    assert all(re.fullmatch(f"Gene-[{ALPHABET}]{{6}}", name) for name in names.values())
    assert not set("AEIOUY") & set(ALPHABET)


def test_a_seed_gives_one_renaming_and_another_seed_another():
    assert renaming_of([arrangement()], seed=1) == renaming_of([arrangement()], seed=1)
    assert renaming_of([arrangement()], seed=1) != renaming_of([arrangement()], seed=2)


def test_genes_of_all_variants_are_named_whatever_one_of_them_lacks():
    assert "CD8A" in renaming_of([arrangement(), arrangement(genes=("CD8A",))], seed=1).genes


def test_identifiers_beside_the_names_get_their_own_unless_they_are_the_names():
    names = renaming_of([arrangement(ids=("ENSG1", "ENSG2", "CD4", "ENSG4"))], seed=1)
    assert set(names.identifiers) == {"ENSG1", "ENSG2", "ENSG4"}
    assert all(name.startswith("Id-") for name in names.identifiers.values())


def test_a_label_is_hidden_where_it_holds_a_gene_or_where_its_column_is_asked():
    assert set(renaming_of([arrangement()], seed=1).groups) == {"CD4+ T"}
    assert set(renaming_of([arrangement()], seed=1, columns=["kind"]).groups) == {"B cell", "CD4+ T"}


def test_numbers_are_no_labels():
    assert "1" not in renaming_of([arrangement(genes=("1", "2"))], seed=1, columns=["n"]).groups


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("CD4 and CD40", ["CD4", "CD40"]),
        ("CD40L is none", []),
        ("CD4-AS1, CD4.1 and (CD4)", ["CD4"]),
        ("HLA-DRA.", ["HLA-DRA"]),
        ("a T cell", []),
        ("cd4", []),
    ],
)
def test_a_name_is_found_as_a_word_or_as_a_piece_of_one(text, found):
    assert names_in(text, set(GENES)) == found


@given(st.lists(st.sampled_from(["CD4", "CD40", "CD40L", "x", "HLA-DRA"]), max_size=6))
def test_texts_together_show_what_each_of_them_shows(words):
    each = {name for word in words for name in names_in(word, set(GENES))}
    assert set(names_in("\n".join(words), set(GENES))) == each
