import random

import pytest

from counterproof.domain.problem import InputError
from counterproof.trajectories import detect, parse


def test_a_format_is_told_by_content_wherever_the_telling_event_stands(shared):
    folder = shared / "cases" / "trajectories"
    chance = random.Random(3)
    for path in folder.glob("c*.jsonl"):
        lines = path.read_bytes().splitlines(keepends=True)
        expected = detect(path)
        chance.shuffle(lines)
        assert detect(b'npm warn\n{"type": "brand_new"}\n' + b"".join(lines)) == expected
        assert parse(b"".join(lines)).format == parse(path).format


def test_an_unknown_log_is_refused_with_the_kinds_of_its_events():
    with pytest.raises(
        InputError, match=r"is no log of a known tool \(seen: lines that are no JSON, events of type 'x'"
    ):
        parse(b'hello\n{"type": "x"}\n[1]\n')


def test_a_log_that_ends_in_its_first_line_is_refused_as_such():
    with pytest.raises(InputError, match="seen: a half line"):
        parse(b'{"type": "assistant", "mess')


def test_an_empty_file_is_an_empty_trajectory():
    for data in (b"", b"\n\n", b"\xef\xbb\xbf", b"\0\0\0"):
        assert parse(data).ending == "empty"


def test_a_picture_is_no_log(tmp_path):
    path = tmp_path / "plot.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    with pytest.raises(InputError, match=r"plot\.png: is no log of a known tool"):
        parse(path)
