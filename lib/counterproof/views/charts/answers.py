"""What agents answered on each variant."""

from typing import Any

import altair as alt
import pandas as pd

from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.views.charts.panels import panel_header, panel_legend
from counterproof.views.charts.theme import colour_scale, dressed
from counterproof.views.note import Note
from counterproof.views.palette import ANSWER_COLOURS, VARIANT_LABELS

PANEL_WIDTH = 230


def answer_frame(table: pd.DataFrame) -> pd.DataFrame:
    """One row per agent, variant and kind of answer, with its share of the trials that count.

    Trials that ended as `infra_error` or `config_error` say nothing about the agent: they stand in no denominator.
    """
    counted = table[~table["outcome"].isin(EXCLUDED_OUTCOMES)]
    kinds = counted.assign(answer=_kinds(counted))
    counts = kinds.groupby(["agent", "variant", "answer"], sort=False).size().rename("trials").reset_index()
    counts["of"] = counts.groupby(["agent", "variant"])["trials"].transform("sum")
    counts["share"] = counts["trials"] / counts["of"]
    counts["order"] = counts["answer"].map({kind: place for place, kind in enumerate(ANSWER_COLOURS)})
    counts["variant"] = counts["variant"].map(VARIANT_LABELS)
    return counts


def _kinds(trials: pd.DataFrame) -> pd.Series:
    kinds = pd.Series("other option", index=trials.index)
    kinds[trials["choice"] == trials["flip_to"]] = "flip answer"
    kinds[trials["choice"] == trials["key"]] = "key"
    kinds[trials["outcome"] != "answered"] = "no answer"
    kinds[trials["outcome"] == "abstained"] = "abstained"
    return kinds


def answers_chart(table: pd.DataFrame) -> Any:
    """Shares of key, flip answer, other option, abstained and no answer, by variant, a panel per agent.

    A sentence where no trial counts.
    """
    if table["outcome"].isin(EXCLUDED_OUTCOMES).all():
        return Note("No trial to show: run the agents first, or look at why all their trials ended in errors.")
    frame = answer_frame(table)
    left_out = int(table["outcome"].isin(EXCLUDED_OUTCOMES).sum())
    agents = list(dict.fromkeys(table["agent"]))
    legend = panel_legend(len(agents))
    bars = (
        alt.Chart(frame)
        .mark_bar()
        .encode(
            x=alt.X(
                "share:Q",
                title="share of trials",
                scale=alt.Scale(domain=[0, 1]),
                axis=alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1], labelFlush=True),
            ),
            y=alt.Y("variant:N", title=None, sort=list(VARIANT_LABELS.values())),
            color=alt.Color("answer:N", scale=colour_scale(ANSWER_COLOURS), legend=legend),
            order="order:Q",
            tooltip=[
                "agent:N",
                "variant:N",
                "answer:N",
                alt.Tooltip("share:Q", format=".1%"),
                "trials:Q",
                alt.Tooltip("of:Q", title="of trials"),
            ],
        )
        .properties(width=PANEL_WIDTH, height=alt.Step(24))
    )
    facet = alt.Facet("agent:N", title=None, sort=agents, header=panel_header(agents, width=PANEL_WIDTH))
    return dressed(
        bars.facet(facet=facet, columns=3),
        title="Whose answers move with the data",
        subtitle=[
            "After the flip the data support the flip answer; after the withdrawal, none of the options.",
            f"{frame['trials'].sum():,} trials; {left_out} left out because the machinery failed.{_unasked(frame)}",
        ],
        description="Shares of answers by variant, a panel for each agent",
    )


def _unasked(frame: pd.DataFrame) -> str:
    asked = frame.groupby("agent")["variant"].nunique()
    return " No bar: the agent was not asked on that version." if asked.min() < asked.max() else ""
