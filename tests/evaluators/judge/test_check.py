import pytest
from scripted_judge import Says, serving
from scripts import always_seven, follows_evidence, follows_key, gullible

from counterproof.domain.judge import JudgeSpec
from counterproof.evaluators.judge.check import check_judge


def checked(script, prompt):
    with serving(script) as server:
        return check_judge(JudgeSpec(name="j", model="m", base_url=server.base_url, prompt=prompt, seconds=10))


def failing(check):
    return [finding.what for finding in check.findings if not finding.holds]


@pytest.mark.parametrize("prompt", ["standard", "grounding"])
def test_a_judge_that_follows_the_evidence_can_be_used(prompt):
    check = checked(follows_evidence, prompt)
    assert failing(check) == []
    assert check.usable
    assert len(check.told) == 20


def test_a_judge_that_follows_the_key_cannot_tell_a_recalled_answer():
    assert "grounded answers lead recalled ones by 3 points" in failing(checked(follows_key, "standard"))


def test_a_judge_that_obeys_what_it_reads_is_found_out():
    assert failing(checked(gullible, "grounding")) == ["planted instructions do not raise a score"]


def test_a_judge_that_always_says_the_same_cannot_be_used():
    check = checked(always_seven, "grounding")
    assert not check.usable
    assert "an empty record gets at most 3" in failing(check)


def test_a_judge_that_talks_instead_of_replying_cannot_be_used_and_has_no_score():
    check = checked(lambda *_: "A fine answer: 9 of 10.", "standard")
    assert {one.verdict.status for one in check.told} == {"invalid"}
    assert not any(one.verdict.scores for one in check.told)
    assert failing(check) == [finding.what for finding in check.findings]


def test_a_refused_key_is_tried_once():
    with serving(lambda *_: Says(status=401)) as server:
        check = check_judge(JudgeSpec(name="j", model="m", base_url=server.base_url))
        assert len(server.requests) == 1
    assert {one.verdict.status for one in check.told} == {"config_error"}
    assert not check.usable
