import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.statistic import Group
from counterproof.store.digest import canonical_json, digest_of, file_digest

WORDS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda below: st.lists(below) | st.dictionaries(WORDS, below),
    max_leaves=20,
)


def test_the_digest_is_that_of_the_sorted_text_without_white_space():
    text = '{"a":[1,2.5,null,true],"é":"x y"}'
    assert canonical_json({"é": "x y", "a": [1, 2.5, None, True]}) == text
    assert digest_of({"é": "x y", "a": [1, 2.5, None, True]}) == hashlib.sha256(text.encode()).hexdigest()


@given(VALUES)
def test_the_text_holds_the_whole_value(value):
    assert json.loads(canonical_json(value)) == value


@given(st.dictionaries(WORDS, st.integers()))
def test_the_order_of_keys_does_not_count(value):
    assert digest_of({"inner": dict(reversed(value.items()))}) == digest_of({"inner": value})


def test_a_record_has_the_digest_of_its_fields():
    fields = {"value": "CD56+ NK", "column": "bulk_labels"}
    assert digest_of(Group.model_validate(fields)) == digest_of(fields)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_json_lacks_has_no_digest(number):
    with pytest.raises(ValueError, match="not JSON compliant"):
        digest_of({"lead": [number]})


@given(st.binary())
def test_the_digest_of_a_file_is_that_of_its_bytes(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("digest") / "file"
    path.write_bytes(content)
    assert file_digest(path) == hashlib.sha256(content).hexdigest()


@given(VALUES)
def test_the_text_is_that_of_json_with_sorted_keys(value):
    told = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    assert canonical_json(value) == told
