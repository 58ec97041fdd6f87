import h5py
import pandas as pd
import pytest

from counterproof.construct.leaks.files import DataFile, Written


@pytest.fixture
def path(cells, tmp_path):
    data = cells(n_cells=5)
    data.raw = data[:, ["GENE2", "GENE1"]]
    data.write_h5ad(tmp_path / "a.h5ad")
    return tmp_path / "a.h5ad"


def test_names_are_read_in_the_file_s_order_on_each_axis(path, cells):
    file, data = DataFile(path), cells(n_cells=5)
    assert file.cells.tolist() == data.obs_names.tolist()
    assert file.genes["var"].tolist() == data.var_names.tolist()
    assert file.genes["raw"].tolist() == ["GENE2", "GENE1"]
    assert file.frames == {"var": "var", "raw": "raw/var"}


def test_blocks_are_told_with_the_axis_of_their_genes(path):
    assert {name: place.axis for name, place in DataFile(path).blocks.items()} == {
        "X": "var",
        "layers/lognorm": "var",
        "raw": "raw",
    }


def test_a_table_is_read_once_with_the_columns_that_are_asked_for(path):
    file = DataFile(path)
    assert file.columns("obs")[:2] == ["kind", "donor"]
    assert list(file.table("obs", columns=["donor"]).columns) == ["donor"]
    assert file.table("obs", columns=["donor"]) is file.table("obs", columns=("donor",))
    assert list(file.table("obs").columns) == file.columns("obs")
    assert list(file.table("obs", columns=()).columns) == []


def test_a_file_is_opened_once_however_deep_it_is_asked_for_and_closed_with_the_outermost(path):
    file = DataFile(path)
    with file.open() as outer:
        with file.open() as inner:
            assert inner is outer
        assert outer.id.valid
    assert not outer.id.valid
    with file.open() as again:
        assert again.id.valid


def test_after_an_error_the_file_can_be_opened_again(path):
    file = DataFile(path)

    def crash():
        with file.open():
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        crash()
    with file.open() as again:
        assert "X" in again


def test_cells_with_opaque_names_are_told_by_those_of_the_source(make):
    made = make()
    variant = next(one for one in made.variants if one.name == "flip")
    own = Written(variant, made.path("flip"))
    known = pd.Index([f"known{number}" for number in range(len(own.cells))])
    file = Written(variant, made.path("flip"), cells=known)
    assert file.cells.tolist() == known.tolist()
    assert file.table("obs")["kind"].tolist() == own.table("obs")["kind"].tolist()
    assert file.genes["var"].tolist() == own.genes["var"].tolist()


def test_files_are_found_by_the_kind_of_their_edit(make):
    files = make().files()
    assert files.original.edit.kind == "none"
    assert [name for name, _ in files.edited_by("delete_gene", "permute")] == ["null", "withdraw"]
    assert list(files.edited_by()) == []


def test_a_file_without_matrices_has_the_table_of_genes_still(tmp_path):
    with h5py.File(tmp_path / "a.h5ad", "w") as file:
        file.create_group("obs")
        file.create_group("var")
    assert DataFile(tmp_path / "a.h5ad").frames == {"var": "var"}
