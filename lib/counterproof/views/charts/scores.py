"""How well agents score, and how they got there."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd

from counterproof.views.charts.theme import dressed
from counterproof.views.headline import headline
from counterproof.views.note import Note
from counterproof.views.palette import DOUBT, FLIP, INK, KEY, NEITHER, ROUTES

SCORES = {
    "accuracy": ("Accuracy", KEY),
    "ega": ("Evidence-grounded accuracy", FLIP),
    "ega_strict": ("EGA strict", FLIP),
    "no_data_accuracy": ("Accuracy without data", NEITHER),
    "followed": ("Followed the flip", FLIP),
    "withdrawal_credit": ("Key after withdrawal", DOUBT),
}
"""Metric: its name in words and its colour, in reading order."""

EVALUATOR_SCORES = {
    "null_sensitivity": ("Null sensitivity (low is good)", NEITHER),
    "withdrawal_sensitivity": ("Withdrawal sensitivity (high is good)", DOUBT),
    "flip_sensitivity": ("Flip sensitivity (high is good)", FLIP),
    "blind_spot": ("Blind spot (low is good)", DOUBT),
    "flip_auc": ("Flip AUC (1 is good)", FLIP),
    "flip_auc_within_item": ("Flip AUC in items (1 is good)", FLIP),
}

FEW_ROWS = 12
"""So many rows are seen at once: above them a legend below would be out of sight."""

NO_SCORE = Note("No score to show: run the agents first (notebook 03).")


def scores_chart(scores: pd.DataFrame) -> Any:
    """Accuracy, EGA and their parts with 95% intervals, a panel per score, a row per agent; many by their EGA.

    A sentence where there is no score.
    """
    if scores.empty:
        return NO_SCORE
    whole = _many_in_order(_ungrouped(scores), metric="ega")
    return dressed(
        _intervals(whole, names=SCORES, row="agent"),
        title=headline(whole),
        subtitle=_subtitle(whole, "Responding to evidence is necessary, not sufficient, for good science."),
        description="Accuracy, evidence-grounded accuracy and their parts by agent, with 95% intervals",
    )


def evaluators_chart(validity: pd.DataFrame) -> Any:
    """Sensitivities, blind spot and flip AUC with 95% intervals, a panel per measure, a row per evaluator.

    Sub-scores of judges are left out. A sentence where there is no score.
    """
    if validity.empty:
        return NO_SCORE
    whole = validity[(validity["agent"] == "all") & ~validity["evaluator"].str.contains(".", regex=False)]
    auc = whole[whole["metric"] == "flip_auc"].dropna(subset=["value"])
    told = ", ".join(auc[auc["value"] >= 0.9]["evaluator"]) or "no evaluator"
    if auc.empty:
        told = "not known, since no flip AUC is"
    return dressed(
        _intervals(whole, names=EVALUATOR_SCORES, row="evaluator"),
        title=f"Can tell a followed flip from a kept key: {told}",
        subtitle=_subtitle(whole, "All agents together."),
        description="Null sensitivity, blind spot and flip AUC by evaluator, with 95% intervals",
    )


def routes_chart(scores: pd.DataFrame) -> Any:
    """How each agent got its right answers: shares of the routes, of the trials with the key on the original.

    A sentence where there is no score.
    """
    if scores.empty:
        return NO_SCORE
    whole = _many_in_order(_ungrouped(scores), metric="route_derived")
    rows = whole[whole["metric"].isin([f"route_{name}" for name in ROUTES])].dropna(subset=["value"])
    if rows.empty:
        return Note("No route to show: no agent has trials on all the variants that routes are read from.")
    frame = rows.assign(
        route=rows["metric"].map({f"route_{name}": route.label for name, route in ROUTES.items()}),
        meaning=rows["metric"].map({f"route_{name}": route.meaning for name, route in ROUTES.items()}),
        order=rows["metric"].map({f"route_{name}": place for place, name in enumerate(ROUTES)}),
    )
    agents = list(dict.fromkeys(whole["agent"]))
    legend = alt.Legend(orient="top" if len(agents) > FEW_ROWS else "bottom", title=None)
    colours = alt.Scale(domain=[r.label for r in ROUTES.values()], range=[r.colour for r in ROUTES.values()])
    bars = (
        alt.Chart(frame)
        .mark_bar()
        .encode(
            x=alt.X(
                "value:Q",
                title="share of trials; what is missing was wrong on the original",
                axis=alt.Axis(format="%", tickCount=5),
            ),
            y=alt.Y("agent:N", title=None, sort=agents),
            color=alt.Color("route:N", scale=colours, legend=legend),
            order="order:Q",
            tooltip=["agent:N", "route:N", "meaning:N", alt.Tooltip("value:Q", format=".1%"), "n_trials:Q"],
        )
        .properties(width=740, height=alt.Step(28))
    )
    return dressed(
        bars,
        title="How right answers came about",
        subtitle="Routes are patterns of behaviour over the variants, not observed reasoning.",
        description="Shares of routes by agent",
    )


def _ungrouped(scores: pd.DataFrame) -> pd.DataFrame:
    groups = set(scores["group"].dropna()) if "group" in scores else set()
    if len(groups) > 1:
        msg = f"scores hold {len(groups)} groups: pass the scores of all items together (by=None), or one group"
        raise ValueError(msg)
    return scores


def _many_in_order(scores: pd.DataFrame, *, metric: str) -> pd.DataFrame:
    """The rows of more agents than are seen at once, those of the highest score first; else as they are."""
    if scores["agent"].nunique() <= FEW_ROWS:
        return scores
    value = scores[scores["metric"] == metric].set_index("agent")["value"]
    rank = value.rank(ascending=False, method="first")
    return scores.sort_values("agent", key=lambda agents: agents.map(rank), kind="stable")


def _intervals(scores: pd.DataFrame, *, names: Mapping[str, tuple[str, str]], row: str) -> Any:
    frame = scores[scores["metric"].isin(names)]
    if frame.empty:
        msg = f"none of the scores {', '.join(names)} is in the table"
        raise ValueError(msg)
    shown = [name for name in names if name in set(frame["metric"])]
    words = [names[name][0] for name in shown]
    frame = frame.assign(
        score=frame["metric"].map({name: names[name][0] for name in names}),
        missing=frame["value"].isna(),
        text=[f"{value:.2f}" if pd.notna(value) else "\N{EN DASH}" for value in frame["value"]],
        reason=frame["reason"].fillna(""),
        trust=["fewer than 10 items" if flag else "" for flag in frame["unreliable"]],
    )
    base = alt.Chart(frame)
    colour = alt.Color("score:N", legend=None, scale=alt.Scale(domain=words, range=[names[name][1] for name in shown]))
    y = alt.Y(f"{row}:N", title=None, sort=list(dict.fromkeys(frame[row])))
    scale = alt.Scale(domain=[0, 1])
    axis = alt.Axis(tickCount=5, format=".1f", labelFlush=True)
    line = base.mark_rule(strokeWidth=3, opacity=0.45).encode(
        y=y, x=alt.X("low:Q", title=None, scale=scale, axis=axis), x2="high:Q", color=colour
    )
    tooltip = [
        f"{row}:N",
        "score:N",
        alt.Tooltip("value:Q", format=".3f"),
        alt.Tooltip("low:Q", title="95% from", format=".3f"),
        alt.Tooltip("high:Q", title="to", format=".3f"),
        alt.Tooltip("n_items:Q", title="items"),
        alt.Tooltip("n_trials:Q", title="trials"),
        alt.Tooltip("reason:N", title="why there is no value"),
        alt.Tooltip("trust:N", title="unreliable"),
    ]
    point = base.mark_circle(size=110, opacity=1).encode(
        y=y, x=alt.X("value:Q", scale=scale), color=colour, tooltip=tooltip
    )
    dash = (
        base.transform_filter("datum.missing")
        .mark_text(align="left", color=INK)
        .encode(y=y, x=alt.datum(0, type="quantitative"), text="text:N", tooltip=tooltip)
    )
    panels = alt.layer(line, point, dash).properties(width=215, height=alt.Step(26))
    facet = alt.Facet("score:N", title=None, sort=words, header=alt.Header(labelAnchor="start"))
    facets = panels.facet(facet=facet, columns=3)
    # The axis of the lowest panels is out of sight of the others.
    return facets.resolve_axis(x="independent") if frame[row].nunique() > FEW_ROWS else facets


def _subtitle(frame: pd.DataFrame, first: str) -> list[str]:
    weak = bool((frame["unreliable"].fillna(value=False) & frame["value"].notna()).any())
    note = " Fewer than 10 items behind some: those intervals are unreliable." if weak else ""
    return [first, f"Lines: 95% intervals over items. {chr(8211)}: no value (hover for the reason).{note}"]
