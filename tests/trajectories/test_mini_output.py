import json

import pytest

from counterproof.trajectories.mini_output import read_output, read_text_output


@pytest.mark.parametrize(
    ("message", "output"),
    [
        ({"content": "seen", "extra": {"raw_output": "whole", "returncode": 0}}, ("whole", False, 0)),
        ({"content": "seen", "extra": {"raw_output": "", "returncode": -9}}, ("", True, -9)),
        ({"content": json.dumps({"returncode": 1, "output": "it"})}, ("it", True, 1)),
        ({"content": json.dumps({"returncode": 1})}, ('{"returncode": 1}', False, None)),
        ({"content": "{cut"}, ("{cut", False, None)),
        ({"content": "plain"}, ("plain", False, None)),
        ({"output": "from output", "content": "not this"}, ("from output", False, None)),
        (
            {"content": "x", "extra": {"raw_output": "a", "returncode": -1, "exception_info": "timed out"}},
            ("a\ntimed out", True, -1),
        ),
        (
            {"content": "x", "extra": {"raw_output": None, "returncode": None, "exception_info": "gone"}},
            ("gone", True, None),
        ),
        ({"content": "x", "extra": {"raw_output": "a", "returncode": "1"}}, ("a", False, None)),
        ({}, ("", False, None)),
        ({"content": None, "extra": None}, ("", False, None)),
    ],
)
def test_the_whole_output_is_taken_from_wherever_it_stands(message, output):
    assert read_output(message) == output


def test_what_is_nested_too_deeply_is_text():
    text = "{" * 100_000
    assert read_output({"content": text}).text == text


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("<returncode>0</returncode>\n<output>\nit\n</output>", ("it\n", False, 0)),
        ("<returncode> -15 </returncode>\n<output>a</output></output>", ("a</output>", True, -15)),
        ("<output>a</output>", ("a", False, None)),
        ("<returncode>1</returncode> no output", ("<returncode>1</returncode> no output", True, 1)),
        ("<returncode>99999999999</returncode>", ("<returncode>99999999999</returncode>", False, None)),
        ("plain", ("plain", False, None)),
        ("", ("", False, None)),
    ],
)
def test_the_output_in_a_message_of_the_user_is_read_between_its_tags(text, output):
    assert read_text_output(text) == output
