import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.instance import Entity
from counterproof.edits.mentions import find_mentions
from counterproof.edits.spans import replaced
from counterproof.edits.words import HIDDEN, hidden_words, shuffled_numbers, shuffled_words

TEXTS = st.text("ABcd 12.,\n-", max_size=80)
LEVELS = (0, 1 / 3, 2 / 3, 1)


def mentions_of(text):
    return find_mentions({"evidence": text}, [Entity(name="AB"), Entity(name="1")])


@given(TEXTS, st.integers(0, 1000))
def test_levels_nest_and_never_touch_a_mention(text, seed):
    mentions = mentions_of(text)
    steps = [{(s.start, s.end) for s in hidden_words(text, mentions, level=level, seed=[seed])} for level in LEVELS]
    assert all(lower <= higher for lower, higher in pairwise(steps))
    assert not steps[0]
    hidden = {place for start, end in steps[-1] for place in range(start, end)}
    assert not hidden & {place for one in mentions for place in range(one.start, one.end)}


@given(TEXTS, st.integers(0, 1000))
def test_everything_outside_the_hidden_words_stays(text, seed):
    spans = hidden_words(text, mentions_of(text), level=2 / 3, seed=[seed])
    kept = replaced(text, [span._replace(text="") for span in spans])
    assert replaced(text, spans).replace(HIDDEN, "") == kept


def test_at_level_1_only_words_with_a_mention_are_left():
    text = "The AB gene rose by 40% in AB-positive mice."
    spans = hidden_words(text, mentions_of(text), level=1, seed=[1])
    assert set(replaced(text, spans).split()) == {HIDDEN, "AB", "AB-positive"}


def test_a_level_outside_0_to_1_is_refused():
    with pytest.raises(ValueError, match=r"share in \[0, 1\], got 2"):
        hidden_words("a b", (), level=2, seed=[1])


def test_numbers_change_places_and_those_of_names_stay():
    text = "AB12 and AB had 12 cases, 34% of them, at -5.5 and 1,200 units"
    mentions = find_mentions({"evidence": text}, [Entity(name="AB12"), Entity(name="AB")])
    after = replaced(text, shuffled_numbers(text, mentions, seed=[3]))
    find = re.compile(r"-?\d[\d,.]*\d|\d")
    assert sorted(find.findall(after)) == sorted(find.findall(text))
    assert after.startswith("AB12 and AB had ")
    assert all(a != b for a, b in zip(find.findall(after)[1:], find.findall(text)[1:], strict=True))


def test_a_single_number_cannot_be_shuffled():
    assert shuffled_numbers("only 5 here, and 5 there", (), seed=[1]) == []


def test_words_change_places_around_the_names():
    text = "the AB gene rose quickly"
    after = replaced(text, shuffled_words(text, mentions_of(text), seed=[1]))
    assert sorted(after.split()) == sorted(text.split())
    assert after.split()[1] == "AB"
    assert after != text
