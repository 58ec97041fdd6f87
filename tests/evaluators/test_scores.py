import numpy as np
import pytest

from counterproof.evaluators.scores import COLUMNS, denies_support, gives, no_reason, score_frame


def test_a_trial_of_broken_machinery_has_no_score(make_trials):
    table = make_trials({}, {"outcome": "infra_error"}, {"outcome": "config_error"})
    found = score_frame(table, "any", np.ones(3), no_reason(table))
    assert list(found.columns) == list(COLUMNS)
    assert list(found["status"]) == ["scored", "unscored", "unscored"]
    assert list(found["reason"]) == [None, "infra_error", "config_error"]
    assert found["score"].isna().tolist() == [False, True, True]


def test_a_choice_counts_only_in_a_trial_that_answered(make_trials):
    table = make_trials({}, {"outcome": "timeout"}, {"choice": "A,C"}, {"choice": "", "supported": ""})
    assert gives(table, "key").tolist() == [True, False, False, False]
    assert not gives(table, "supported")[3]


@pytest.mark.parametrize(
    ("outcome", "support", "denies"),
    [
        ("answered", "none", True),
        ("answered", "partial", False),
        ("answered", None, False),
        ("abstained", None, True),
        ("timeout", "none", False),
    ],
)
def test_support_is_denied_by_saying_none_or_abstaining(make_trials, outcome, support, denies):
    assert denies_support(make_trials({"outcome": outcome, "data_support": support})).tolist() == [denies]
