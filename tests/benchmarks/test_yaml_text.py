import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.benchmarks.plain_yaml import parse_yaml
from counterproof.benchmarks.yaml_text import yaml_text

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]))


@pytest.mark.parametrize(
    "text", ["NO", "off", "1e5", "007", "2024-01-01", "~", "", "null", "1:30", "=", "a: b", "\n x"]
)
def test_a_text_stays_a_text(text):
    assert parse_yaml(yaml_text({"key": text}), name="x").value == {"key": text}


@given(st.dictionaries(TEXTS, st.one_of(TEXTS, st.integers(), st.booleans(), st.none(), st.lists(TEXTS))))
def test_what_is_written_is_read_back(value):
    assert parse_yaml(yaml_text(value), name="x").value == value


def test_one_line_is_one_line_however_long_and_reads_back():
    value = {"ask": {"group": {"kind": "NO"}}, "decisions": {f"column {number}": "keep" for number in range(40)}}
    text = yaml_text(value, one_line=True)
    assert text.count("\n") == 1
    assert parse_yaml(text, name="").value == value
