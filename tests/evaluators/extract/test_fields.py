import pytest
from pydantic import ValidationError

from counterproof.evaluators.extract.fields import extract_fields
from counterproof.evaluators.extract.schema import Field, Schema
from counterproof.evaluators.extract.sources import find_passage, passage_of

SCHEMA = Schema(
    fields=(
        Field(name="n", kind="integer"),
        Field(name="share", kind="number", unit="percent", required=False),
        Field(name="direction", kind="text", vocabulary=("enriched", "depleted"), required=False),
        Field(name="types", kind="labels", vocabulary=("T cell", "B cell"), required=False),
        Field(name="mix", kind="shares", required=False),
        Field(name="note", kind="any", required=False),
    )
)


def read(text):
    return extract_fields(passage_of(text), schema=SCHEMA)


def test_each_field_is_read_by_its_kind():
    found = read(
        '{"n": "1,512", "share": "73.9%", "direction": "Enriched", "types": ["T cell"], "mix": {"a": 0.4}, "note": []}'
    )
    assert found.status == "answered"
    assert found.value == {
        "n": 1512,
        "share": 73.9,
        "direction": "enriched",
        "types": ["T cell"],
        "mix": {"a": 0.4},
        "note": [],
    }
    assert found.flags == ("repaired",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"n": 3.9}', "n: 3.9 is not a whole number"),
        ('{"n": true}', "n: invalid: True is no number"),
        ('{"n": null, "share": 1.5}', "n: null"),
        ('{"m": 1}', "n: missing"),
        ('{"n": 1, "share": 0.739}', "share: ambiguous_scale"),
        ('{"n": 1, "direction": "up"}', "direction: 'up' is not in the vocabulary"),
        ('{"n": 1, "direction": 2}', "direction: 2 is not text"),
        ('{"n": 1, "types": ["T cell", "Mast"]}', "types: 'Mast' is not in the vocabulary"),
        ('{"n": 1, "types": "T cell"}', "types: 'T cell' is not a list"),
        ('{"n": 1, "mix": [1]}', "mix: [1] is not an object of numbers"),
        ('{"n": 1, "mix": {"a": "x", "b": 1}}', "mix: no_answer"),
        ('{"n": 1, "n": 2}', "the key 'n' is written twice"),
        ('{"n": Infinity}', "Infinity is not a JSON number"),
        ('{"n": 1e999}', "too large"),
        ("[1, 2]", "no JSON object"),
        ("three", "no JSON object"),
        ('{"n": 1', "no JSON object"),
    ],
)
def test_a_bad_field_is_named_with_its_fault(text, reason):
    assert read(text).status == "invalid"
    assert reason in read(text).reason


def test_the_good_fields_of_a_bad_answer_are_kept():
    assert read('{"n": 1, "direction": "up"}').value == {"n": 1}


def test_5_point_0_is_a_whole_number():
    assert read('{"n": 5.0}').value == {"n": 5}


def test_all_null_is_an_abstention():
    assert (read('{"n": null}').status, read('{"n": null}').value) == ("abstained", None)


def test_the_same_object_twice_is_one_answer_and_two_are_ambiguous():
    assert read('{"n": 1}\n{"n": 1}').value == {"n": 1}
    assert read('{"n": 1}\n{"n": 2}').readings == ({"n": 1}, {"n": 2})


def test_the_form_of_the_answer_is_no_answer():
    assert read('Return {"n": <int>}. Here: {"n": 4}').value == {"n": 4}


def test_real_answers_are_read(shared):
    path = shared / "data" / "latch_evals" / "trajectories" / "sbl_lineage_pi_gemini" / "eval_answer.json"
    schema = Schema(fields=(Field(name="metastatic_niche_program_calls", kind="any"),))
    found = extract_fields(find_passage(answer_file=path.read_bytes()), schema=schema)
    assert len(found.value["metastatic_niche_program_calls"]) == 8


def test_two_fields_of_one_name_are_refused():
    with pytest.raises(ValidationError, match="two fields are named n"):
        Schema(fields=(Field(name="n", kind="any"), Field(name="n", kind="text")))
