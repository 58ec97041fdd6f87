import io
import json

from hypothesis import given
from hypothesis import strategies as st

from counterproof.trajectories import values as module
from counterproof.trajectories.values import decode_values, salvage

objects = st.lists(st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=9), max_size=3), max_size=9)


def decoded(text, n_bytes):
    stream = io.StringIO(text)
    return list(decode_values(lambda _: stream.read(n_bytes)))


@given(objects, st.integers(min_value=1, max_value=30), st.booleans())
def test_values_are_the_same_for_chunks_of_any_size(items, n_bytes, bare):
    text = "\n".join(map(json.dumps, items)) if bare else json.dumps(items, indent=1)
    assert decoded(text, n_bytes) == [(item, None) for item in items]


def test_what_follows_the_last_whole_value_is_given_back():
    assert decoded('[{"a": 1}, {"b": ', 4) == [({"a": 1}, None), (None, '{"b": ')]


def test_a_value_much_longer_than_a_chunk_is_tried_again_few_times():
    n_reads = 0
    text = io.StringIO("[" + json.dumps({"a": "x" * (20 * module._CHUNK_BYTES)}) + "]")

    def read(n_bytes):
        nonlocal n_reads
        n_reads += 1
        return text.read(n_bytes)

    assert len(list(decode_values(read))) == 1
    assert n_reads < 10


def test_a_cut_document_gives_its_whole_messages():
    assert salvage('{"info": {"a": 1}, "messages": [{"b": 2}, {"c": ') == {"info": {"a": 1}, "messages": [{"b": 2}]}


def test_a_half_event_is_not_salvaged():
    assert salvage('{"type": "assistant", "message": {"content": [{"type": "te') is None
    assert salvage('{"type": ') is None
    assert salvage("no object") is None
