import os
import signal
import subprocess
import sys
import time

import pytest

from counterproof.store.atomic import replacing, write_text

OLD, NEW = "old\n" * 1000, "new\n" * 1_000_000


def write_half_and_fail(path):
    with replacing(path) as part:
        part.write_text("half of the new", encoding="utf-8")
        msg = "no space left"
        raise OSError(msg)


def test_a_write_makes_the_folders_above_it(tmp_path):
    write_text(tmp_path / "a" / "b" / "text", "word")
    assert (tmp_path / "a" / "b" / "text").read_text(encoding="utf-8") == "word"


@pytest.mark.parametrize("text", ["", "one\ntwo\r\nthree\rfour", "é \u2028 🧬"])
def test_a_text_is_written_as_utf_8_with_the_line_ends_it_has(tmp_path, text):
    write_text(tmp_path / "text", text)
    assert (tmp_path / "text").read_bytes() == text.encode()


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "text"
    write_text(path, OLD)
    with pytest.raises(OSError, match="no space left"):
        write_half_and_fail(path)
    assert path.read_text(encoding="utf-8") == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_file_is_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        with pytest.raises(FileExistsError, match="is no file"):
            write_text(place, NEW)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_first_write_that_fails_leaves_no_file(tmp_path):
    with pytest.raises(OSError, match="no space left"):
        write_half_and_fail(tmp_path / "text")
    assert not list(tmp_path.iterdir())


def test_the_old_file_stays_until_the_block_has_ended(tmp_path):
    path = tmp_path / "text"
    write_text(path, OLD)
    with replacing(path) as part:
        part.write_text(NEW, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == OLD
    assert path.read_text(encoding="utf-8") == NEW


def test_others_may_read_what_was_written(tmp_path):
    write_text(tmp_path / "text", "word")
    assert (tmp_path / "text").stat().st_mode & 0o777 == 0o644


WRITER = """
import sys, itertools
from pathlib import Path
from counterproof.store.atomic import write_text
path = Path(sys.argv[1])
print("ready", flush=True)
for word in itertools.cycle(["old\\n" * 1000, "new\\n" * 1_000_000]):
    write_text(path, word)
"""


def test_a_writer_that_is_killed_leaves_the_old_text_or_the_new_one(tmp_path):
    path = tmp_path / "text"
    write_text(path, OLD)
    for milliseconds in (1, 4, 9, 16, 25):
        with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE) as writer:
            assert writer.stdout.readline() == b"ready\n"
            time.sleep(milliseconds / 1000)
            writer.send_signal(signal.SIGKILL)
        assert path.read_text(encoding="utf-8") in {OLD, NEW}
        assert not [left for left in tmp_path.iterdir() if left != path and left.suffix != ".part"]


def test_a_reader_never_sees_half_a_text(tmp_path):
    path = tmp_path / "text"
    write_text(path, OLD)
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE) as writer:
        assert writer.stdout.readline() == b"ready\n"
        end = time.monotonic() + 0.5
        seen = set()
        while time.monotonic() < end:
            seen.add(path.read_text(encoding="utf-8"))
        writer.send_signal(signal.SIGKILL)
    assert seen <= {OLD, NEW}
