import pytest

from counterproof.domain.problem import InputError
from counterproof.trajectories.source import EntryReader, opened


def entries(data):
    with opened(data) as stream:
        reader = EntryReader(stream)
        return list(reader), reader.replaced


def test_only_a_line_feed_ends_a_line():
    text = '{"a": "x\u2028y"}\n{"b": "r"}\r\n'.encode()
    assert [entry.value for entry in entries(text)[0]] == [{"a": "x\u2028y"}, {"b": "r"}]


def test_bad_bytes_are_replaced_and_counted_in_lines_and_arrays():
    line = b'{"a": "\xff\xfe", "b": "\xef\xbf\xbd"}'
    assert entries(line + b"\n")[1] == 2
    assert entries(b"[" + line + b"]")[1] == 2


def test_a_line_of_ten_million_characters_is_one_line():
    text = "x" * 10_000_000
    found, _ = entries(f'{{"a": "{text}"}}\n{{"b": 1}}\n'.encode())
    assert [len(found[0].value["a"]), found[1].value] == [10_000_000, {"b": 1}]


def test_a_raw_control_character_inside_a_text_is_data():
    assert entries(b'{"a": "x\0y\tz"}\n')[0][0].value == {"a": "x\0y\tz"}


def test_lines_of_nothing_but_zeros_are_blank():
    assert [entry.value for entry in entries(b'\0\0\0\n{"a": 1}\0\0\n')[0]] == [{"a": 1}]


def test_noise_in_brackets_does_not_make_an_array_of_the_file():
    found, _ = entries(b'[INFO] ready\n{"a": 1}\n')
    assert [(entry.stray, entry.value) for entry in found] == [("not_json", None), (None, {"a": 1})]


def test_a_half_last_line_is_cut_and_a_half_line_before_it_is_no_json():
    found, _ = entries(b'{"a": \n{"a": 1}\n{"b": [1, 2')
    assert [(entry.stray, entry.text) for entry in found] == [("not_json", '{"a":'), (None, ""), ("cut", '{"b": [1, 2')]


def test_a_number_too_long_for_python_and_a_nest_too_deep_are_kept_as_text():
    found, _ = entries(b'{"a": ' + b"1" * 5000 + b"}\n" + b"[" * 100_000 + b"\n")
    assert [entry.stray for entry in found] == ["not_json", "not_json"]


def test_a_document_with_indents_is_one_value():
    assert [entry.value for entry in entries(b'{\n  "a": [\n    1\n  ]\n}\n')[0]] == [{"a": [1]}]


def test_a_missing_file_is_named(tmp_path):
    with (
        pytest.raises(InputError, match=r"none\.jsonl: cannot be opened: No such file"),
        opened(tmp_path / "none.jsonl"),
    ):
        pass
