import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.evaluators.extract.strict_json import JsonFaultError, NotJsonError, parse

values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
)


@given(values)
def test_json_is_read_as_json(value):
    assert parse(json.dumps(value)) == (value, False)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'a': 'it\\'s', 'b': None}", {"a": "it's", "b": None}),
        ('{"a": [1, 2,],}', {"a": [1, 2]}),
        ("{'a': true, 'b': False}", {"a": True, "b": False}),
        ("{'a': -1.5}", {"a": -1.5}),
    ],
)
def test_what_has_one_reading_is_mended(text, value):
    assert parse(text) == (value, True)


@pytest.mark.parametrize(
    "text", ['{"a": NaN}', '{"a": 1e999}', '{"a": 1, "a": 2}', "{'a': 1, 'a': 2}", "{'a': 0x1F}", "{'a': 1_0}"]
)
def test_what_must_not_be_hidden_is_a_fault(text):
    with pytest.raises(JsonFaultError, match=r"number|twice"):
        parse(text)


@pytest.mark.parametrize(
    "text", ["{not json", "{1: 2}", "__import__('os')", "{'a': f()}", "[" * 5000, "{'a': (1,)}", ""]
)
def test_what_is_no_json_is_never_run(text):
    with pytest.raises(NotJsonError):
        parse(text)
