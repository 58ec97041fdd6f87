import pytest
from pydantic import ValidationError

from counterproof.domain.judge import JudgePrompt
from counterproof.evaluators.judge.replies import REPLIES

STANDARD = {"rationale": "so", "answer_match": 10, "analysis_quality": 5, "evidence_support": 0, "overall": 5}


def reply(**change):
    return REPLIES["standard"].model_validate(STANDARD | change)


def test_every_prompt_has_a_schema_with_its_own_parts():
    assert set(REPLIES) == set(JudgePrompt.__args__)
    parts = [kind.PARTS for kind in REPLIES.values()]
    assert len(set(parts)) == len(parts)


@pytest.mark.parametrize("prompt", REPLIES)
def test_reasons_are_written_before_the_scores_and_the_whole_after_its_parts(prompt):
    kind = REPLIES[prompt]
    assert list(kind.model_json_schema()["properties"]) == ["rationale", *kind.PARTS, "overall"]


def test_scores_come_by_name_the_overall_one_first():
    assert list(reply().scores.items()) == [
        ("overall", 5),
        ("answer_match", 10),
        ("analysis_quality", 5),
        ("evidence_support", 0),
    ]


@pytest.mark.parametrize("value", [-1, 11, 5.5, 5.0, "5", True, None])
@pytest.mark.parametrize("name", ["overall", "answer_match"])
def test_a_score_is_a_whole_number_from_0_to_10(name, value):
    with pytest.raises(ValidationError, match=name):
        reply(**{name: value})


def test_neither_a_missing_nor_an_unknown_score_counts():
    with pytest.raises(ValidationError, match="overall"):
        REPLIES["standard"].model_validate({name: value for name, value in STANDARD.items() if name != "overall"})
    with pytest.raises(ValidationError, match="data_used"):
        reply(data_used=3)


@pytest.mark.parametrize(
    ("parts", "overall", "doubted"),
    [((3, 5, 7), 3, False), ((3, 5, 7), 7, False), ((3, 5, 7), 2, True), ((3, 5, 7), 8, True), ((4, 4, 4), 4, False)],
)
def test_an_overall_score_outside_of_its_parts_is_doubted_and_counts(parts, overall, doubted):
    found = reply(**dict(zip(REPLIES["standard"].PARTS, parts, strict=True)), overall=overall)
    assert found.flags == (("the overall score lies outside its sub-scores",) if doubted else ())
    assert found.scores["overall"] == overall
