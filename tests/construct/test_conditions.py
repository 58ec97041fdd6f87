import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterproof.benchmarks.invented import invented_instances
from counterproof.benchmarks.labbench import read_labbench
from counterproof.construct.conditions import Conditions, Refused, described
from counterproof.domain.condition import CONDITIONS, REDACTION
from counterproof.domain.instance import Entity, Instance
from counterproof.edits.mentions import find_mentions
from counterproof.edits.names import opaque_tokens

CASES = invented_instances(40, seed=2, outside=2)
MADE = Conditions.of(CASES, seed=9)


def outside_of(instance, part):
    """The pieces of a part that lie outside its mentions."""
    text, at, pieces = instance.parts[part], 0, []
    for one in instance.mentions_in(part):
        pieces.append(text[at : one.start])
        at = one.end
    return [*pieces, text[at:]]


def assert_blind_keeps_the_rest(instance, shown, tokens):
    parts = {"evidence": shown.evidence or "", "question": shown.question}
    parts |= {f"option {letter}": text for letter, text in shown.options.items()}
    for part, text in parts.items():
        pattern = "|".join(map(re.escape, tokens)) or r"(?!)"
        assert re.split(pattern, text) == outside_of(instance, part)


@pytest.mark.parametrize("one", CASES[:40], ids=lambda one: one.id)
def test_blind_leaves_every_byte_outside_mentions_as_it_is(one):
    assert_blind_keeps_the_rest(one, MADE.show(one, "blind"), opaque_tokens(one, seed=9))


words = st.lists(
    st.sampled_from(["TP53", "tp53s", "p53's", "rises", "by", "40%", "in", "mice,", "(TP53-low)", "\n"]), max_size=25
)


@settings(max_examples=60)
@given(words, words)
def test_blind_leaves_every_byte_outside_mentions_as_it_is_for_any_text(evidence, question):
    entities = (Entity(name="TP53", aliases=("p53",)),)
    parts = {
        "evidence": " ".join(evidence),
        "question": "Q " + " ".join(question),
        "option A": "TP53",
        "option B": "no",
    }
    one = Instance(
        id="x",
        question=parts["question"],
        evidence=parts["evidence"],
        options={"A": "TP53", "B": "no"},
        key="A",
        entities=entities,
        mentions=find_mentions(parts, entities),
    )
    shown = Conditions.of([one], seed=1).show(one, "blind")
    assert_blind_keeps_the_rest(one, shown, opaque_tokens(one, seed=1))
    assert "53" not in shown.question


def test_named_shows_the_instance_as_it_is():
    one = CASES[0]
    shown = MADE.show(one, "named")
    assert (shown.question, shown.options, shown.evidence) == (one.question, one.options, one.evidence)


def test_delete_takes_the_evidence_and_nothing_else():
    shown = MADE.show(CASES[0], "delete")
    assert shown == MADE.show(CASES[0], "named")._replace(evidence=None)


def test_the_hidden_words_are_the_same_named_and_blind_and_nest():
    for one in CASES[:40]:
        counts = []
        for step in REDACTION:
            named, blind = MADE.show(one, step.named).evidence, MADE.show(one, step.blind).evidence
            assert named.count("____") == blind.count("____")
            counts.append(named.count("____"))
        assert counts == sorted(counts)
        assert counts[0] == 0


def test_a_placebo_is_another_passage_of_like_length_about_the_own_names():
    for one in CASES[:40]:
        shown = MADE.show(one, "placebo")
        assert one.entities[0].name in shown.evidence
        assert shown.evidence != one.evidence
        assert abs(len(shown.evidence) / len(one.evidence) - 1) < 0.2
        donor = next(other for other in CASES if f"evidence of {other.id}" == shown.note)
        assert not any(name in shown.evidence for entity in donor.entities for name in entity.names)


def test_a_false_identity_is_that_of_another_instance_with_another_answer():
    names = {entity.name: one for one in CASES for entity in one.entities}
    for one in CASES[:40]:
        shown = MADE.show(one, "false_identity")
        assert not any(name in shown.question + shown.evidence for entity in one.entities for name in entity.names)
        other = next(found for name, found in names.items() if name in shown.question)
        assert other.options[other.key] != one.options[one.key]


def test_functional_descriptions_stand_for_names_and_a_missing_one_is_told():
    one = CASES[0]
    assert described(one)[0] in MADE.show(one, "functional").question
    bare = one.model_copy(update={"entities": tuple(e.model_copy(update={"description": ""}) for e in one.entities)})
    shown = Conditions.of([bare, CASES[1]], seed=1).show(bare, "functional")
    assert "drug 1" in shown.question
    assert shown.note.startswith("described by their kind only")


def test_a_control_line_agrees_with_the_label_95_percent_of_the_time_and_names_no_entity():
    cases = invented_instances(200, seed=3)
    made = Conditions.of(cases, seed=1)
    agreeing = [made.show(one, "control-95").control == one.key for one in cases]
    independent = [made.show(one, "control-random").control == one.key for one in cases]
    assert sum(agreeing) == 190
    assert 30 <= sum(independent) <= 70
    shown = made.show(cases[0], "control-95")
    assert shown.evidence.endswith(f"the recorded answer is {shown.options[shown.control]}.")
    assert cases[0].entities[0].name not in shown.evidence


def test_what_cannot_be_made_says_why():
    bare = CASES[0].model_copy(update={"evidence": "", "mentions": (), "entities": ()})
    made = Conditions.of([bare], seed=1)
    reasons = {name: made.show(bare, name) for name in CONDITIONS}
    assert reasons["delete"] == Refused("case-001", "delete", "has no evidence block")
    assert reasons["functional"].reason == "names no entity"
    assert reasons["blind"].note == "names no entity: the same bytes as named"
    assert MADE.show(CASES[-1], "named").reason == "is no pair of the benchmark: asked in recall only"


def test_at_least_150_of_the_194_real_passages_build_in_every_condition(shared):
    found = read_labbench(shared / "data" / "labbench" / "LitQA2", seed=1)
    own = [one for one in found.instances if one.evidence]
    made = Conditions.of(found.instances, seed=1)
    shown = {name: [made.show(one, name) for one in own] for name in CONDITIONS}
    built = {name: sum(not isinstance(one, Refused) for one in some) for name, some in shown.items()}
    assert len(own) == 194
    assert min(built.values()) >= 150, built
    in_all = sum(not any(isinstance(shown[name][place], Refused) for name in CONDITIONS) for place in range(len(own)))
    assert in_all >= 150
    assert set(Counter(one.reason for some in shown.values() for one in some if isinstance(one, Refused))) == {
        "names no entity"
    }
    for one, blind in zip(own, shown["blind"], strict=True):
        assert_blind_keeps_the_rest(one, blind, opaque_tokens(one, seed=1))
