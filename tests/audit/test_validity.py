import numpy as np
import pandas as pd
import pytest

from counterproof.audit.validity import score_evaluators


@pytest.fixture
def found_for():
    def found(table, *evaluators, agent="all"):
        scores = score_evaluators(table, evaluators=evaluators, seed=1, resamples=200)
        return scores[scores["agent"] == agent].set_index(["evaluator", "metric"])

    return found


def test_the_exact_match_score_of_61_30_9_has_auc_0_115(found_for, agent_of_61_30_9):
    found = found_for(agent_of_61_30_9, "benchmark", "follows_key", "follows_evidence")
    for evaluator in ("benchmark", "follows_key"):
        auc = found.loc[(evaluator, "flip_auc")]
        assert auc["value"] == pytest.approx(0.5 * 9 / 39)
        assert auc["low"] < auc["value"] < auc["high"]
    assert found.loc[("follows_evidence", "flip_auc"), "value"] == 1
    assert np.isnan(found.loc[("follows_evidence", "flip_auc"), "low"])


def test_the_worked_example_has_exact_match_auc_0(found_for, worked_example):
    found = found_for(worked_example, "benchmark", "follows_evidence")
    assert found.loc[("benchmark", "flip_auc"), "value"] == 0
    assert found.loc[("benchmark", "flip_auc_within_item"), "value"] == 0
    assert found.loc[("follows_evidence", "flip_auc_within_item"), "value"] == 1


def test_sensitivities_are_mean_absolute_differences_to_original(found_for, agent_of_61_30_9):
    found = found_for(agent_of_61_30_9, "benchmark")["value"]["benchmark"]
    assert found["null_sensitivity"] == 0
    assert found["withdrawal_sensitivity"] == 0
    assert found["flip_sensitivity"] == pytest.approx(0.7)
    assert (found["blind_spot"], found["blind_spot_ratio"]) == (1, 1)


def test_an_evaluator_that_follows_evidence_sees_an_agent_that_does_not(found_for, agent_of_61_30_9):
    found = found_for(agent_of_61_30_9, "follows_evidence")["value"]["follows_evidence"]
    assert (found["withdrawal_sensitivity"], found["blind_spot"]) == (1, 0)
    assert found["flip_sensitivity"] == pytest.approx(0.39)


def test_without_a_followed_flip_there_is_no_auc(found_for, make_frame, make_replicate):
    table = make_frame(make_replicate("CCCC"))
    found = found_for(table, "benchmark").loc[("benchmark", "flip_auc")]
    assert (np.isnan(found["value"]), found["reason"]) == (True, "no answered and scored trial followed the flip")
    found = found_for(make_frame(make_replicate("CCCD")), "benchmark").loc[("benchmark", "flip_auc")]
    assert found["reason"] == "no answered and scored trial did not follow the flip"


def test_flip_trials_without_an_answer_are_not_in_the_auc(found_for, make_frame, make_replicate):
    rows = [row for r, x in enumerate("DC-") for row in make_replicate("CCC" + x, replicate=r)]
    assert found_for(make_frame(rows), "benchmark").loc[("benchmark", "flip_auc"), "n_trials"] == 2


def test_what_an_agent_did_not_state_is_null_with_a_reason(found_for, make_frame, make_replicate):
    table = make_frame(make_replicate("CCCD", confidence=None))
    found = found_for(table, "self_report").loc[("self_report_confidence", "null_sensitivity")]
    assert (np.isnan(found["value"]), found["reason"]) == (True, "no trial scored on original and null")


def test_a_score_of_zero_on_original_has_no_ratio(found_for, make_frame, make_replicate):
    found = found_for(make_frame(make_replicate("AAAA")), "benchmark").loc[("benchmark", "blind_spot_ratio")]
    assert (np.isnan(found["value"]), found["reason"]) == (True, "the score on original is 0 throughout")


def test_all_agents_together_come_first_and_each_has_its_own(make_frame, make_replicate):
    table = make_frame([*make_replicate("CCAD", agent="x"), *make_replicate("CCCC", agent="y")])
    found = score_evaluators(table, evaluators=["benchmark", "self_report"], seed=1)
    assert found["agent"].unique().tolist() == ["all", "x", "y"]
    assert found["evaluator"].unique().tolist() == ["benchmark", "self_report", "self_report_confidence"]
    auc = found[(found["evaluator"] == "benchmark") & (found["metric"] == "flip_auc")].set_index("agent")
    assert auc["value"].isna().tolist() == [False, True, True]
    assert auc.loc["all", "value"] == 0


def test_a_replicate_of_broken_machinery_is_dropped_and_counted(make_frame, make_replicate):
    table = make_frame([*make_replicate("CCAD"), *make_replicate("CCAC", replicate=1)])
    table.loc[(table["replicate"] == 1) & (table["variant"] == "null"), "outcome"] = "infra_error"
    found = score_evaluators(table, evaluators=["benchmark"], seed=1).set_index(["agent", "metric"])
    assert found.loc[("all", "blind_spot"), "n_trials"] == 1
    assert set(found["n_excluded"]) == {1}


def test_rewarding_those_who_abstain_is_no_blind_spot_for_unfounded_keys(found_for, make_frame, make_replicate):
    table = make_frame([*make_replicate("CC-D", agent="x"), *make_replicate("CCCC", agent="y")])
    found = found_for(table, "follows_evidence", "follows_key")["value"]
    assert found["follows_evidence", "blind_spot_ratio"] == 0.5
    assert found["follows_evidence", "unfounded_key_ratio"] == 0
    assert found["follows_key", "unfounded_key_ratio"] == 1


def test_scores_of_judges_stand_beside_the_others(make_frame, make_replicate):
    table = make_frame([*make_replicate("CC-D", agent="x"), *make_replicate("CCCC", agent="y")])
    scores = np.where(table["choice"] == table["supported"], 0.9, 0.2)
    judged = pd.DataFrame(
        {"digest": table["digest"], "evaluator": "judge", "score": scores, "status": "scored", "reason": None}
    )
    judged.loc[judged["digest"] == "y-i0-null-0", ["score", "status"]] = [np.nan, "unscored"]
    found = score_evaluators(table, evaluators=["benchmark"], judged=judged, seed=1)
    found = found[found["agent"] == "all"].set_index(["evaluator", "metric"])
    assert found.loc[("judge", "flip_auc"), "value"] == 1
    assert found.loc[("judge", "null_sensitivity"), "n_trials"] == 1
    assert found.loc[("benchmark", "null_sensitivity"), "n_trials"] == 2
