import h5py
import numpy as np
import pytest

from counterproof.construct.leaks.texts import Text, texts


@pytest.fixture
def found(tmp_path):
    """All texts of a file that this function fills."""

    def read(fill, **wanted):
        with h5py.File(tmp_path / "a.h5", "w") as file:
            fill(file)
            return list(texts(file, **wanted))

    return read


def test_keys_attributes_and_values_are_told_with_their_places(found):
    def fill(file):
        file.attrs["title"] = "cells"
        file["uns/note"] = ["CD4", "γδ T"]
        file["uns/note"].attrs["by"] = ["one", "two"]

    assert set(found(fill)) == {
        Text("an attribute of /", "title"),
        Text("an attribute of /", "cells"),
        Text("a key", "uns"),
        Text("a key", "note"),
        Text("an attribute of uns/note", "by"),
        Text("an attribute of uns/note", "one"),
        Text("an attribute of uns/note", "two"),
        Text("uns/note", "CD4"),
        Text("uns/note", "γδ T"),
    }


@pytest.mark.parametrize(
    "value",
    [np.bytes_(b"CD4"), "CD4", np.array([[b"CD4"]], dtype="S3"), np.array(["CD4"], dtype=h5py.string_dtype(length=8))],
    ids=["bytes", "text", "a table of fixed width", "padded"],
)
def test_a_text_is_read_however_it_is_stored(found, value):
    def fill(file):
        file["a"] = value
        file.attrs["b"] = value

    assert {text.value for text in found(fill) if text.place == "a"} == {"CD4"}
    assert "CD4" in {text.value for text in found(fill) if text.place == "an attribute of /"}


def test_fields_of_a_compound_dataset_are_texts_too(found):
    table = np.array([(b"CD4", 1.0), (b"CD8A", 2.0)], dtype=[("names", "S8"), ("scores", "f4")])
    values = {text.value for text in found(lambda file: file.create_dataset("ranked", data=table))}
    assert values == {"ranked", "names", "scores", "CD4", "CD8A"}


def test_numbers_are_no_texts(found):
    def fill(file):
        file["a"] = [1.5]
        file["a"].attrs["b"] = 7

    assert {text.value for text in found(fill)} == {"a", "b"}


def test_a_text_that_is_no_utf8_is_read_with_marks_in_place_of_its_bytes(found):
    values = [text.value for text in found(lambda file: file.create_dataset("a", data=np.bytes_(b"CD4\xff")))]
    assert values == ["a", "CD4�"]


def test_the_tables_can_be_left_out(found):
    def fill(file):
        for place in ("obs/kind", "var/gene", "raw/var/gene", "uns/kept"):
            file[place] = ["x"]

    assert {text.value for text in found(fill, tables=False)} == {"uns", "kept", "x"}


def test_an_empty_text_dataset_and_a_null_one_hold_nothing(found):
    def fill(file):
        file.create_dataset("a", shape=(0,), dtype=h5py.string_dtype())
        file["b"] = h5py.Empty("f4")
        file.attrs["c"] = h5py.Empty("S1")

    assert [text.value for text in found(fill)] == ["c", "a", "b"]


def test_a_null_dataset_of_texts_holds_nothing(found):
    assert [text.value for text in found(lambda file: file.create_dataset("a", data=h5py.Empty("S1")))] == ["a"]
