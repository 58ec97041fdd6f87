import json
from typing import Annotated, Literal

import pytest
from pydantic import ConfigDict, Field
from scripted_judge import grounding, scores

from counterproof.domain.record import Record
from counterproof.evaluators.judge.pairwise import folded, reason_contradicts
from counterproof.evaluators.judge.read import read_reply
from counterproof.evaluators.judge.replies import GroundingReply, StandardReply

CHOICES = ("supported", "not_supported", "A", "B")
STATUSES = {
    "judge_refusal": "refused",
    "judge_truncated": "invalid",
    "judge_invalid": "invalid",
    "judge_empty": "empty",
}


class CaseReply(Record):
    """The schema of the shared cases."""

    model_config = ConfigDict(strict=True)
    verdict: Annotated[Literal["supported", "not_supported", "A", "B"], folded(*CHOICES)]
    score: float | None = Field(default=None, ge=0, le=2)
    reason: str | None = None


def test_every_shared_case_has_its_status_and_verdict(shared):
    # A text alone does not tell that it was cut: that is the server's word (test_ask).
    for case in json.loads((shared / "cases/judges/judge_replies.json").read_text(encoding="utf-8")):
        read, expect = read_reply(case["reply"], schema=CaseReply), case["expect"]
        assert read.status == STATUSES.get(expect["status"], expect["status"]), case["trap"]
        assert (read.reply.verdict if read.reply else None) == expect["verdict"], case["trap"]
        if read.reply:
            others = tuple(choice for choice in "AB" if choice != read.reply.verdict)
            contradicts = reason_contradicts(read.reply.verdict, read.reply.reason or "", others=others)
            assert contradicts == (expect.get("flag") == "reason_contradicts"), case["trap"]


def test_a_reply_gives_every_score_by_its_name():
    reply = read_reply(scores(7, answer_match=9), schema=StandardReply).reply
    assert reply.scores == {"overall": 7, "answer_match": 9, "analysis_quality": 7, "evidence_support": 7}
    reply = read_reply(grounding(3), schema=GroundingReply).reply
    assert set(reply.scores) == {"overall", "data_used", "answer_follows", "limits_stated"}


def test_an_overall_score_outside_its_parts_is_a_doubt():
    parts = {"answer_match": 2, "analysis_quality": 3, "evidence_support": 2}
    assert read_reply(scores(9, **parts), schema=StandardReply).reply.flags
    assert not read_reply(scores(3, **parts), schema=StandardReply).reply.flags


@pytest.mark.parametrize("value", ["11", "-1", "1000"])
def test_a_number_off_the_scale_is_not_brought_onto_it(value):
    read = read_reply(scores(5).replace('"overall": 5', f'"overall": {value}'), schema=StandardReply)
    assert (read.status, read.reply) == ("out_of_scale", None)
    assert "overall" in read.reason


@pytest.mark.parametrize(
    "value",
    [
        '"7"',
        "7.5",
        "10.001",
        "1e3",
        "true",
        "null",
        "NaN",
        "Infinity",
        "1e999",
        "[7]",
        '"7/10"',
        "7, 8",
        '7, "overall": 8',
        "07",
        "7.",
    ],
)
def test_what_is_no_plain_number_is_no_score(value):
    read = read_reply(scores(5).replace('"overall": 5', f'"overall": {value}'), schema=StandardReply)
    assert (read.status, read.reply) == ("invalid", None)


@pytest.mark.parametrize(
    "text",
    [
        "Overall: 8/10. The verdict is 8.",
        scores(7) + scores(3),
        scores(7) + "\nI would give 3 on reflection.",
        f"```json\n{scores(7)}\n```\nor rather\n```json\n{scores(3)}\n```",
        f"[{scores(7)}]",
        scores(7)[:-1] + ', "confidence": 3}',
        scores(7).replace('"overall"', '"Overall"'),
        "{" * 100_000,
    ],
)
def test_prose_and_several_objects_are_no_reply(text):
    assert read_reply(text, schema=StandardReply).status == "invalid"


def test_words_of_refusal_are_told_apart_and_never_a_score():
    for text in ("I'm sorry, I cannot rate this.", "I can\u2019t help with that.", "Unable to comply: score 0"):
        assert read_reply(text, schema=StandardReply).status == "refused"
    assert read_reply("The refusal 'I cannot' is quoted here.", schema=StandardReply).status == "invalid"
