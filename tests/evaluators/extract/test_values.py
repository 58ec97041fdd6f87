import pytest

from counterproof.evaluators.extract.found import Passage
from counterproof.evaluators.extract.values import read_numbers

TWO = ("forward", "reverse")


def read(text, *names, source="answer_file", unit="SD"):
    return read_numbers(Passage(source=source, text=text), units=dict.fromkeys(names, unit))


@pytest.mark.parametrize(
    ("text", "names", "fields"),
    [
        ('{"answer": 0.3, "confidence": 80}', ("effect",), {"effect": 0.3}),
        ('{"answer": {"effect": 0.3}}', ("effect",), {"effect": 0.3}),
        ('{"answer": {"forward": 0.1, "reverse": -2}}', TWO, {"forward": 0.1, "reverse": -2}),
        ('{"forward": 0.1, "reverse": -2, "notes": "weighted"}', TWO, {"forward": 0.1, "reverse": -2}),
        ("```json\n{'answer': 0.3,}\n```", ("effect",), {"effect": 0.3}),
        ("0.3", ("effect",), {"effect": 0.3}),
        ("1,512", ("effect",), {"effect": 1512}),
        ("\u2212 3 \u00d7 10\u207b\u2075 (95% CI -4e-5 to -2e-5)", ("effect",), {"effect": -3e-5}),
    ],
)
def test_numbers_are_read_under_answer_by_their_own_names_or_alone(text, names, fields):
    reply = read(text, *names)
    assert (reply.outcome, reply.answer.fields, reply.answer.choice) == ("answered", fields, ())


def test_what_stands_beside_them_is_kept_and_what_the_contract_does_not_know_is_not_stated():
    reply = read('{"answer": 0.3, "Confidence": 80, "data_support": "Full", "evidence": "slope"}', "effect")
    assert (reply.answer.confidence, reply.answer.data_support, reply.answer.evidence) == (80, "full", "slope")
    reply = read('{"answer": 0.3, "confidence": "high", "data_support": "lots"}', "effect")
    assert (reply.outcome, reply.answer.confidence, reply.answer.data_support) == ("answered", None, None)


@pytest.mark.parametrize(
    ("text", "source", "outcome", "reason"),
    [
        ('{"answer": null, "data_support": "none"}', "answer_file", "abstained", "the data cannot decide"),
        ('{"answer": null}', "answer_file", "no_answer", "data support is not stated"),
        ('{"forward": 0.1}', "answer_file", "invalid", "the answer lacks reverse"),
        ('{"answer": 0.3}', "answer_file", "invalid", "no object with forward, reverse"),
        (
            '{"answer": {"forward": "0.1", "reverse": 1}}',
            "answer_file",
            "invalid",
            "forward is '0.1', no finite number",
        ),
        ('{"answer": {"forward": true, "reverse": 1}}', "answer_file", "invalid", "forward is True"),
        ('{"forward": 1, "reverse": 2} {"forward": 3, "reverse": 2}', "tagged_text", "invalid", "2 different objects"),
        ("forward 0.1, reverse 2", "final_text", "no_answer", "no JSON object"),
        ("0.1 and 2", "answer_file", "invalid", "no JSON object"),
        ("{}", "answer_file", "invalid", "lacks forward, reverse"),
    ],
)
def test_what_is_no_number_for_every_name_is_told(text, source, outcome, reason):
    reply = read(text, *TWO, source=source)
    assert (reply.outcome, reason in reply.reason) == (outcome, True), reply
    assert outcome in ("abstained", "no_answer") or reply.answer is None


def test_a_number_in_prose_is_never_read():
    assert read("The effect is 0.3.", "effect", source="final_text").outcome == "no_answer"
    assert read("0.3", "effect", source="final_text").outcome == "no_answer"
    assert read('So: {"effect": 0.3}', "effect", source="final_text").answer.fields == {"effect": 0.3}


@pytest.mark.parametrize(
    ("text", "unit", "reason"),
    [
        ("10-12", "SD", "a range"),
        ("< 0.001", "SD", "a bound"),
        ("0.1 or 0.2", "SD", "2 numbers are given"),
        ("74%", "SD", "percent"),
        ("0.739", "percent", "may be a fraction"),
        ("74", "fraction", "looks like percent"),
    ],
)
def test_a_lone_number_in_doubt_is_invalid_and_never_chosen(text, unit, reason):
    reply = read(text, "effect", source="tagged_text", unit=unit)
    assert (reply.outcome, reply.answer) == ("invalid", None)
    assert reason in reply.reason


def test_a_lone_number_is_read_in_the_unit_that_is_asked_for():
    assert read("73.9%", "share", unit="percent").answer.fields == {"share": 73.9}
    assert read("no number", "share", unit="percent").reason == "no JSON object"
