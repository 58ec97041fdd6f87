import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from counterproof.audit.judges import judge_agreement, people_agreement, scores_by_behaviour
from counterproof.domain.review import Review


def scored(table, **judges):
    frames = [
        pd.DataFrame({"digest": table["digest"], "evaluator": name, "score": values}) for name, values in judges.items()
    ]
    return pd.concat(frames, ignore_index=True)


@pytest.fixture
def table(make_frame, make_trial):
    return make_frame([make_trial("flip", "D", item=f"i{n % 12}", replicate=n // 12) for n in range(48)])


def review(trial, behaviour, reviewer="r"):
    return Review(
        trial=trial, item="i", variant="flip", agent="a", replicate=0, reviewer=reviewer, behaviour=behaviour, at="now"
    )


def test_two_judges_agree_as_scipy_and_krippendorff_say_with_intervals_over_items(table):
    rng = np.random.default_rng(2)
    one = rng.random(48)
    other = np.where(np.arange(48) < 40, one + rng.normal(0, 0.1, 48), np.nan)
    found = judge_agreement(table, scored(table, x=one, y=other), seed=1).set_index("measure")
    assert found.loc["Spearman", "value"] == pytest.approx(spearmanr(one[:40], other[:40]).statistic)
    assert (found["n_trials"] == 40).all()
    assert (found["low"] < found["value"]).all()
    assert (found["value"] < found["high"]).all()
    assert set(found["judge"] + found["other"] + found["score"]) == {"xyoverall"}


def test_sub_scores_are_compared_with_those_of_the_same_name_only(table):
    values = np.linspace(0, 1, 48)
    names = ["x", "x.answer_match", "y", "y.answer_match", "y.data_used"]
    found = judge_agreement(table, scored(table, **dict.fromkeys(names, values)), seed=1)
    assert set(zip(found["judge"], found["other"], found["score"], strict=True)) == {
        ("x", "y", "overall"),
        ("x", "y", "answer_match"),
    }
    assert np.allclose(found["value"], 1)


def test_a_judge_that_always_says_the_same_has_no_agreement(table):
    found = judge_agreement(table, scored(table, x=np.full(48, 0.7), y=np.linspace(0, 1, 48)), seed=1)
    assert found.set_index("measure").loc["Spearman", ["value", "reason"]].isna().tolist() == [True, False]
    apart = judge_agreement(table, scored(table, x=np.full(48, np.nan), y=np.linspace(0, 1, 48)), seed=1)
    assert apart["value"].isna().all()
    assert (apart["n_trials"] == 0).all()


def test_people_and_a_judge_agree_when_sound_work_scores_higher(table):
    digests = table["digest"]
    reviews = [review(digest, "sound" if n % 2 else "prior_shortcut") for n, digest in enumerate(digests[:20])]
    right = scored(table, good=[n % 2 for n in range(48)], bad=[1 - n % 2 for n in range(48)])
    found = people_agreement(table, right, reviews, seed=1).set_index("judge")
    assert found["value"].to_dict() == {"good": 1, "bad": 0}
    assert (found["n_sound"].tolist(), found["n_other"].tolist()) == ([10, 10], [10, 10])
    means = scores_by_behaviour(right, reviews).set_index(["judge", "behaviour"])
    assert means.loc[("good", "sound work"), ["n", "value"]].tolist() == [10, 1]
    assert means.loc[("good", "prior or vocabulary shortcut"), "value"] == 0


def test_a_trial_on_which_people_are_divided_is_left_out(table):
    digests = list(table["digest"])
    reviews = [review(digests[0], "sound"), review(digests[0], "other", "s"), review(digests[1], "sound")]
    found = people_agreement(table, scored(table, x=np.linspace(0, 1, 48)), reviews, seed=1).iloc[0]
    assert (found["n_sound"], found["n_other"]) == (1, 0)
    assert np.isnan(found["value"])
    assert "one label" in found["reason"]


def test_without_reviews_there_is_nothing_to_agree_with(table):
    found = people_agreement(table, scored(table, x=np.linspace(0, 1, 48)), [], seed=1).iloc[0]
    assert (np.isnan(found["value"]), found["n_trials"]) == (True, 0)
    assert scores_by_behaviour(scored(table, x=np.linspace(0, 1, 48)), []).empty
