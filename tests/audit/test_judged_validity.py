"""Real reference agents, judged through the whole path by scripted judges whose behaviour is known."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / name) for name in ("support", "construct", "evaluators/judge")]

from scripted_judge import grounding, part, prompt_of, scores, serving  # noqa: E402, found by the path above
from scripts import follows_key  # noqa: E402, after the path above
from tiny_study import write_tiny_study  # noqa: E402, after the path above

from counterproof.audit.findings import find  # noqa: E402, after the path above
from counterproof.audit.judges import judge_agreement  # noqa: E402, after the path above
from counterproof.audit.notices import would_notice  # noqa: E402, after the path above
from counterproof.audit.repairs.regraded import regraded, repair_pairs  # noqa: E402, after the path above
from counterproof.benchmarks.own import open_study  # noqa: E402, after the path above
from counterproof.construct.run import construct  # noqa: E402, after the path above
from counterproof.domain.judge import JudgeSpec  # noqa: E402, after the path above
from counterproof.evaluators.judge.run import judge_trials  # noqa: E402, after the path above
from counterproof.evaluators.judge.scores import judge_scores  # noqa: E402, after the path above
from counterproof.trials.read import read_trials  # noqa: E402, after the path above
from counterproof.trials.run import run_trials  # noqa: E402, after the path above


def follows_evidence(body, number):
    """Reads what the record of a reference agent says that the data support, as a judge of grounding should."""
    prompt = prompt_of(body)
    final = part(prompt, "FINAL ANSWER")
    decided = [line for line in prompt.splitlines() if ": a lead of" in line and "at least" in line]
    supported = decided[0].partition("(")[2][:1] if decided else None
    abstained = final.startswith("none") and "\ntool: python" in prompt
    holds = abstained if supported is None else final.startswith(f"{supported}.")
    return (grounding if body["response_format"]["json_schema"]["name"] == "GroundingReply" else scores)(
        10 if holds else 0
    )


def either(body, number):
    grounds = body["response_format"]["json_schema"]["name"] == "GroundingReply"
    return follows_evidence(body, number) if grounds else follows_key(body, number)


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judged") / "tiny"
    agents = [{"name": route, "route": route} for route in ("analyst", "reciter", "fallback", "eliminator")]
    opened = open_study(write_tiny_study(folder, items=("marker_nk", "expression_ifi6"), agents=agents))
    constructions = construct(opened)
    run_trials(opened, constructions)
    trials = read_trials(opened, constructions)
    with serving(either) as server:
        judges = [
            JudgeSpec(name=prompt, prompt=prompt, model="m", base_url=server.base_url)
            for prompt in ("standard", "grounding")
        ]
        study = opened.study.model_copy(update={"evaluators": (*opened.study.evaluators, *judges)})
        opened = replace(opened, study=study)
        summaries = judge_trials(opened, trials)
    return opened, trials, summaries, find(opened, constructions, trials, resamples=100)


def auc(findings, evaluator):
    whole = findings.evaluators.set_index(["evaluator", "agent", "metric"])["value"]
    return whole[evaluator, "all", "flip_auc"]


def test_every_trial_of_the_four_versions_has_a_verdict(audited):
    _, trials, summaries, _ = audited
    read = sum(trial.key.variant in ("original", "null", "withdraw", "flip") for trial in trials)
    assert [summary.statuses for summary in summaries] == [{"ok": read}, {"ok": read}]


def test_a_judge_that_follows_the_key_has_flip_auc_0_and_one_that_follows_the_evidence_1(audited):
    findings = audited[3]
    assert auc(findings, "standard") == auc(findings, "follows_key") == 0
    assert auc(findings, "grounding") == auc(findings, "follows_evidence") == 1
    assert auc(findings, "standard.answer_match") == 0


def test_the_cards_say_which_of_them_would_notice(audited):
    findings = audited[3]
    verdicts = {name: would_notice(findings.evaluators, evaluator=name).verdict for name in ("standard", "grounding")}
    assert verdicts == {"standard": "would not notice", "grounding": "would notice"}


def test_the_repair_is_seen_beside_the_two_ends_of_the_scale(audited):
    study, _, _, findings = audited
    pairs = repair_pairs(study.study)
    assert pairs == (("standard", "grounding"), ("follows_key", "follows_evidence"))
    found = regraded(findings.trials, findings.scores, pairs=pairs, seed=1, resamples=100)
    values = found.set_index(["before", "metric", "condition"])["value"]
    assert values["standard", "flip_auc", "before"] == 0
    assert values["standard", "flip_auc", "difference"] == 1


def test_two_judges_of_opposite_minds_do_not_agree(audited):
    study, trials, _, findings = audited
    found = judge_agreement(findings.trials, judge_scores(study, trials), seed=1, resamples=100).set_index("measure")
    assert found.loc["Spearman", "value"] < 0.5
    assert found.loc["Krippendorff alpha", "n_trials"] == len(judge_scores(study, trials)) / 8
