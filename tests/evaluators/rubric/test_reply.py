import pytest
from pydantic import ValidationError

from counterproof.evaluators.rubric.reply import rubric_request, schema_of
from counterproof.evaluators.rubric.rubric import Criterion, Rubric

GOOD = {"rationale": "because", "computes_points": 3.0, "json_points": 0.5, "no_prior_points": 0.0}


def test_a_reply_gives_points_by_the_criteria_s_own_names(rubric):
    reply = schema_of(rubric).model_validate(GOOD)
    assert reply.scores == {"computes": 3, "json": 0.5, "no_prior": 0}
    assert reply.flags == ()


@pytest.mark.parametrize(
    "change",
    [
        {"computes_points": 3.01},
        {"computes_points": -0.01},
        {"computes_points": "3"},
        {"computes_points": True},
        {"computes_points": float("nan")},
        {"computes_points": None},
        {"overall": 5},
        {"rationale": "x" * 501},
    ],
)
def test_points_outside_of_their_scale_and_unknown_fields_are_refused(rubric, change):
    with pytest.raises(ValidationError):
        schema_of(rubric).model_validate(GOOD | change)


def test_each_criterion_must_be_scored(rubric):
    for name in GOOD:
        with pytest.raises(ValidationError, match=name):
            schema_of(rubric).model_validate({key: value for key, value in GOOD.items() if key != name})


def test_the_reasons_come_before_the_points_in_the_schema(rubric):
    assert list(schema_of(rubric).model_json_schema()["properties"]) == list(GOOD)


def test_two_rubrics_have_two_schemas_and_one_has_one(rubric):
    other = rubric.model_copy(update={"traps": ()})
    assert schema_of(rubric) is schema_of(rubric.model_copy())
    assert list(schema_of(other).model_fields) != list(schema_of(rubric).model_fields)
    assert schema_of(rubric).PARTS == ("computes_points", "json_points", "no_prior_points")


@pytest.mark.parametrize("name", ["rationale", "model_config", "scores", "flags", "schema", "parts"])
def test_a_criterion_may_have_the_name_of_any_field(name):
    rubric = Rubric(id="r", families=("marker",), criteria=(Criterion(id=name, points=1, ask="Is it?"),))
    reply = schema_of(rubric).model_validate({"rationale": "", f"{name}_points": 1})
    assert reply.scores == {name: 1}


def test_a_judge_reads_question_options_criteria_and_record_and_neither_key_nor_variant_nor_agent(rubric, trials, item):
    found = next(each for each in trials if each.key.variant == "flip")
    trial = found.model_copy(update={"key": found.key.model_copy(update={"agent": "a_hidden_name"})})
    asked = rubric_request(item, trial, rubric, characters=2000)
    assert "- computes_points, 0 to 3: A quantity is computed." in asked[0]
    whole = "\n".join(asked[:2])
    assert item.question in whole
    assert all(f"{letter}. {text}" in whole for letter, text in item.options.items())
    assert "withdraw" not in whole
    assert "a_hidden_name" not in whole


def test_the_record_is_cut_to_its_room(rubric, trials, item):
    short, long = (rubric_request(item, trials[0], rubric, characters=size) for size in (200, 20_000))
    assert len("".join(short[:2])) < len("".join(long[:2]))
