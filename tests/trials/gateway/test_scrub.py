import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.trials.gateway.scrub import Scrubber, scrubbed

KEY = "sk-planted"
# Of two letters, so that keys overlap with each other and with themselves.
words = st.text("ab", max_size=4)
keys = st.lists(words, max_size=3)
parts = st.lists(st.text("abc", max_size=6).map(str.encode), max_size=8)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", b""),
        (b"no key", b"no key"),
        (b"sk-planted", b"[key]"),
        (b'{"a": "sk-planted", "b": "sk-plantedsk-planted"}', b'{"a": "[key]", "b": "[key][key]"}'),
        (b"\xff\0sk-planted\xff", b"\xff\0[key]\xff"),
        (b"SK-PLANTED sk-plante", b"SK-PLANTED sk-plante"),
    ],
)
def test_each_key_is_replaced_and_nothing_else(data, told):
    assert scrubbed(data, [KEY]) == told


@pytest.mark.parametrize("none", [[], [""]])
def test_without_a_key_nothing_is_replaced(none):
    assert scrubbed(b"abc", none) == b"abc"
    assert Scrubber(none).feed(b"abc") == b"abc"


@pytest.mark.parametrize("order", [["abc", "abcdef"], ["abcdef", "abc"]])
def test_of_a_longer_key_nothing_is_left_by_a_shorter_one(order):
    assert scrubbed(b"abcdef abc abcde", order) == b"[key] [key] [key]de"


def test_characters_with_a_meaning_in_patterns_and_those_outside_of_ascii_are_taken_as_they_are():
    assert scrubbed("a.c abc γδ".encode(), ["a.c", "γδ"]) == b"[key] abc [key]"


@given(keys, parts)
def test_a_stream_is_scrubbed_as_its_whole_is_wherever_it_is_cut(some, data):
    scrubber = Scrubber(some)
    passed = b"".join([*map(scrubber.feed, data), scrubber.close()])
    assert passed == scrubbed(b"".join(data), some)


def test_what_cannot_be_a_key_is_passed_on_at_once():
    scrubber = Scrubber([KEY])
    assert scrubber.feed(b"data: hello\n") == b"data: hello\n"
    assert scrubber.feed(b"x sk-pl") == b"x "
    assert scrubber.feed(b"ain") == b"sk-plain"


def test_closing_gives_what_was_held_once():
    scrubber = Scrubber([KEY])
    scrubber.feed(b"sk-")
    assert (scrubber.close(), scrubber.close()) == (b"sk-", b"")
