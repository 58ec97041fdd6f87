from counterproof.evaluators.benchmark import benchmark


def test_the_key_scores_one_on_every_variant_and_all_else_zero(make_trials):
    flip, silent = {"variant": "flip", "supported": "D"}, {"outcome": "timeout", "choice": ""}
    assert benchmark(make_trials({}, flip, {"choice": "D"}, silent))["score"].tolist() == [1, 1, 0, 0]


def test_several_letters_are_right_only_as_the_whole_set(make_trials):
    table = make_trials({"choice": "A,C", "key": "A,C"}, {"choice": "C", "key": "A,C"})
    assert benchmark(table)["score"].tolist() == [1, 0]


def test_a_trial_that_broke_is_unscored(make_trials):
    assert benchmark(make_trials({"outcome": "infra_error"}))["status"].tolist() == ["unscored"]
