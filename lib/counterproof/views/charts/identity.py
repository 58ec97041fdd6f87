"""The pictures of an identity audit: accuracy by condition, the redaction curve, recalled counts, confidence."""

from typing import Any

import altair as alt
import pandas as pd

from counterproof.audit.identity.findings import IdentityFindings
from counterproof.domain.condition import CONDITIONS
from counterproof.views.charts.panels import listed, panel_header, panel_legend
from counterproof.views.charts.theme import colour_scale, dressed
from counterproof.views.note import Note
from counterproof.views.palette import BETWEEN, DOUBT, FLIP, INK, KEY, NEITHER

SIDES = {"named": KEY, "blind": FLIP, "other": NEITHER}
PAIRS = {"named": "0% hidden", "redact-33": "33% hidden", "redact-67": "67% hidden", "redact-100": "100% hidden"}


def conditions_chart(findings: IdentityFindings) -> Any:
    """Accuracy by condition with 95% intervals, named and blind versions joined on one line, a panel an agent."""
    frame = findings.accuracy.dropna(subset=["value"]).copy()
    if frame.empty:
        return Note("No accuracy to show: no agent has replied to a whole call yet.")
    agents = list(dict.fromkeys(frame["agent"]))
    base = frame["condition"].str.removesuffix("-blind")
    paired = frame["condition"].isin(["named", "blind"]) | base.isin(PAIRS)
    frame["side"] = [
        "other" if not pair else "blind" if "blind" in name else "named"
        for name, pair in zip(frame["condition"], paired, strict=True)
    ]
    frame["row"] = [
        "evidence whole" if name in ("named", "blind") else PAIRS.get(one, name)
        for name, one in zip(frame["condition"], base, strict=True)
    ]
    order = list(dict.fromkeys(frame.sort_values("condition", key=lambda c: c.map(CONDITIONS.index))["row"]))
    cost = findings.contrasts[findings.contrasts["contrast"] == "named - blind"] if len(findings.contrasts) else None
    bitten = len(findings.bitten)
    y = alt.Y("row:N", title=None, sort=order)
    scale = alt.Scale(domain=[0, 1])
    colour = alt.Color("side:N", scale=colour_scale(SIDES), legend=panel_legend(len(agents)))
    tooltip = [
        "agent:N",
        "condition:N",
        alt.Tooltip("value:Q", format=".3f"),
        alt.Tooltip("low:Q", title="95% from", format=".3f"),
        alt.Tooltip("high:Q", title="to", format=".3f"),
        alt.Tooltip("n:Q", title="instances"),
        alt.Tooltip("chance:Q", format=".3f"),
        alt.Tooltip("majority:Q", format=".3f"),
        alt.Tooltip("position:Q", title="best fixed position", format=".3f"),
    ]
    chart = alt.Chart(frame)
    axis = alt.Axis(tickCount=5, format=".1f", labelFlush=True)
    rule = chart.mark_rule(strokeWidth=3, opacity=0.45).encode(
        y=y, x=alt.X("low:Q", title="accuracy", scale=scale, axis=axis), x2="high:Q", color=colour
    )
    join = (
        chart.transform_filter("datum.side != 'other'")
        .mark_line(color=INK, strokeDash=[2, 2], opacity=0.8)
        .encode(y=y, x=alt.X("value:Q", scale=scale), detail="row:N")
    )
    dot = chart.mark_circle(size=95, opacity=1).encode(
        y=y, x=alt.X("value:Q", scale=scale), color=colour, tooltip=tooltip
    )
    large = (
        chart.transform_filter("datum.side == 'named'")
        .mark_circle(size=190, opacity=0.9)
        .encode(y=y, x=alt.X("value:Q", scale=scale), color=colour, tooltip=tooltip)
    )
    guesses = [
        chart.mark_tick(thickness=2, size=size, color=colour).encode(y=y, x=alt.X(f"{name}:Q", scale=scale))
        for name, size, colour in (("chance", 16, INK), ("majority", 11, DOUBT), ("position", 7, BETWEEN))
    ]
    panels = alt.layer(rule, join, large, dot, *guesses).properties(width=230, height=alt.Step(22))
    facet = alt.Facet("agent:N", title=None, sort=agents, header=panel_header(agents, width=230))
    total = len(agents) if cost is not None else 0
    return dressed(
        panels.facet(facet=facet, columns=3),
        title=f"{bitten} of {total} agents lose accuracy when names are masked and the evidence stays",
        subtitle=[
            "On a row the two points differ in entity mentions alone. Lines: Wilson 95%.",
            "Ticks: chance (grey, long), majority class (pink), best fixed position (yellow, short).",
        ],
        description="Accuracy by condition, named and blind joined, a panel for each agent",
    )


def redaction_chart(findings: IdentityFindings) -> Any:
    """Accuracy named and blind along the redaction gradient, a panel an agent."""
    if findings.redaction.empty:
        return Note("This study has no redaction gradient.")
    rows = findings.redaction
    if rows[["named", "blind"]].isna().all(axis=None):
        return Note("No accuracy along the redaction gradient is known: no agent has replied to its calls yet.")
    agents = list(dict.fromkeys(rows["agent"]))
    frame = rows.melt(
        id_vars=["agent", "level", "value", "n"], value_vars=["named", "blind"], var_name="side", value_name="accuracy"
    )
    slopes = findings.slopes.set_index("agent")["value"]
    told = listed((str(agent), f"{slope + 0:+.2f}") for agent, slope in slopes.dropna().items())
    axis = alt.Axis(format="%", values=[0, 1 / 3, 2 / 3, 1], labelFlush=True)
    x = alt.X("level:Q", title="share of the evidence's words hidden", axis=axis)
    lines = (
        alt.Chart(frame)
        .mark_line(point=alt.OverlayMarkDef(size=70), strokeWidth=2.5)
        .encode(
            x=x,
            y=alt.Y("accuracy:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(tickCount=5, grid=True)),
            color=alt.Color(
                "side:N",
                scale=colour_scale({"named": KEY, "blind": FLIP}),
                legend=panel_legend(len(agents)),
            ),
            tooltip=[
                "agent:N",
                "side:N",
                alt.Tooltip("level:Q", format=".0%"),
                alt.Tooltip("accuracy:Q", format=".3f"),
                alt.Tooltip("value:Q", title="gap", format="+.3f"),
                "n:Q",
            ],
        )
        .properties(width=200, height=150)
    )
    facet = alt.Facet("agent:N", title=None, sort=agents, header=panel_header(agents, width=200))
    return dressed(
        lines.facet(facet=facet, columns=3),
        title="What names are worth as the evidence goes",
        subtitle=[
            f"Slope of the gap per unit redacted: {told or 'none'}.",
            "Entity mentions are never hidden; the hidden words are the same in both conditions.",
        ],
        description="Accuracy named and blind against the share of words hidden, a panel for each agent",
    )


def counts_chart(findings: IdentityFindings) -> Any:
    """Recalled against recorded counts: a point an instance, the median of recalled counts as a line."""
    rows = findings.replies
    use = rows[(rows["condition"] == "recall") & (rows["stratum"] == "benchmark")].dropna(
        subset=["recalled_count", "recorded_count"]
    )
    if use.empty:
        return Note("No agent recalled a count.")
    frame = use[["agent", "instance", "recorded_count", "recalled_count"]].copy()
    frame["bin"] = frame.groupby("agent")["recorded_count"].transform(_fifths)
    parts = frame.groupby(["agent", "bin"])["recalled_count"]
    quartiles = {"low": parts.quantile(0.25), "median": parts.median(), "high": parts.quantile(0.75)}
    middle = pd.DataFrame(quartiles).reset_index()
    middle["recorded_count"] = middle["bin"]
    rho = findings.counts[findings.counts["fame"] == "all"].set_index("agent")["rho"].dropna()
    told = listed((str(agent), f"{value:.2f}") for agent, value in rho.items())
    # A layered facet draws all its layers from one table.
    whole = alt.Chart(pd.concat([frame, middle]))
    axis = alt.Axis(tickCount=4, grid=True)
    x = alt.X("recorded_count:Q", title="recorded count", scale=alt.Scale(type="symlog"), axis=axis)
    y_scale = alt.Scale(type="symlog")
    tooltip = ["agent:N", "instance:N", "recorded_count:Q", "recalled_count:Q"]
    points = (
        whole.transform_filter("isValid(datum.recalled_count)")
        .mark_circle(size=36, opacity=0.45, color=NEITHER)
        .encode(x=x, y=alt.Y("recalled_count:Q", title="recalled count", scale=y_scale, axis=axis), tooltip=tooltip)
    )
    fifths = whole.transform_filter("isValid(datum.median)")
    bars = fifths.mark_rule(strokeWidth=3, color=DOUBT, opacity=0.6).encode(
        x=x, y=alt.Y("low:Q", title="recalled count", scale=y_scale), y2="high:Q"
    )
    line = fifths.mark_line(color=DOUBT, point=alt.OverlayMarkDef(color=DOUBT)).encode(
        x=x, y=alt.Y("median:Q", title="recalled count", scale=y_scale)
    )
    agents = list(dict.fromkeys(frame["agent"]))
    facet = alt.Facet("agent:N", title=None, sort=agents, header=panel_header(agents, width=250))
    return dressed(
        alt.layer(points, bars, line).properties(width=250, height=190).facet(facet=facet, columns=3),
        title="Recalled counts against recorded counts",
        subtitle=[
            "Pink: median and quartiles of recalled counts, by fifths of the recorded count.",
            f"Spearman's rho: {told or 'none'}.",
        ],
        description="Recalled against recorded counts with medians and quartiles, a panel for each agent",
    )


def _fifths(counts: "pd.Series[Any]") -> "pd.Series[Any]":
    parts = pd.qcut(counts, 5, labels=False, duplicates="drop")
    return counts.groupby(parts).transform("median")


def confidence_chart(findings: IdentityFindings) -> Any:
    """Mean stated confidence against accuracy, a point a condition, a panel an agent; the diagonal is calibration."""
    frame = findings.confidence.dropna(subset=["accuracy", "confidence"])
    if frame.empty:
        return Note("No agent stated its confidence.")
    scale = alt.Scale(domain=[0, 1])
    base = alt.Chart(frame)
    points = base.mark_circle(size=80, opacity=0.9, color=KEY).encode(
        x=alt.X("accuracy:Q", scale=scale, axis=alt.Axis(tickCount=5, labelFlush=True)),
        y=alt.Y("confidence:Q", title="mean stated confidence", scale=scale, axis=alt.Axis(tickCount=5, grid=True)),
        tooltip=[
            "agent:N",
            "condition:N",
            alt.Tooltip("accuracy:Q", format=".3f"),
            alt.Tooltip("confidence:Q", format=".3f"),
            alt.Tooltip("overconfidence:Q", format="+.3f"),
        ],
    )
    diagonal = base.mark_line(color=INK, strokeDash=[3, 3], opacity=0.6).encode(
        x=alt.X("accuracy:Q", scale=scale), y=alt.Y("accuracy:Q", scale=scale, title="mean stated confidence")
    )
    agents = list(dict.fromkeys(frame["agent"]))
    facet = alt.Facet("agent:N", title=None, sort=agents, header=panel_header(agents, width=190))
    worst = frame.sort_values("overconfidence").iloc[-1]
    return dressed(
        alt.layer(diagonal, points).properties(width=190, height=190).facet(facet=facet, columns=3),
        title="Stated confidence against accuracy",
        subtitle=[
            f"Most overconfident: {worst['agent']} under {worst['condition']} ({worst['overconfidence']:+.2f}).",
            "Points above the dashed line state more confidence than they earn.",
        ],
        description="Mean confidence against accuracy by condition, a panel for each agent",
    )
