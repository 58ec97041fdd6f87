"""Charts of endpoints and of what rubric scores tell."""

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from counterproof.audit.rubrics.findings import RubricFindings
from counterproof.audit.rubrics.sources import ALL_JUDGES
from counterproof.views.charts.theme import colour_scale, dressed
from counterproof.views.note import Note
from counterproof.views.palette import DOUBT, FLIP, INK, KEY

PERCENT = alt.Axis(format="%", tickCount=5)
ENDPOINT_COLOURS = {"passed": KEY, "failed": FLIP}
NO_SCORES = Note("No chart: no trial was scored by every judge.")
INTERVAL = [
    alt.Tooltip("low:Q", title="95% from", format=".3f"),
    alt.Tooltip("high:Q", title="to", format=".3f"),
    alt.Tooltip("n_items:Q", title="items"),
    alt.Tooltip("n_trials:Q", title="trials"),
]


def endpoints_chart(findings: RubricFindings) -> Any:
    """Each agent's pass rate with its Wilson interval, and the items it passed by any, most and all replicates."""
    frame = findings.endpoints
    if frame.empty:
        return Note("No chart: there is no run.")
    order = list(frame["agent"])
    y = alt.Y("agent:N", title=None, sort=order)
    base = alt.Chart(frame)
    line = base.mark_rule(strokeWidth=3, opacity=0.45, color=KEY).encode(
        y=y, x=alt.X("low:Q", title="runs that passed", axis=PERCENT, scale=alt.Scale(domain=[0, 1])), x2="high:Q"
    )
    point = base.mark_circle(size=110, opacity=1, color=KEY).encode(
        y=y,
        x="rate:Q",
        tooltip=[
            "agent:N",
            alt.Tooltip("rate:Q", format=".1%"),
            alt.Tooltip("n_passed:Q", title="passed"),
            alt.Tooltip("n_trials:Q", title="of runs"),
            *INTERVAL[:2],
            alt.Tooltip("items_low:Q", title="over items from", format=".3f"),
            alt.Tooltip("items_high:Q", title="to", format=".3f"),
        ],
    )
    steps = frame.melt(id_vars=["agent", "n_items"], value_vars=["any", "majority", "all"], var_name="by")
    steps["share"] = steps["value"] / steps["n_items"].where(steps["n_items"] > 0)
    colours = alt.Scale(domain=["any", "majority", "all"], range=["#b9d2f3", "#7fb0ea", KEY])
    bars = (
        alt.Chart(steps)
        .mark_bar(height={"band": 0.75})
        .encode(
            y=alt.Y("agent:N", title=None, sort=order, axis=None),
            x=alt.X("share:Q", title="items passed", axis=PERCENT, scale=alt.Scale(domain=[0, 1]), stack=None),
            color=alt.Color("by:N", scale=colours, legend=alt.Legend(title="by which replicates", orient="bottom")),
            order=alt.Order("share:Q", sort="descending"),
            tooltip=["agent:N", "by:N", alt.Tooltip("value:Q", title="items"), alt.Tooltip("n_items:Q", title="of")],
        )
        .properties(width=230, height=alt.Step(24))
    )
    rates = (line + point).properties(width=230, height=alt.Step(24))
    return dressed(
        alt.hconcat(rates, bars, spacing=30),
        title="Who passed, and on how many items",
        subtitle="Left: Wilson intervals over runs. Right: the lighter, the fewer of an item's replicates passed.",
        description="Pass rates by agent with Wilson intervals, and items passed by any, most and all replicates",
    )


def rubric_spread_chart(findings: RubricFindings) -> Any:
    """The mean rubric score of every trial that all judges scored, by agent, passing and failing apart."""
    matrix = findings.matrix.rows(findings.matrix.matched)
    if not len(matrix.runs):
        return NO_SCORES
    frame = pd.DataFrame(
        {
            "agent": matrix.runs["agent"],
            "item": matrix.runs["item"],
            "replicate": matrix.runs["replicate"],
            "score": matrix.mean,
            "endpoint": np.where(matrix.runs["passed"], "passed", "failed"),
            # Spread by a fixed rule, so that the chart is the same each time.
            "place": (np.arange(len(matrix.runs)) * 0.618) % 1,
        }
    )
    order = list(frame.groupby("agent")["score"].mean().sort_values(ascending=False, kind="stable").index)
    points = (
        alt.Chart(frame)
        .mark_circle(size=30, opacity=0.55)
        .encode(
            x=alt.X("score:Q", title="mean rubric score", axis=PERCENT, scale=alt.Scale(domain=[0, 1])),
            y=alt.Y("agent:N", title=None, sort=order),
            yOffset=alt.YOffset("place:Q", scale=alt.Scale(domain=[-0.4, 1.4])),
            color=alt.Color(
                "endpoint:N", scale=colour_scale(ENDPOINT_COLOURS), legend=alt.Legend(orient="bottom", title=None)
            ),
            tooltip=["agent:N", "item:N", "replicate:N", "endpoint:N", alt.Tooltip("score:Q", format=".1%")],
        )
        .properties(width=600, height=alt.Step(34))
    )
    means = findings.association.set_index("metric")["value"]
    told = [f"{name} {means[key]:.0%}" for name, key in SIDES.items() if pd.notna(means[key])]
    return dressed(
        points,
        title=f"Mean rubric score: {', '.join(told)}",
        subtitle=f"{len(frame)} trials that all {len(matrix.judges)} judges scored.",
        description="Mean rubric score of every trial by agent and endpoint",
    )


SIDES = {"passing": "mean_passing", "failing": "mean_failing"}


def deciles_chart(findings: RubricFindings) -> Any:
    """The pass rate by rubric decile with 95% intervals over items."""
    frame = findings.deciles
    if frame.empty:
        return NO_SCORES
    base = alt.Chart(frame)
    x = alt.X("decile:O", title="decile of the mean rubric score (10: highest)", axis=alt.Axis(labelAngle=0))
    y = alt.Y("low:Q", title="trials that passed", axis=PERCENT, scale=alt.Scale(domain=[0, 1]))
    line = base.mark_rule(strokeWidth=3, opacity=0.45, color=KEY).encode(x=x, y=y, y2="high:Q")
    point = base.mark_circle(size=110, opacity=1, color=KEY).encode(
        x=x,
        y="value:Q",
        tooltip=[
            "decile:O",
            alt.Tooltip("score_from:Q", format=".1%"),
            alt.Tooltip("score_to:Q", format=".1%"),
            alt.Tooltip("value:Q", title="pass rate", format=".1%"),
            *INTERVAL,
        ],
    )
    top = frame.iloc[-1]
    return dressed(
        (line + point).properties(width=600, height=220),
        title=f"In the highest group {top['value']:.0%} of trials passed, in the lowest {frame['value'].iloc[0]:.0%}",
        subtitle="Lines: 95% intervals over items. Small differences of rubric scores are not differences in quality.",
        description="Pass rate by decile of the mean rubric score",
    )


def residuals_chart(findings: RubricFindings) -> Any:
    """The mean residual of the rubric score by model and by family, in percent of the rubric's maximum."""
    sides = {"model": findings.residual_models, "family": findings.residual_families}
    frame = pd.concat(
        [side.rename(columns={by: "name"}).assign(by=by) for by, side in sides.items()], ignore_index=True
    ).dropna(subset=["value"])
    if frame.empty:
        return Note("No chart: there are no residuals, because nothing was scored or there is one model only.")
    order = list(frame.sort_values("value", ascending=False)["name"].drop_duplicates())
    # Residuals of rounding alone would fill the axis, and their labels run into each other.
    least = min(-0.01, frame["low"].min(), frame["value"].min())
    most = max(0.01, frame["high"].max(), frame["value"].max())
    scale = alt.Scale(domain=[least, most], nice=True)
    zero = alt.Chart(pd.DataFrame({"x": [0.0]})).mark_rule(color=INK, opacity=0.6, aria=False).encode(x="x:Q")
    panels = []
    for by in [name for name in sides if name in set(frame["by"])]:
        base = alt.Chart(frame[frame["by"] == by])
        y = alt.Y("name:N", title=None, sort=order)
        axis = alt.Axis(format="+%", tickCount=6)
        line = base.mark_rule(strokeWidth=3, opacity=0.45, color=DOUBT).encode(
            y=y, x=alt.X("low:Q", title="mean residual", axis=axis, scale=scale), x2="high:Q"
        )
        point = base.mark_circle(size=110, opacity=1, color=DOUBT).encode(
            y=y,
            x="value:Q",
            tooltip=[alt.Tooltip("name:N", title=by), alt.Tooltip("value:Q", format="+.1%"), *INTERVAL],
        )
        title = alt.TitleParams(f"by {by}", fontSize=13, offset=6)
        panels.append((zero + line + point).properties(width=600, height=alt.Step(24), title=title))
    ends = (frame["value"].min(), frame["value"].max())
    low, high = (f"{round(100 * end) + 0:+d}".replace("-", "\N{MINUS SIGN}") for end in ends)
    return dressed(
        alt.vconcat(*panels, spacing=16).resolve_scale(x="shared"),
        title=f"Beyond item and endpoint, scores differ by {low} to {high} points",
        subtitle="Residuals of score ~ item + endpoint score + passed: all that the endpoint does not see is in them.",
        description="Mean residual rubric score by model and family, with 95% intervals over items",
    )


def sources_chart(findings: RubricFindings) -> Any:
    """The mean score that each judge gave the trials of each model, as a table in colours."""
    frame = findings.sources
    if frame.empty:
        return NO_SCORES
    models, judges = list(dict.fromkeys(frame["model"])), list(dict.fromkeys(frame["judge"]))
    base = alt.Chart(frame).encode(
        x=alt.X("judge:N", title=None, sort=judges, axis=alt.Axis(labelAngle=-25, orient="top")),
        y=alt.Y("model:N", title=None, sort=models),
    )
    cells = base.mark_rect().encode(
        color=alt.Color(
            "value:Q",
            title="mean score",
            scale=alt.Scale(domain=[0, 1], range=["#eef3fb", KEY]),
            legend=alt.Legend(format="%"),
        ),
        tooltip=["model:N", "judge:N", alt.Tooltip("value:Q", title="mean score", format=".1%"), *INTERVAL],
    )
    text = base.mark_text(fontSize=12).encode(
        text=alt.Text("value:Q", format=".0%"),
        color=alt.when(alt.datum.value > 0.6).then(alt.value("white")).otherwise(alt.value("#24292f")),
    )
    agree = findings.ranks.set_index("metric")["value"].get("spearman_mean", np.nan)
    told = f"Judges order the models alike to {agree:.2f} (mean Spearman)" if pd.notna(agree) else "Model by judge"
    return dressed(
        (cells + text).properties(width=alt.Step(92), height=alt.Step(28)),
        title=told,
        subtitle=f"Mean rubric score of the trials that every judge scored; {ALL_JUDGES}: their mean.",
        description="Mean rubric score by source model and judge",
    )
