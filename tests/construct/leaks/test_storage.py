import h5py
import numpy as np
import pytest

from counterproof.construct.leaks.files import DataFile
from counterproof.construct.leaks.storage import no_orphans, no_times, same_storage, same_value_order, storage_map


@pytest.fixture
def found(make):
    """What a check finds after one file was changed like this, opened anew for each change."""

    def find(check, *changes, name="flip"):
        made = make()
        for change in changes:
            with h5py.File(made.path(name), "r+") as file:
                change(file)
        return check(made.files()).leak

    return find


def again(file, key, **how):
    """The same values at the same place, stored another way."""
    values, attributes = file[key][...], dict(file[key].attrs)
    del file[key]
    file.create_dataset(key, data=values, **how).attrs.update(attributes)


@pytest.mark.parametrize("check", [same_storage, same_value_order, no_times, no_orphans])
def test_nothing_is_found_in_what_the_writer_made(make, check):
    found = check(make().files())
    assert found.leak == ""
    assert found.looked_at


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda file: file.__setitem__("uns/x", [1]), "flip differs from original: only one of both has uns/x"),
        (lambda file: again(file, "X/indptr"), "X/indptr is stored otherwise: layout is"),
        (lambda file: again(file, "X/data", dtype="f8", chunks=True, maxshape=(None,)), "X/data is stored otherwise:"),
        (lambda file: file["X"].attrs.__setitem__("note", 1), "X is stored otherwise: attributes is"),
        (
            lambda file: file["X"].attrs.__setitem__("encoding-version", "0.2.0"),
            "X is stored otherwise: attribute values is",
        ),
        (
            lambda file: file["X"].attrs.__setitem__("encoding-type", np.bytes_(b"csr_matrix")),
            "X is stored otherwise: attribute values is",
        ),
    ],
    ids=["another object", "layout", "dtype", "another attribute", "its value", "its type"],
)
def test_whatever_is_stored_otherwise_is_told_with_its_place(found, change, told):
    assert told in found(same_storage, change)


def test_the_size_of_a_matrix_may_differ(found):
    assert found(same_storage, lambda file: file["X"].attrs.__setitem__("shape", np.array([1, 2]))) == ""


def test_the_map_names_filters_chunks_and_the_kind_of_every_text(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file.create_dataset("b", data=np.arange(100), chunks=(10,), compression="gzip", shuffle=True, maxshape=(None,))
        file["a"] = ["x"]
        file["c"] = h5py.Empty("f4")
        file.create_group("obs")
        file.create_group("var")
    found = storage_map(DataFile(tmp_path / "a.h5"))
    assert list(found) == ["/", "a", "b", "c", "obs", "var"]
    assert found["/"]["keys"] == ("a", "b", "c", "obs", "var")
    assert found["b"]["chunks"] == (10,)
    assert found["b"]["filters"][:3] == ("gzip", 4, True)
    assert found["b"]["room to grow"] == (True,)
    assert "utf-8" in found["a"]["dtype"]


def test_values_that_lie_in_another_order_are_told(found):
    def change(file):
        # Written while the old ones are still there, so that it lies behind all others.
        file["late"] = file["obs/_index"][...]
        del file["obs/_index"]
        file.move("late", "obs/_index")

    assert "the values lie in another order" in found(same_value_order, change)


@pytest.mark.parametrize("name", ["original", "flip"])
def test_a_time_is_found_in_any_file(found, name):
    def change(file):
        made = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        made.set_obj_track_times(True)
        space = h5py.h5s.create_simple((1,))
        h5py.h5d.create(file.id, b"late", h5py.h5t.NATIVE_INT32, space, made)

    assert "carries the time at which it was made" in found(no_times, change, name=name)


def remove(file):
    del file["uns/gone"]


def test_packed_values_without_an_owner_are_found(found):
    def leave(file):
        file.create_dataset("uns/gone", data=np.arange(3000), compression="gzip")
        # Behind them, so that the file does not end where they were.
        file["uns/kept"] = np.zeros(5000)

    assert "can be unpacked from a place that no object owns" in found(no_orphans, leave, remove)


def test_plain_values_without_an_owner_are_found(found):
    def leave(file):
        file["uns/gone"] = np.random.default_rng(0).normal(size=5000)
        file["uns/kept"] = np.zeros(5000)

    assert "belong to no object" in found(no_orphans, leave, remove)
