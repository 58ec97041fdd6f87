import numpy as np
import pytest

from counterproof.audit.repairs.abstention import abstention


def arms(make_frame, make_replicate, before, after, *, items=12, agent="a"):
    """The same letters on every item, before and after the option was added."""
    tables = [
        make_frame([row for n in range(items) for row in make_replicate(letters, item=f"i{n}", agent=agent)])
        for letters in (before, after)
    ]
    return tables[0], tables[1].assign(arm="abstain_option")


def values(found, agent="a"):
    return found[found["agent"] == agent].set_index(["metric", "condition"])["value"]


def test_an_option_that_is_taken_where_the_evidence_is_gone_is_seen(make_frame, make_replicate):
    found = values(abstention(*arms(make_frame, make_replicate, "CCCC", "CC-C"), seed=1))
    assert (found["abstained_withdraw", "standard"], found["abstained_withdraw", "abstain_option"]) == (0, 1)
    assert found["key_withdraw", "difference"] == -1
    assert (found["accuracy", "abstain_option"], found["abstained_original", "abstain_option"]) == (1, 0)
    assert (found["abstained_flip", "abstain_option"], found["key_flip", "abstain_option"]) == (0, 1)


def test_a_share_without_width_has_wilsons_interval_and_a_difference_none(make_frame, make_replicate):
    found = abstention(*arms(make_frame, make_replicate, "CCCC", "CC-C"), seed=1)
    found = found[found["agent"] == "a"].set_index(["metric", "condition"])
    assert found.loc[("accuracy", "standard"), "interval"] == "Wilson over items"
    assert np.isnan(found.loc[("accuracy", "difference"), "low"])
    assert "no width" in found.loc[("accuracy", "difference"), "reason"]


def test_differences_are_paired_over_items(make_frame, make_replicate):
    rng = np.random.default_rng(3)
    before, after = [], []
    for n in range(40):
        hard = rng.random() < 0.5
        before += make_replicate("CCC" + ("C" if hard else "D"), item=f"i{n}")
        after += make_replicate("CC" + ("-" if n < 30 else "C") + ("C" if hard else "D"), item=f"i{n}")
    found = abstention(make_frame(before), make_frame(after).assign(arm="abstain_option"), seed=1)
    found = found[found["agent"] == "a"].set_index(["metric", "condition"])
    assert found.loc[("abstained_withdraw", "difference"), "value"] == pytest.approx(0.75)
    assert found.loc[("abstained_withdraw", "difference"), "low"] > 0.5
    # Items differ in whether they are followed, but not between the arms: the paired difference has no width.
    assert found.loc[("followed", "difference"), "value"] == 0
    assert np.isnan(found.loc[("followed", "difference"), "low"])


def test_only_agents_and_items_of_both_arms_are_compared(make_frame, make_replicate):
    standard = make_frame(
        [row for n in range(5) for agent in "ab" for row in make_replicate("CCCC", item=f"i{n}", agent=agent)]
    )
    option = make_frame([row for n in range(3) for row in make_replicate("CC-C", item=f"i{n}")])
    found = abstention(standard, option.assign(arm="abstain_option"), seed=1)
    assert found["agent"].unique().tolist() == ["all", "a"]
    assert set(found["n_items"]) == {3}
    assert found["unreliable"].all()


def test_replicates_are_averaged_within_the_item_and_broken_trials_left_out(make_frame, make_replicate):
    standard = make_frame(
        [row for r, letters in enumerate(("CCCC", "CCAC")) for row in make_replicate(letters, replicate=r)]
    )
    option = make_frame(make_replicate("CC-C")).assign(arm="abstain_option")
    option.loc[option["variant"] == "flip", "outcome"] = "infra_error"
    found = abstention(standard, option, seed=1)
    assert values(found)["key_withdraw", "standard"] == 0.5
    assert np.isnan(values(found)["key_flip", "standard"])


def test_an_item_that_an_agent_lacks_in_one_arm_moves_no_difference_of_all_agents(make_frame, make_replicate):
    # `a` does the same in both arms, `b` abstains throughout, but has not come to i0 with the option yet.
    standard = [row for n in range(4) for agent in "ab" for row in make_replicate("CCCC", item=f"i{n}", agent=agent)]
    option = [row for n in range(4) for row in make_replicate("CCCC", item=f"i{n}", agent="a")]
    option += [row for n in range(1, 4) for row in make_replicate("CC-C", item=f"i{n}", agent="b")]
    found = abstention(make_frame(standard), make_frame(option).assign(arm="abstain_option"), seed=1)
    assert values(found, "all")["abstained_withdraw", "difference"] == pytest.approx((0 + 3 * 0.5) / 4)
    assert values(found, "all")["accuracy", "difference"] == 0
    # Four items of `a` and three of `b`, once in either arm.
    assert set(found[found["agent"] == "all"]["n_trials"]) == {14}


def test_who_lacks_an_item_counts_for_it_in_neither_arm(make_frame, make_replicate):
    standard = make_replicate("CCCC", agent="a") + make_replicate("DCCC", agent="b")
    option = make_frame(make_replicate("CCCC", agent="a") + make_replicate("DCCC", item="other", agent="b"))
    found = abstention(make_frame(standard), option.assign(arm="abstain_option"), seed=1)
    assert values(found, "all")["accuracy", "difference"] == 0
    assert values(found, "all")["accuracy", "standard"] == 1


def test_without_a_common_agent_there_is_nothing(make_frame, make_replicate):
    standard, option = make_frame(make_replicate("CCCC")), make_frame(make_replicate("CCCC", agent="b"))
    assert abstention(standard, option, seed=1).empty
