import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterproof.audit.grounding import score_agents

ANSWERS = ["accuracy", "no_data_accuracy", "null_agreement", "rerun_agreement", "followed", "kept", "other"]
CREDIT = ["withdrawal_credit", "withdrawal_credit_ratio", "shuffle_credit"]
FALSE_FLAGS = ["false_flag_original", "false_flag_null", "false_flag_flip"]
FLAGS = ["flagged_withdraw", "flagged_withdraw_wide", *FALSE_FLAGS, "flagged_still_key", "noticed_withdraw"]
GROUNDED = ["responded_withdraw", "ega", "ega_strict", "ega_noise_floor", "ega_product"]
ROUTES = ["route_derived", "route_elimination", "route_recall", "route_flagged_kept", "route_other"]
GIVEN = ["followed_given_no_data_right", "followed_given_no_data_wrong"]
METRICS = [*ANSWERS, *CREDIT, *FLAGS, *GROUNDED, *ROUTES, *GIVEN]
patterns = st.lists(
    st.tuples(st.text("ABCD-", min_size=4, max_size=4), st.booleans(), st.integers(0, 3)), min_size=1, max_size=25
)


def values(found):
    return found.set_index("metric")["value"]


def test_the_worked_example_gives_the_papers_counts(worked_example):
    found = values(score_agents(worked_example, seed=1))
    counts = 16 * found[["accuracy", "ega", "ega_strict", "route_derived", "route_elimination", "route_recall"]]
    assert counts.tolist() == [16, 3, 3, 3, 2, 11]
    assert found["withdrawal_credit"] == 1


def test_every_metric_has_one_row(worked_example):
    assert sorted(score_agents(worked_example, seed=1)["metric"]) == sorted(METRICS)


@settings(max_examples=40)
@given(patterns, st.integers(0, 1000))
def test_scores_keep_their_order_for_any_answers(make_frame, make_replicate, drawn, seed):
    rows = []
    for r, (choices, flag, item) in enumerate(drawn):
        rows += make_replicate(choices, flag=flag, item=f"i{item}", replicate=r)
    found = score_agents(make_frame(rows), seed=seed, resamples=20)
    value = values(found)
    assert value["ega_strict"] <= value["ega"] + 1e-9
    assert value["ega"] <= value["accuracy"] + 1e-9
    assert value["ega"] == pytest.approx(value["route_derived"])
    assert value[ROUTES].sum() == pytest.approx(value["accuracy"])
    assert value[["followed", "kept", "other"]].sum() == pytest.approx(1)
    there = found.dropna(subset=["low"])
    assert (there["low"] <= there["high"]).all()
    assert (found["value"].notna() | found["reason"].notna()).all()


def test_the_interval_holds_the_value_and_is_the_same_each_time(agent_of_61_30_9):
    one, two = (score_agents(agent_of_61_30_9, seed=7) for _ in range(2))
    pd.testing.assert_frame_equal(one, two)
    there = one.dropna(subset=["low"])
    assert ((there["low"] <= there["value"]) & (there["value"] <= there["high"])).all()
    followed = one.set_index("metric").loc["followed"]
    assert (followed["value"], followed["interval"], followed["unreliable"]) == (0.61, "item bootstrap", False)
    assert one.set_index("metric").loc["accuracy", "interval"] == "Wilson over items"


def test_broken_machinery_drops_the_replicate_and_is_counted(make_frame, make_replicate):
    table = make_frame([*make_replicate("CCAD"), *make_replicate("AAAA", replicate=1)])
    table.loc[(table["replicate"] == 1) & (table["variant"] == "flip"), "outcome"] = "infra_error"
    found = score_agents(table, seed=1).set_index("metric").loc["accuracy"]
    assert (found["value"], found["n_trials"], found["n_excluded"]) == (1, 1, 1)


def test_a_timeout_stays_in_the_denominator(make_frame, make_replicate):
    table = make_frame([*make_replicate("CCAD"), *make_replicate("CCAD", replicate=1)])
    table.loc[(table["replicate"] == 1) & (table["variant"] == "original"), ["outcome", "choice"]] = ["timeout", ""]
    found = score_agents(table, seed=1).set_index("metric").loc["accuracy"]
    assert (found["value"], found["n_trials"], found["n_excluded"]) == (0.5, 2, 0)


def test_an_agent_whose_trials_all_broke_has_null_scores_and_is_still_named(make_frame, make_replicate):
    found = score_agents(make_frame(make_replicate("CCAD", outcome="infra_error")), seed=1)
    assert found["value"].isna().all()
    assert set(found["n_excluded"]) == {1}
    assert found["reason"].notna().all()


def test_an_absent_variant_is_null_with_a_reason_not_zero(worked_example):
    found = score_agents(worked_example, seed=1).set_index("metric")
    assert np.isnan(found.loc["shuffle_credit", "value"])
    assert found.loc["shuffle_credit", "reason"] == "no trial on withdraw_shuffle"
    assert found.loc["no_data_accuracy", "reason"] == "no trial on no_data"
    assert found.loc["followed_given_no_data_right", "reason"] == "no trial on no_data"


def test_groups_are_families_items_or_looks(make_frame, make_replicate):
    facts = [("x", "marker", True), ("y", "marker", None), ("z", "abundance", False)]
    table = make_frame(
        [
            r
            for name, family, looks in facts
            for r in make_replicate("CCAD", item=name, family=family, ordinary_looking=looks)
        ]
    )
    for by, groups in (
        (None, {"all"}),
        ("family", {"marker", "abundance"}),
        ("item", {"x", "y", "z"}),
        ("ordinary_looking", {"ordinary-looking flip", "odd-looking flip", "not stated"}),
    ):
        found = score_agents(table, by=by, seed=1)
        assert set(found["group"]) == groups
        assert len(found) == len(groups) * len(METRICS)
    assert score_agents(table, by="item", seed=1)["low"].isna().all()


def test_items_with_a_second_analysis_can_be_left_out(make_frame, make_replicate):
    table = make_frame([*make_replicate("CCAD", item="x", second_analysis=True), *make_replicate("CCCC", item="y")])
    both, one = (
        score_agents(table, seed=1, without_second_analysis=left).query("metric == 'ega'") for left in (False, True)
    )
    assert (both["value"].item(), one["value"].item()) == (0.5, 0)
    assert one["n_items"].item() == 1


def test_a_hundred_thousand_trials_are_scored_in_seconds(make_frame, make_replicate):
    one = make_frame([row for i in range(250) for row in make_replicate("CCAD", item=f"i{i}")])
    table = pd.concat([one.assign(replicate=r) for r in range(100)], ignore_index=True)
    assert len(table) == 100_000
    assert values(score_agents(table, seed=1))["ega"] == 1
