import os
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from counterproof.sandbox.place import ETC, new_place

NOBODY = 65_534


@contextmanager
def as_an_ordinary_user():
    """For a while without root's right to open whatever it likes, if this process has it."""
    before = os.geteuid()
    os.seteuid(before or NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)


def test_a_place_is_fresh_and_gone_afterwards(tmp_path):
    with new_place(tmp_path) as place, new_place(tmp_path) as other:
        assert not set(place) & set(other)
        assert all(folder.is_dir() for folder in place)
        assert {path.name: path.read_text() for path in place.system.iterdir()} == ETC
        assert not any(place.workspace.iterdir()), "an agent's folder starts empty"
    assert not any(tmp_path.iterdir())


def test_its_names_say_nothing(tmp_path):
    with new_place(tmp_path) as place:
        assert {len(folder.name) for folder in place} == {1}
        assert "trial" not in str(place.workspace.relative_to(tmp_path))


def test_a_place_is_gone_after_an_error_too(tmp_path):
    with pytest.raises(KeyboardInterrupt), new_place(tmp_path):
        raise KeyboardInterrupt
    assert not any(tmp_path.iterdir())


def test_folders_that_nobody_may_enter_are_removed_by_an_ordinary_user_as_well():
    # Not below pytest's own folder, which only its user may enter.
    with tempfile.TemporaryDirectory() as scratch:
        Path(scratch).chmod(0o777)
        with as_an_ordinary_user(), new_place(Path(scratch)) as place:
            deep = place.workspace / "a" / "b"
            deep.mkdir(parents=True)
            (deep / "result.csv").touch()
            for folder in (deep, deep.parent, place.workspace):
                folder.chmod(0)
        assert not any(Path(scratch).iterdir())


def test_what_a_link_leads_to_is_left_as_it_is(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").touch()
    outside.chmod(0o555)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with new_place(scratch) as place:
        (place.workspace / "link").symlink_to(outside)
        (place.home / "folder").mkdir()
        (place.home / "folder" / "link").symlink_to(outside)
    assert stat.S_IMODE(outside.stat().st_mode) == 0o555
    assert (outside / "kept").exists()
