import pandas as pd
import pytest

from counterproof.audit.planned_power import ASSUMED, measured_discordance, planned_power
from counterproof.audit.table import framed_rows
from counterproof.stats.power import mcnemar_power

ROW = {
    "family": "marker",
    "arm": "standard",
    "outcome": "answered",
    "reason": "",
    "key": "B",
    "flip_to": "A",
    "supported": "B",
    "n_options": 4,
    "confidence": 80.0,
    "data_support": "full",
    "seconds": 1.0,
    "tool_calls": 1,
    "noticed": False,
    "second_analysis": pd.NA,
    "ordinary_looking": pd.NA,
    "eliminable": pd.NA,
}


def rows(agent, answers):
    """Trials of one agent: by item, its answer on the original, on withdraw and on flip."""
    return [
        ROW | {"agent": agent, "item": item, "variant": v, "replicate": 1, "choice": c, "digest": f"{agent}{item}{v}"}
        for item, said in answers.items()
        for v, c in zip(("original", "withdraw", "flip"), said, strict=True)
    ]


def test_the_share_of_pairs_that_differ_is_measured_without_agents_of_known_behaviour():
    table = framed_rows(
        rows("claude", {"i": "BBA", "j": "BCA", "k": "CCA", "l": "BBB"}) + rows("reciter", {"i": "BBB", "j": "BBB"})
    )
    found = measured_discordance(table, without=["reciter"])
    assert found == {"withdraw": (0.25, 4), "flip": (0.5, 4)}
    assert measured_discordance(table, without=["reciter", "claude"]) == {}


def test_a_contrast_says_what_is_measured_and_what_is_assumed():
    null, flip = planned_power(
        ["original", "null", "flip"], n_items=40, replicates=3, seed=1, measured={"flip": (0.5, 120)}
    )
    assert (flip.measured, flip.discordance, flip.n_pairs) == (True, 0.5, 120)
    assert (null.measured, null.discordance) == (False, ASSUMED["null"])
    assert (null.exact, null.exact_reason) == (None, "unattainable")
    assert (null.bootstrap, null.bootstrap_reason) == (None, "unattainable")
    assert mcnemar_power(flip.exact, n_pairs=40, discordance=0.5) == pytest.approx(0.8, abs=1e-3)
    assert flip.bootstrap < flip.exact


@pytest.mark.parametrize(("n", "reason"), [(0, "no item"), (1, "unattainable")])
def test_too_few_items_find_nothing_with_a_reason(n, reason):
    (flip,) = planned_power(["original", "flip"], n_items=n, replicates=3, seed=1)
    assert flip.exact_reason == reason
    assert flip.bootstrap_reason == "fewer than 2 items"
