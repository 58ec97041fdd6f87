import math

import pytest
from made_up_audit import made_up_construction, made_up_item, made_up_trial

from counterproof.audit.case_words import QUOTED, Words
from counterproof.domain.answer import Answer

ITEM = made_up_item()
REGISTRATION = made_up_construction(ITEM).registration
KEY, FLIP = REGISTRATION.key, REGISTRATION.flip_to
NAMES = {letter: f"{letter} ({text})" for letter, text in REGISTRATION.targets.items()}


def row(choice, **more):
    return {
        "choice": choice,
        "key": KEY,
        "flip_to": FLIP,
        "noticed": False,
        "data_support": None,
        "confidence": math.nan,
    } | more


def words(agent="ada", *, evidence="", **rows):
    made = made_up_trial(ITEM, agent="analyst", variant="flip")
    record = made.model_copy(update={"answer": Answer(evidence=evidence)})
    return Words(agent, rows, REGISTRATION, dict.fromkeys(rows, record))


def test_choices_are_told_with_their_options():
    one = words(original=row(KEY), flip=row(f"{FLIP},{KEY}"), withdraw=row(""))
    assert one.choice("original") == NAMES[KEY]
    assert one.choice("flip") == f"{NAMES[FLIP]} and {NAMES[KEY]}"
    assert one.choice("withdraw") == one.choice("null") == "nothing"


def test_a_letter_without_an_option_or_registration_is_told_alone():
    assert words(original=row("Z")).choice("original") == "Z"
    assert Words("ada", {"original": row(KEY)}, None, {}).choice("original") == KEY


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "evidence withdrawn, and"),
        ({"data_support": "none"}, "withdrawn (stating data support none), and"),
        ({"confidence": 92.4}, "withdrawn (stating confidence 92%), and"),
        ({"confidence": 0.0}, "withdrawn (stating confidence 0%), and"),
        ({"confidence": None, "noticed": True}, "withdrawn (stating and saying that something is missing), and"),
    ],
)
def test_what_was_stated_beside_the_answer_is_told_and_nothing_else(more, said):
    assert said in words(original=row(KEY), withdraw=row(KEY, **more), flip=row(KEY)).memory()


def test_a_long_statement_is_cut_between_words_and_a_short_one_is_whole():
    short = words(evidence="NKG7\n  is  highest.", original=row(KEY), withdraw=row(KEY), flip=row(FLIP)).elimination()
    assert short.endswith("It says: \u201cNKG7 is highest.\u201d")
    long = words(evidence="word " * 100, original=row(KEY), withdraw=row(KEY), flip=row(FLIP)).elimination()
    quoted = long.partition("\u201c")[2].rstrip("\u201d")
    assert quoted.endswith("word ...")
    assert len(quoted) <= QUOTED + 4
    assert "It says" not in words(original=row(KEY), withdraw=row(KEY), flip=row(FLIP)).elimination()


def test_one_that_follows_is_told_what_it_did_with_the_evidence_gone():
    followed = words(original=row(KEY), withdraw=row(""), flip=row(FLIP)).followed()
    assert "abstained with the evidence withdrawn" in followed
    assert f"followed the flip to {NAMES[FLIP]}" in followed
    other = words(original=row(KEY), withdraw=row("C"), flip=row(FLIP)).followed()
    assert "answered C" in other


@pytest.mark.parametrize(
    ("noticed", "said"),
    [
        ((), "ada, bo and cy all answered"),
        (("bo",), ", though bo noticed what is missing:"),
        (("ada", "cy"), ", though ada and cy noticed what is missing:"),
    ],
)
def test_several_agents_are_listed_with_those_who_noticed(noticed, said):
    group = [words(name, withdraw=row(KEY, noticed=name in noticed)) for name in ("ada", "bo", "cy")]
    told = Words.across(group)
    assert said in told
    assert NAMES[KEY] in told
    assert ("though" in told) == bool(noticed)
