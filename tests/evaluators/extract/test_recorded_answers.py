"""Every recorded answer, by the reader of its kind. The cases' words for a status: multi, abstain and missing."""

import json
from functools import partial

import pytest

from counterproof.evaluators.extract.choice import extract_choice
from counterproof.evaluators.extract.objects import extract_object
from counterproof.evaluators.extract.quantity import extract_number
from counterproof.evaluators.extract.sources import passage_of
from counterproof.evaluators.graders.number import number_in

STATUS = {"multi": "several", "abstain": "abstained", "missing": "no_answer"}
CHOICE = [f"c{n:02}" for n in (1, 2, 3, 4, *range(10, 18), *range(20, 30), 31, 32, 34, 35, 36)]
NUMBER = [f"n{n:02}" for n in range(1, 26)]
OBJECT = [f"j{n:02}" for n in range(1, 8)]


@pytest.fixture(scope="session")
def cases(shared):
    lines = (shared / "cases" / "answers" / "answers.jsonl").read_bytes().split(b"\n")
    return {case["id"]: case for case in map(json.loads, filter(None, lines))}


def options_of(case):
    return {chr(ord("A") + place): text for place, text in enumerate(case["options"])}


def test_every_recorded_case_is_a_test_here(cases):
    assert set(cases) == {*CHOICE, "c37", *NUMBER, *OBJECT}


@pytest.mark.parametrize("name", CHOICE)
def test_a_choice_reads_as_recorded(cases, name):
    case = cases[name]
    several = case.get("multi", False)
    found = extract_choice(passage_of(case["text"]), options=options_of(case), several=several)
    expected = case["expect"]
    if isinstance(expected, str):
        assert (found.status, found.value) == ("answered", expected.split(",") if several else expected)
    else:
        status = expected.get("status", "answered")
        assert found.status == STATUS.get(status, status)
        assert found.value == expected.get("value")


@pytest.mark.parametrize("several", [False, True])
def test_answers_to_several_questions_are_no_answer_to_one(cases, several):
    case = cases["c37"]
    found = extract_choice(passage_of(case["text"]), options=options_of(case), several=several)
    assert (found.status, found.value) == ("no_answer", None)


@pytest.mark.parametrize("name", NUMBER)
def test_a_number_reads_as_recorded(cases, name):
    case = cases[name]
    found = extract_number(passage_of(case["text"]), unit=case.get("unit"))
    status = case.get("expect_status", "answered")
    assert found.status == STATUS.get(status, status)
    if found.status == "answered":
        assert found.value == case["expect"]
        assert type(found.value) is type(case["expect"]) or isinstance(found.value, float)
        assert ("approximate" in found.flags) == case.get("approx", False)
    else:
        assert found.value is None, "a number in doubt is offered as a reading, never as the value"
        assert case["expect"] is None or case["expect"] in found.readings


@pytest.mark.parametrize("name", OBJECT)
def test_fields_read_as_recorded(cases, name):
    case = cases[name]
    found = extract_object(passage_of(case["text"]))
    if "status" in case["expect"]:
        assert found.status == case["expect"]["status"]
    else:
        assert found.status == "answered"
        assert {field: number_in(found.value[field]) for field in case["expect"]} == {
            field: (value, "") for field, value in case["expect"].items()
        }


@pytest.mark.parametrize("name", [name for name in CHOICE + NUMBER if name != "c22"])
def test_the_evidence_is_the_piece_of_the_text_that_was_read(cases, name):
    case = cases[name]
    read = extract_number if case["kind"] == "num" else partial(extract_choice, options={"A": "a", "B": "b"})
    evidence = read(passage_of(case["text"])).evidence
    assert evidence.text == case["text"][evidence.start : evidence.end] != ""


@pytest.mark.parametrize(("name", "flags"), [("c25", ("revised",)), ("c27", ("truncated",)), ("c31", ("repaired",))])
def test_what_was_odd_about_an_answer_is_flagged(cases, name, flags):
    assert extract_choice(passage_of(cases[name]["text"]), options=dict.fromkeys("AB", "")).flags == flags
