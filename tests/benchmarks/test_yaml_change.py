import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from counterproof.benchmarks.plain_yaml import parse_yaml
from counterproof.benchmarks.yaml_change import block_text, changed_yaml
from counterproof.benchmarks.yaml_text import yaml_text

FILE = """\
# An item of ours.
id: nk   # named for the cells
question: >-
  Which gene
  marks them?

# What decides it.
registration:
  ask: {statistic: marker, group: {kind: NK}}
  # where the values are
  block: raw   # log-normalised
  flip_to: A
# until somebody has read it
draft: true
key: B
"""


def value_of(text):
    parsed = parse_yaml(text, name="")
    assert parsed.problems == ()
    return parsed.value


def lines_apart(old, new):
    return [line for line in old.splitlines() if line not in new.splitlines()], [
        line for line in new.splitlines() if line not in old.splitlines()
    ]


def test_what_says_the_same_stays_byte_for_byte():
    assert changed_yaml(FILE, value_of(FILE)) == FILE


def test_a_changed_line_keeps_its_comment_and_every_other_line_stays():
    value = value_of(FILE)
    new = changed_yaml(FILE, value | {"registration": value["registration"] | {"block": "X"}})
    assert lines_apart(FILE, new) == (["  block: raw   # log-normalised"], ["  block: X   # log-normalised"])


def test_a_key_goes_without_the_comment_above_it():
    value = value_of(FILE)
    del value["draft"]
    assert lines_apart(FILE, changed_yaml(FILE, value)) == (["draft: true"], [])


def test_a_key_can_stay_as_a_comment():
    value = value_of(FILE)
    del value["question"]
    new = changed_yaml(FILE, value, as_comments={"question"})
    assert "# question: >-\n#   Which gene\n#   marks them?\n" in new
    assert value_of(new) == value


def test_new_keys_come_at_the_end_of_their_block():
    value = value_of(FILE)
    value["registration"] |= {"after_viewing": True, "decisions": {"phase": "keep", "NO": "drop"}}
    new = changed_yaml(FILE, value | {"eliminable": False})
    added = ["  after_viewing: true", "  decisions: {phase: keep, 'NO': drop}", "eliminable: false"]
    assert lines_apart(FILE, new) == ([], added)
    assert new.index("after_viewing") < new.index("# until somebody")


def test_a_block_that_was_not_there_is_written_as_a_person_would():
    new = changed_yaml("id: nk\n", {"id": "nk", "registration": {"ask": {"group": {"kind": "NK"}}, "block": "raw"}})
    assert new == "id: nk\nregistration:\n  ask: {group: {kind: NK}}\n  block: raw\n"
    assert block_text({"a": {"b": 1}}) == "a:\n  b: 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "{id: nk, key: B}\n",
        "id: &name nk\nkey: B\nother: *name\n",
        "key: B\n? id\n: nk\n",
        "id: nk\nkey: [\n  B]\n",
    ],
)
def test_a_text_that_cannot_be_changed_in_place_still_says_what_was_asked(text):
    wanted = value_of(text) | {"key": {"deep": [1, "two"]}, "new": "x: y # z"}
    assert value_of(changed_yaml(text, wanted)) == wanted


def test_line_ends_and_the_byte_order_mark_stay():
    text = "\ufeff" + FILE.replace("\n", "\r\n")
    new = changed_yaml(text, value_of(FILE) | {"key": "A"})
    assert new == text.replace("key: B", "key: A")


words = st.text(alphabet="abNO:#'\"{}[]-, \n\u00e9<>&*!|%@`7", max_size=8)
plain = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), words)
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=8
)
blocks = st.dictionaries(words, values, min_size=1, max_size=4)


@given(blocks, blocks)
def test_any_value_is_read_back_as_it_was_asked_for(old, new):
    for text in (yaml_text(old), yaml_text(old).replace("\n", "   # said\n", 1)):
        changed = changed_yaml(text, old | new)
        assert value_of(changed) == old | new
        assert value_of(changed_yaml(changed, new)) == new


def test_it_reads_as_any_yaml_reader_reads_it():
    value = {"id": "nk", "registration": {"ask": {"group": {"kind": "NK"}}, "after_viewing": True}}
    assert yaml.safe_load(changed_yaml("id: nk\n", value)) == value
