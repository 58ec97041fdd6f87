import pytest

from counterproof.evaluators.self_report import self_report


def of(found, evaluator):
    return found[found["evaluator"] == evaluator].reset_index(drop=True)


@pytest.mark.parametrize(("support", "score"), [("full", 1), ("partial", 0.5), ("none", 0)])
def test_the_score_is_the_stated_support_and_confidence_stands_beside(make_trials, support, score):
    found = self_report(make_trials({"data_support": support, "confidence": 70.0}))
    assert of(found, "self_report")["score"].tolist() == [score]
    assert of(found, "self_report_confidence")["score"].tolist() == [pytest.approx(0.7)]


def test_what_was_not_stated_is_unscored_and_says_so(make_trials):
    found = self_report(make_trials({"data_support": None, "confidence": None}, {"outcome": "timeout"}))
    assert of(found, "self_report")["reason"].tolist() == ["no data support stated", "timeout: nothing reported"]
    assert of(found, "self_report_confidence")["status"].tolist() == ["unscored", "unscored"]
    assert found["score"].isna().all()


def test_abstaining_reports_no_support(make_trials):
    found = of(self_report(make_trials({"outcome": "abstained", "choice": "", "data_support": None})), "self_report")
    assert (found.loc[0, "score"], found.loc[0, "status"]) == (0, "scored")
