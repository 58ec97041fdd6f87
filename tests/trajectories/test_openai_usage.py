import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.trajectories.openai_usage import token_totals

counts = st.integers(0, 10**9)


def totals(usage):
    return tuple(token_totals(usage).values())


@pytest.mark.parametrize(
    "usage",
    [
        {"input_tokens": 110, "input_tokens_details": {"cached_tokens": 100}, "output_tokens": 5},
        {"prompt_tokens": 110, "prompt_tokens_details": {"cached_tokens": 100}, "completion_tokens": 5},
        {"input_tokens": 110, "cached_input_tokens": 100, "output_tokens": 5},
    ],
    ids=["responses", "chat", "codex"],
)
def test_every_shape_tells_the_same(usage):
    assert token_totals(usage) == {
        "input_tokens": 10,
        "cached_input_tokens": 100,
        "cache_write_tokens": None,
        "output_tokens": 5,
    }


@given(counts, counts, counts)
def test_the_parts_of_the_input_add_up_to_it(new, cached, written):
    details = {"cached_tokens": cached, "cache_creation_tokens": written}
    usage = {"input_tokens": new + cached + written, "input_tokens_details": details}
    assert totals(usage) == (new, cached, written, None)


def test_more_from_the_cache_than_was_read_leaves_nothing_and_not_less():
    assert totals({"input_tokens": 5, "cached_input_tokens": 9})[0] == 0


@pytest.mark.parametrize("usage", [{}, {"input_tokens": None}, {"input_tokens": "5"}, {"input_tokens_details": [1]}])
def test_what_is_not_stated_is_null_and_not_0(usage):
    assert totals(usage) == (None, None, None, None)
