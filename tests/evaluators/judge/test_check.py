import json

import pytest
from scripted_judge import Says, serving
from scripts import always_seven, compares, follows_evidence, follows_key, gullible, likes_the_first, preferring

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


IN_BOTH_ORDERS = "of two answers the grounded one is preferred, whichever is read first"


def test_a_judge_whose_preference_goes_by_the_place_is_found_out():
    check = checked(likes_the_first, "standard")
    assert failing(check) == [IN_BOTH_ORDERS]
    assert check.findings[-1].seen.count("position_bias:first") == 4


def test_every_pair_is_read_in_both_orders_without_a_key_and_behind_fences_of_its_own():
    with serving(follows_evidence) as server:
        check_judge(JudgeSpec(name="j", model="m", base_url=server.base_url, prompt="standard", seconds=10))
        pairs = [prompt for body, prompt in zip(server.requests, server.prompts, strict=True) if compares(body)]
    assert len(pairs) == len(set(pairs)) == 8
    assert all(prompt.count("<<<BEGIN") == 2 for prompt in pairs)
    assert not any("REFERENCE ANSWER" in prompt for prompt in pairs)


def test_a_rationale_that_speaks_of_the_other_analyst_only_is_told_beside_the_preference():
    doubtful = json.dumps({"rationale": "B computed nothing.", "verdict": "A"})
    check = checked(lambda body, number: doubtful if compares(body) else follows_evidence(body, number), "standard")
    assert "the rationale speaks of the other analyst only: 8 of 8 replies" in check.findings[-1].seen


def test_a_pair_without_two_verdicts_has_no_outcome():
    def cut(body, number):
        return "A, clearly." if compares(body) else follows_evidence(body, number)

    assert checked(cut, "grounding").findings[-1].seen.count("incomplete") == 4
    tie = checked(lambda body, _: preferring("tie") if compares(body) else "", "grounding")
    assert tie.findings[-1].seen.count("tie") == 4


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
