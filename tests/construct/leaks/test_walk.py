import h5py

from counterproof.construct.leaks.walk import objects


def test_every_group_and_dataset_comes_once_with_its_path(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["b/c/d"] = [1]
        file["a"] = [2]
        file.create_group("b/empty")
        found = objects(file)
        assert sorted(name for name, _ in found) == ["a", "b", "b/c", "b/c/d", "b/empty"]
        assert {name for name, node in found if isinstance(node, h5py.Dataset)} == {"a", "b/c/d"}


def test_paths_come_in_order_whatever_order_the_keys_stand_in(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w", track_order=True) as file:
        for name in ("z", "ä", "m"):
            file[name] = [0]
        assert list(file) == ["z", "ä", "m"]
        assert [name for name, _ in objects(file)] == ["m", "z", "ä"]


def test_a_file_without_objects_has_none(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        assert objects(file) == []
