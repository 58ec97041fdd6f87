"""What all scores of a study come to, in one line."""

import pandas as pd


def headline(scores: pd.DataFrame, *, who: str = "agents") -> str:
    """How many agents lose over half of their accuracy once their answers must follow the evidence.

    Says so where no score has a value. `scores` are those of all items together; `who` is what the agents are called.
    """
    value = value_by_agent(scores)
    if value.empty:
        return f"Nothing is known yet of how accurate {who} are"
    fallen = int((value["ega"] < value["accuracy"] / 2).sum()) if {"ega", "accuracy"} <= set(value) else 0
    return f"{fallen} of {len(value)} {who} lose over half of their accuracy once answers must follow the evidence"


def value_by_agent(scores: pd.DataFrame) -> pd.DataFrame:
    """The values of the scores, a row an agent and a column a metric."""
    return scores.pivot_table(index="agent", columns="metric", values="value", sort=False)
