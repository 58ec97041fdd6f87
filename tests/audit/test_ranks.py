import numpy as np
import pytest

from counterproof.audit.grounding import score_agents
from counterproof.audit.ranks import agent_differences, rank_agents


@pytest.fixture
def two_agents(make_frame, make_replicate):
    """`knows` is always right and never follows; `looks` is right on 11 of 12 items and always follows."""
    rows = []
    for i in range(12):
        rows += make_replicate("CCCC", agent="knows", item=f"i{i}")
        rows += make_replicate(("A" if i == 0 else "C") + "CAD", agent="looks", item=f"i{i}")
    return make_frame(rows)


def test_the_order_by_accuracy_can_be_the_reverse_of_the_order_by_ega(two_agents):
    found = rank_agents(score_agents(two_agents, seed=1)).set_index("agent")
    assert found["rank_accuracy"].to_dict() == {"knows": 1, "looks": 2}
    assert found["rank_ega"].to_dict() == {"knows": 2, "looks": 1}


def test_differences_are_paired_by_item(two_agents):
    found = agent_differences(two_agents, seed=1).set_index("metric")
    assert found.loc["accuracy", "value"] == pytest.approx(1 / 12)
    assert found.loc["accuracy", "low"] == 0
    assert found.loc["ega", "value"] == pytest.approx(-11 / 12)
    assert found.loc["ega", "high"] < 0


def test_a_difference_that_never_varies_has_no_interval(two_agents):
    found = agent_differences(two_agents, seed=1).set_index("metric").loc["ega_strict"]
    assert (found["value"], np.isnan(found["low"])) == (0, True)
    assert found["reason"] == "the same in every resample: no interval"


def test_agents_without_a_common_item_have_no_difference(make_frame, make_replicate):
    table = make_frame([*make_replicate("CCCC", agent="x", item="i0"), *make_replicate("CCCC", agent="y", item="i1")])
    found = agent_differences(table, seed=1)
    assert found["value"].isna().all()
    assert set(found["reason"]) == {"no item in common"}
