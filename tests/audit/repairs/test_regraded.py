import numpy as np
import pytest

from counterproof.audit.repairs.regraded import Pair, regraded, repair_pairs
from counterproof.audit.validity import score_evaluators
from counterproof.domain.study import Study
from counterproof.evaluators.registry import score_trials

ENDS = (Pair("follows_key", "follows_evidence"),)


def values(found):
    return found.set_index(["metric", "condition"])["value"]


def test_from_the_key_to_the_evidence_the_auc_goes_from_its_floor_to_1(agent_of_61_30_9):
    scores = score_trials(agent_of_61_30_9, evaluators=ENDS[0])
    found = values(regraded(agent_of_61_30_9, scores, pairs=ENDS, seed=1, resamples=200))
    assert found["flip_auc", "before"] == pytest.approx(0.5 * 9 / 39)
    assert found["flip_auc", "after"] == 1
    assert found["flip_auc", "difference"] == pytest.approx(1 - 0.5 * 9 / 39)
    assert (found["withdrawal_sensitivity", "before"], found["withdrawal_sensitivity", "after"]) == (0, 1)


def test_each_side_is_what_the_evaluator_has_on_its_own(agent_of_61_30_9):
    scores = score_trials(agent_of_61_30_9, evaluators=ENDS[0])
    found = regraded(agent_of_61_30_9, scores, pairs=ENDS, seed=1, resamples=200)
    alone = score_evaluators(agent_of_61_30_9, evaluators=ENDS[0], seed=1, resamples=200)
    for condition, evaluator in zip(("before", "after"), ENDS[0], strict=True):
        own = alone[(alone["evaluator"] == evaluator) & (alone["agent"] == "all")].set_index("metric")
        side = found[found["condition"] == condition].set_index("metric")
        for metric in side.index:
            for name in ("value", "low", "high"):
                assert side.loc[metric, name] == pytest.approx(own.loc[metric, name], nan_ok=True)


def test_only_trials_that_both_scored_are_compared(agent_of_61_30_9):
    scores = score_trials(agent_of_61_30_9, evaluators=ENDS[0])
    # The second evaluator has no score of the flips that kept the key: neither side may use them.
    kept = agent_of_61_30_9.query("variant == 'flip' and choice == 'C'")["digest"]
    scores.loc[scores["digest"].isin(kept) & (scores["evaluator"] == "follows_evidence"), "score"] = np.nan
    found = regraded(agent_of_61_30_9, scores, pairs=ENDS, seed=1, resamples=200)
    auc = found[found["metric"] == "flip_auc"].set_index("condition")
    assert set(auc["n_trials"]) == {70}
    assert auc.loc["before", "value"] == 0.5


def test_without_both_sides_there_is_no_auc_but_a_reason(make_frame, make_replicate):
    table = make_frame([row for n in range(3) for row in make_replicate("CCCC", item=f"i{n}")])
    found = regraded(table, score_trials(table, evaluators=ENDS[0]), pairs=ENDS, seed=1, resamples=50)
    auc = found[found["metric"] == "flip_auc"]
    assert auc["value"].isna().all()
    assert auc["reason"].str.contains("followed the flip").all()


def test_a_standard_judge_is_paired_with_the_grounding_judge_of_its_model():
    judge = {"kind": "judge", "model": "m"}
    study = Study.model_validate(
        {
            "study": "s",
            "seed": 1,
            "agents": [{"name": "a", "route": "analyst"}],
            "evaluators": [
                "follows_key",
                "follows_evidence",
                judge | {"name": "plain"},
                judge | {"name": "ground", "prompt": "grounding"},
                judge | {"name": "other", "prompt": "grounding", "model": "n"},
            ],
        }
    )
    assert repair_pairs(study) == (("plain", "ground"), ("follows_key", "follows_evidence"))
