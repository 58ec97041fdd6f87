"""Which items each agent passed, and in how many of its replicates."""

from typing import Any

import altair as alt

from counterproof.audit.rubrics.findings import RubricFindings
from counterproof.views.charts.theme import LONGEST_NAME, dressed
from counterproof.views.note import Note
from counterproof.views.palette import KEY

WIDTH = 640
NAMED_AT_MOST = 70
"""More items than this have their names in the tooltips alone."""


def item_passes_chart(findings: RubricFindings) -> Any:
    """A row an agent, a column an item, the easiest first: the share of its replicates that passed."""
    frame = findings.item_passes
    if frame.empty:
        return Note("No chart: there is no run.")
    frame = frame.assign(share=frame["n_passed"] / frame["n_trials"])
    by_item = frame.groupby("item")["share"].agg(["mean", "min", "max"])
    items = list(by_item.sort_values("mean", ascending=False, kind="stable").index)
    agents = list(findings.endpoints["agent"])
    step = max(4, min(22, WIDTH / len(items)))
    axis = alt.Axis(labelAngle=-90, labelFontSize=10, labelLimit=LONGEST_NAME, ticks=False, grid=False)
    cells = (
        alt.Chart(frame)
        .mark_rect(cornerRadius=0, stroke="#8c959f", strokeWidth=0.3)
        .encode(
            x=alt.X("item:N", title=None, sort=items, axis=axis if len(items) <= NAMED_AT_MOST else None),
            y=alt.Y("agent:N", title=None, sort=agents),
            color=alt.Color(
                "share:Q",
                title="replicates passed",
                scale=alt.Scale(domain=[0, 1], range=["#eef3fb", KEY]),
                legend=alt.Legend(format="%", orient="bottom", tickCount=3),
            ),
            tooltip=[
                "agent:N",
                "item:N",
                alt.Tooltip("n_passed:Q", title="passed"),
                alt.Tooltip("n_trials:Q", title="of replicates"),
            ],
        )
        .properties(width=alt.Step(step), height=alt.Step(24))
    )
    counted = f"{len(items)} {'item' if len(items) == 1 else 'items'}"
    always, never = int((by_item["min"] == 1).sum()), int((by_item["max"] == 0).sum())
    return dressed(
        cells,
        title=f"Of {counted} all agents always pass {always}, and none ever passes {never}",
        subtitle="The most passed item first. One that all pass, or nobody, tells no agent from another.",
        description="Share of replicates passed by agent and item",
    )
