import os
import subprocess
import sys

import pytest

from counterproof.store.cache import cached_texts, stamps_of


def stamp_of(path, *, context):
    return stamps_of(path.parent, [path.name], context=context)[path.name]


@pytest.fixture
def asked():
    """A maker of texts, and the names that it was asked for."""
    names = []

    def make(missing):
        names.extend(missing)
        return {name: f"text of {name}" for name in missing}

    make.names = names
    return make


def test_a_text_is_made_once(tmp_path, asked):
    path = tmp_path / "cache" / "texts.parquet"
    stamps = {"b": "1", "a": "1"}
    texts = {"b": "text of b", "a": "text of a"}
    assert [cached_texts(path, stamps, make=asked) for _ in range(3)] == [texts] * 3
    assert asked.names == ["b", "a"]


def test_only_what_has_a_new_stamp_is_made_again_and_what_is_gone_is_dropped(tmp_path, asked):
    path = tmp_path / "texts.parquet"
    cached_texts(path, {"a": "1", "b": "1"}, make=asked)
    asked.names.clear()
    assert list(cached_texts(path, {"b": "2", "c": "1"}, make=asked)) == ["b", "c"]
    assert asked.names == ["b", "c"]
    cached_texts(path, {"a": "1"}, make=asked)
    assert asked.names == ["b", "c", "a"]


@pytest.mark.parametrize("content", [b"", b"PAR1", b"not a table"])
def test_a_damaged_cache_is_made_again(tmp_path, asked, content):
    path = tmp_path / "texts.parquet"
    path.write_bytes(content)
    assert cached_texts(path, {"a": "1"}, make=asked) == {"a": "text of a"}
    cached_texts(path, {"a": "1"}, make=asked)
    assert asked.names == ["a"]


def test_texts_come_also_where_nothing_can_be_written(tmp_path, asked):
    (tmp_path / "file").touch()
    assert cached_texts(tmp_path / "file" / "texts.parquet", {"a": "1"}, make=asked) == {"a": "text of a"}


def test_a_process_that_is_killed_while_it_writes_leaves_the_old_cache(tmp_path, asked):
    path = tmp_path / "texts.parquet"
    cached_texts(path, {"a": "1"}, make=asked)
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from counterproof.store import cache\n"
        "from counterproof.store.cache import cached_texts\n"
        "def half(table, part, **options):\n"
        "    part.write_bytes(b'PAR1 half')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "cache.pq.write_table = half\n"
        "cached_texts(Path(sys.argv[1]), {'a': '2'}, make=lambda names: {'a': 'new'})\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert done.returncode == -9
    asked.names.clear()
    assert cached_texts(path, {"a": "1"}, make=asked) == {"a": "text of a"}
    assert asked.names == []


def test_a_stamp_tells_a_file_that_was_replaced_by_one_of_the_same_size_and_time(tmp_path):
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_text("1")
    other.write_text("2")
    before = stamp_of(path, context="x")
    os.utime(other, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    other.replace(path)
    assert stamp_of(path, context="x") != before
    assert stamp_of(path, context="y") != stamp_of(path, context="x")


def test_a_stamp_tells_a_file_that_was_written_into_within_its_size_and_whose_time_was_set_back(tmp_path):
    path = tmp_path / "a"
    path.write_text("1")
    status, before = path.stat(), stamp_of(path, context="x")
    path.write_text("2")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_mtime_ns == status.st_mtime_ns
    assert stamp_of(path, context="x") != before


def test_stamps_of_many_files_are_those_of_each_and_what_is_not_there_has_none(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("b/2", "b/1"):
        (tmp_path / name).write_text(name)
    found = stamps_of(tmp_path, ["b/2", "b/3", "b/1"], context={"b/1": "x", "b/2": "y", "b/3": "z"})
    assert list(found.items()) == [
        ("b/2", stamp_of(tmp_path / "b" / "2", context="y")),
        ("b/1", stamp_of(tmp_path / "b" / "1", context="x")),
    ]
    assert stamps_of(tmp_path, ["b/1"], context="x") == {"b/1": found["b/1"]}
