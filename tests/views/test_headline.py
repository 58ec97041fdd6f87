from made_up_audit import made_up_scores

from counterproof.views.headline import headline, value_by_agent


def test_agents_that_lose_over_half_of_their_accuracy_are_counted():
    scores = made_up_scores()
    value = value_by_agent(scores)
    fallen = sum(row["ega"] < row["accuracy"] / 2 for _, row in value.iterrows())
    assert headline(scores).startswith(f"{fallen} of {len(value)} agents lose over half")


def test_without_an_ega_nobody_is_said_to_lose():
    scores = made_up_scores()
    assert headline(scores[scores["metric"] == "accuracy"]).startswith("0 of 4 agents")


def test_agents_are_called_what_they_are():
    assert " reference agents lose over half" in headline(made_up_scores(), who="reference agents")
