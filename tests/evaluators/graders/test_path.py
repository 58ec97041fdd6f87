import pytest

from counterproof.evaluators.graders.path import at

ANSWER = {"a": {"b": 1}, "a.b": 2, "calls": [{"p": "x", "q": 1}, {"p": "y"}], "none": None}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", (True, ANSWER)),
        ("a.b", (True, 2)),
        ("a", (True, {"b": 1})),
        ("none", (True, None)),
        ("calls[].p", (True, ["x", "y"])),
        ("calls[]", (True, ANSWER["calls"])),
        ("b", (False, None)),
        ("a[].b", (False, None)),
    ],
)
def test_a_path_leads_to_its_value_or_to_nothing(path, expected):
    assert at(ANSWER, path) == expected


def test_an_entry_without_the_field_leaves_the_list_incomplete():
    assert at(ANSWER, "calls[].q") == (False, [1, None])
