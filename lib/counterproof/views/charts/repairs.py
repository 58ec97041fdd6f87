"""What a repair moves: two conditions on one scale, joined by a line."""

from typing import Any

import altair as alt
import pandas as pd

from counterproof.audit.repairs.anonymisation import RECALL
from counterproof.views.charts.panels import panel_header, panel_legend
from counterproof.views.charts.theme import dressed
from counterproof.views.note import Note
from counterproof.views.palette import FLIP, NEITHER
from counterproof.views.tables.repairs import ABSTENTION, ANONYMISATION, CONDITIONS, as_named
from counterproof.views.tables.scores import EVALUATOR_COLUMNS


def abstention_chart(found: pd.DataFrame) -> Any:
    """Each share under both prompts, a panel an agent, with 95% intervals."""
    if found.empty:
        return Note("No agent has run in the arm `abstain_option`.")
    return dressed(
        _moved(found, row="metric", panel="agent", words=ABSTENTION),
        title="What an option to abstain changes",
        subtitle="Abstaining should appear on the withdrawal only, and accuracy should stay.",
        description="Shares of trials with and without an option to abstain, by agent",
    )


def anonymisation_chart(found: pd.DataFrame) -> Any:
    """Accuracy, followed and EGA under real and opaque names, over all items, a panel an agent."""
    compared = found[(found["metric"] != RECALL) & (found["items"] == "all")]
    if compared.empty:
        return Note("No agent has run in the arm `anonymised`.")
    return dressed(
        _moved(as_named(compared), row="metric", panel="agent", words=ANONYMISATION),
        title="What opaque names change",
        subtitle="An agent that reads the data does the same under both; one that recalls follows only opaque names.",
        description="Accuracy, followed and EGA under real and opaque names, by agent",
    )


def regraded_chart(found: pd.DataFrame) -> Any:
    """Each measure of an evaluator before and after, a panel a pair, with 95% intervals."""
    if found.empty:
        return Note("No pair of evaluators to compare.")
    pairs = found["before"] + " \N{RIGHTWARDS ARROW} " + found["after"]
    words = {metric: words for metric, (words, _) in EVALUATOR_COLUMNS.items()}
    return dressed(
        _moved(found.assign(pair=pairs), row="metric", panel="pair", words=words),
        title="What the repaired evaluator sees",
        subtitle="Sensitivity to the null should stay low, that to the withdrawal rise, and the flip AUC come near 1.",
        description="Sensitivities, blind spot and flip AUC before and after, by pair of evaluators",
    )


def _moved(found: pd.DataFrame, *, row: str, panel: str, words: dict[str, str]) -> Any:
    frame = found[found["condition"] != "difference"]
    panels = list(dict.fromkeys(frame[panel]))
    conditions = list(dict.fromkeys(frame["condition"]))
    frame = frame.assign(
        what=frame[row].map(words),
        shown=frame["condition"].map(CONDITIONS),
        reason=frame["reason"].fillna(""),
    )
    names = [CONDITIONS[name] for name in conditions]
    colour = alt.Color(
        "shown:N",
        scale=alt.Scale(domain=names, range=[NEITHER, FLIP]),
        legend=panel_legend(len(panels)),
    )
    base = alt.Chart(frame)
    y = alt.Y("what:N", title=None, sort=list(dict.fromkeys(frame["what"])))
    offset = alt.YOffset("shown:N", sort=names)
    x = alt.X(
        "value:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(tickCount=5, format=".1f", labelFlush=True)
    )
    tooltip = [
        f"{panel}:N",
        "what:N",
        "shown:N",
        alt.Tooltip("value:Q", format=".3f"),
        alt.Tooltip("low:Q", title="95% from", format=".3f"),
        alt.Tooltip("high:Q", title="to", format=".3f"),
        alt.Tooltip("n_items:Q", title="items"),
        alt.Tooltip("reason:N", title="why there is no value"),
    ]
    line = base.mark_rule(strokeWidth=3, opacity=0.45).encode(
        y=y, yOffset=offset, x=alt.X("low:Q", title=None, scale=alt.Scale(domain=[0, 1])), x2="high:Q", color=colour
    )
    point = base.mark_circle(size=90, opacity=1).encode(y=y, yOffset=offset, x=x, color=colour, tooltip=tooltip)
    layers = alt.layer(line, point).properties(width=230, height=alt.Step(16))
    facet = alt.Facet(f"{panel}:N", title=None, sort=panels, header=panel_header(panels, width=230))
    return layers.facet(facet=facet, columns=2)
