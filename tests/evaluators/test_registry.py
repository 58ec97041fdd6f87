from typing import get_args

import pytest

from counterproof.domain.study import EvaluatorName
from counterproof.evaluators.registry import EVALUATORS, score_trials
from counterproof.evaluators.scores import COLUMNS


def test_every_evaluator_that_a_study_may_name_is_there():
    assert set(EVALUATORS) == set(get_args(EvaluatorName))


def test_every_trial_has_a_row_for_each_score_that_the_registry_names(make_trials):
    table = make_trials({}, {"variant": "withdraw", "supported": ""}, {"outcome": "infra_error", "choice": ""})
    found = score_trials(table, evaluators=list(EVALUATORS))
    named = [name for evaluator in EVALUATORS.values() for name in evaluator.scores]
    assert list(found.columns) == list(COLUMNS)
    assert found.groupby("evaluator", sort=False).size().to_dict() == dict.fromkeys(named, 3)
    assert found["score"].dropna().between(0, 1).all()
    assert (found["score"].isna() == found["reason"].notna()).all()


def test_no_evaluator_gives_an_empty_frame(make_trials):
    assert list(score_trials(make_trials({}), evaluators=[]).columns) == list(COLUMNS)


@pytest.mark.parametrize("names", [["judge"], ["benchmark", "benchmark"]])
def test_an_unknown_or_repeated_evaluator_is_refused(make_trials, names):
    with pytest.raises(ValueError, match="named once each, among benchmark, self_report"):
        score_trials(make_trials({}), evaluators=names)


def test_a_trial_that_stands_twice_is_refused(make_trials):
    with pytest.raises(ValueError, match="trial t stands in the table twice"):
        score_trials(make_trials({"digest": "t"}, {"digest": "t"}), evaluators=["benchmark"])
