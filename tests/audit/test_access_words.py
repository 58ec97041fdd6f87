import json

import pytest

from counterproof.audit.access_words import words_of


def test_the_arguments_of_a_call_are_told_without_its_description():
    given = json.dumps({"command": "ls", "description": "Look for the grader", "more": ["a", {"b": "c"}]})
    assert words_of("bash", given) == "ls\na\nc"


def test_a_search_by_a_tool_reads_as_the_command_would():
    assert words_of("Grep", '{"pattern": "gold", "path": "/"}') == "grep gold /"


def test_of_prose_written_to_a_file_only_its_place_is_told():
    assert words_of("Write", '{"file_path": "notes.md", "content": "see https://doi.org/1"}') == "notes.md"
    assert "requests" in words_of("Write", '{"file_path": "fetch.py", "content": "import requests"}')


@pytest.mark.parametrize("given", ["", "ls -la", "{", "[" * 5000])
def test_what_is_no_json_is_told_as_it_stands(given):
    assert words_of("bash", given) == given
