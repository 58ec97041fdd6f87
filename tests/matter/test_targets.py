import pandas as pd
import pytest

from counterproof.domain.problem import InputError
from counterproof.matter.targets import absent, gene_position

NAMES = pd.Index(["GENEA", "GENEB", "GENEA", "GENEA-1"])


def test_a_gene_is_found_by_its_whole_name():
    assert gene_position(NAMES, "GENEA-1", file="f", axis="var") == 3
    assert gene_position(NAMES, "GENE", file="f", axis="var") is None


def test_a_name_that_two_genes_have_is_refused_with_the_matches():
    with pytest.raises(InputError, match=r"f: var: 'GENEA' matches 2 genes \(seen: GENEA at places 0, 2\)"):
        gene_position(NAMES, "GENEA", file="f", axis="var")


def test_an_absent_gene_comes_with_the_names_most_like_it():
    assert "nearest names: GENEB" in str(absent("geneb", NAMES, file="f"))
    assert "nearest names" not in str(absent("CD19", NAMES, file="f"))
