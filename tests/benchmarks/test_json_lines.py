from counterproof.benchmarks.json_lines import json_lines


def test_lines_end_at_line_feeds_and_one_that_holds_no_object_is_told(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes('{"a": "one\u2028two"}\r\n\n[1]\n{"a"\n'.encode() + b'{"a": "\xff"}\n{"a": 2}')
    assert list(json_lines(path)) == [
        ("line 1", {"a": "one\u2028two"}),
        ("line 3", None),
        ("line 4", None),
        ("line 5", None),
        ("line 6", {"a": 2}),
    ]
