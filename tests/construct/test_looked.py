import numpy as np
import pytest
from tiny_study import write_cells, write_tiny_cells

from counterproof.construct.looked import Looked
from counterproof.domain.problem import InputError


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("looked") / "cells.h5ad"
    write_tiny_cells(path)
    return path


@pytest.fixture
def looked(path):
    return Looked(path)


def test_groupings_are_the_columns_with_two_labels_or_more_and_count_their_cells(looked):
    assert looked.groupings["kind"] == {"B": 28, "Mono": 36, "NK": 22, "T": 34}
    assert set(looked.groupings) == {"condition", "donor", "kind"}


def test_a_column_of_one_label_or_of_many_is_no_grouping(tmp_path):
    labels = {"same": ["x"] * 60, "each": [f"c{n}" for n in range(60)], "some": [f"g{n % 50}" for n in range(60)]}
    looked = Looked(write_cells(tmp_path / "cells.h5ad", {"X": {"G": np.linspace(0.1, 2, 60)}}, **labels))
    assert set(looked.groupings) == {"some"}


def test_blocks_tell_their_class_and_number_of_genes(looked):
    found = {name: (facts.block_class, facts.n_genes) for name, facts in looked.facts.items()}
    assert found == {"X": ("scaled", 15), "raw": ("log", 19), "layers/counts": ("counts", 15)}


def test_a_block_of_no_known_class_says_why_and_is_refused_when_asked_for(tmp_path):
    odd = {"G": [1e6, 0.5, 2.5, 3.5]}
    looked = Looked(write_cells(tmp_path / "cells.h5ad", {"X": {"G": [0.5, 1.5, 2.5, 0.25]}, "layers/odd": odd}))
    assert looked.facts["layers/odd"].block_class is None
    assert "neither counts nor their logarithm" in looked.facts["layers/odd"].reason
    with pytest.raises(InputError, match="neither counts nor their logarithm"):
        looked.cells("layers/odd", genes=("G",), columns=())


def test_genes_are_found_by_their_start_first_in_any_case(looked):
    assert looked.genes_like("cd", block="raw") == ("CD3D", "CD79A", "CD79B")
    assert looked.genes_like("g7", block="raw") == ("NKG7",)
    assert looked.genes_like("", block="raw", at_most=2) == ("CD3D", "CD79A")
    assert looked.genes_like("RPL12", block="raw") == ("RPL12",)
    assert looked.genes_like("RPL12", block="X") == ()
