import numpy as np
import pytest

from counterproof.audit.repairs.anonymisation import anonymisation

RATES = (0, 0.3, 0.7, 1)
ITEMS = 45


def mixed(make_frame, make_replicate, *, recalls, seed):
    """An agent that keeps the key on all variants of a share of the items, and else analyses; then the same hidden."""
    lots = np.random.default_rng(seed).random(ITEMS)
    named = [
        row for n, lot in enumerate(lots) for row in make_replicate("CCCC" if lot < recalls else "CC-D", item=f"i{n}")
    ]
    hidden = [row for n in range(ITEMS) for row in make_replicate("CC-D", item=f"i{n}")]
    return make_frame(named), make_frame(hidden).assign(arm="anonymised")


def rows(found, items="all"):
    return found[found["items"] == items].set_index(["metric", "condition"])


@pytest.mark.parametrize("recalls", RATES)
def test_the_interval_of_the_recall_share_covers_the_probability_of_a_mixed_agent(make_frame, make_replicate, recalls):
    found = rows(anonymisation(*mixed(make_frame, make_replicate, recalls=recalls, seed=2), seed=1))
    share = found.loc[("recall share", "standard")]
    assert share["low"] <= recalls <= share["high"]
    assert share["high"] - share["low"] < 0.35
    assert found.loc[("ega", "difference"), "value"] == pytest.approx(share["value"])
    assert found.loc[("ega", "anonymised"), "value"] == 1


def test_the_intervals_cover_in_most_of_many_draws(make_frame, make_replicate):
    covered = 0
    for seed in range(20):
        both = mixed(make_frame, make_replicate, recalls=0.3, seed=seed)
        share = rows(anonymisation(*both, seed=1, resamples=400)).loc[("recall share", "standard")]
        covered += share["low"] <= 0.3 <= share["high"]
    assert covered >= 16


def test_items_that_the_background_answers_are_left_out_of_the_second_set(make_frame, make_replicate):
    both = mixed(make_frame, make_replicate, recalls=0.3, seed=2)
    found = anonymisation(*both, background={"i0", "i1"}, seed=1)
    assert set(rows(found)["n_items"]) == {ITEMS}
    assert set(rows(found, "not from background")["n_items"]) == {ITEMS - 2}


def test_a_share_below_0_that_never_varies_has_no_interval(make_frame, make_replicate):
    # Of two replicates both follow under the real names, one under opaque ones.
    named = [row for n in range(12) for r in (0, 1) for row in make_replicate("CC-D", item=f"i{n}", replicate=r)]
    hidden = [
        row
        for n in range(12)
        for r, letters in enumerate(("CC-D", "CC-C"))
        for row in make_replicate(letters, item=f"i{n}", replicate=r)
    ]
    found = rows(anonymisation(make_frame(named), make_frame(hidden).assign(arm="anonymised"), seed=1))
    share = found.loc[("recall share", "standard")]
    assert share["value"] == -1
    assert np.isnan(share["low"])
    assert "no width" in share["reason"]


def test_only_agents_and_items_of_both_arms_are_compared(make_frame, make_replicate):
    named = make_frame([row for n in range(12) for row in make_replicate("CC-D", item=f"i{n}")])
    hidden = make_frame(make_replicate("CC-C", item="i3")).assign(arm="anonymised")
    found = rows(anonymisation(named, hidden, seed=1))
    assert found.loc[("followed", "standard"), "n_items"] == 1
    assert found.loc[("recall share", "standard"), "reason"] == "nothing was followed under opaque names"
    assert anonymisation(named, hidden.iloc[:0], seed=1).empty
