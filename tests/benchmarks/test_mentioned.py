import pytest

from counterproof.benchmarks.mentioned import Vocabulary, log_block
from counterproof.matter.contents import Contents
from counterproof.matter.source import locate


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    folder = tmp_path_factory.mktemp("x")
    contents = Contents(locate("scanpy:pbmc68k_reduced", study=folder, sources=folder))
    assert log_block(contents) == "raw"
    return Vocabulary(contents, block="raw")


def test_a_gene_is_known_in_any_case_but_found_in_a_text_as_it_is_spelt(words):
    assert words.gene(" nkg7 ") == "NKG7"
    assert words.gene("no gene") is None
    assert words.genes_in("Is LYZ higher than nkg7, or CST3?") == ("LYZ", "CST3")


def test_groups_are_found_by_their_words_the_longest_first(words):
    assert words.labels_in("Which gene marks CD56+ NK cells?")["bulk_labels"] == ("CD56+ NK",)
    two = words.labels_in("Which gene differs between dendritic cells and CD14+ monocytes?")["bulk_labels"]
    assert two == ("Dendritic", "CD14+ Monocyte")
    assert "bulk_labels" not in words.labels_in("Which gene is it?")


def test_a_column_of_numbers_is_no_grouping(words):
    assert words.labels["percent_mito"] == ()
    assert words.labels["louvain"] == ()
    assert set(words.labels["phase"]) == {"G1", "G2M", "S"}


def test_an_option_is_a_label_plural_and_cells_aside(words):
    assert words.label("bulk_labels", "CD14+ monocytes") == "CD14+ Monocyte"
    assert words.label("bulk_labels", "monocytes") is None
