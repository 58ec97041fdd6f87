"""What the data support on each variant of one item."""

from typing import Any

import altair as alt
import pandas as pd

from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.table_registration import TableRegistration
from counterproof.views.charts.measured import UNITS, block_results, statistic_frame
from counterproof.views.charts.panels import broken_in
from counterproof.views.charts.theme import colour_scale, dressed
from counterproof.views.charts.values import value_chart
from counterproof.views.code_words import without_code
from counterproof.views.palette import INK, ROLE_COLOURS

PANEL_WIDTHS = (115, 185)
"""Narrowest and broadest panel: five variants must stand side by side in a page, and one in a page alone."""
ROOM = 760
"""Pixels for all panels together."""
OPTION_LETTERS = 38
"""An option stands in lines of so many letters, two at most; its tooltip has the whole of it."""
QUESTION_LINES = 6


def statistic_chart(item: Item, construction: Construction, *, block: str | None = None) -> Any:
    """The statistic of every option on every variant, side by side, in the registered block or the one named.

    The shaded band reaches from the largest value down by the registered margin: the first option is supported when no
    other one stands in the band. For an item that asks for numbers: the numbers (`values.value_chart`).
    """
    registration = construction.registration
    if isinstance(registration, TableRegistration):
        return value_chart(item, construction, registration)
    frame = statistic_frame(item, construction, block=block)
    name = block or construction.registration.block
    if frame.empty:
        msg = f"item {item.id} has no statistic in block {name!r}: use one of {', '.join(_blocks(construction))}"
        raise ValueError(msg)
    margin = construction.registration.margin
    # A layered facet sorts its panels by name unless it is told the order.
    order = list(dict.fromkeys(frame["variant"]))
    width = max(PANEL_WIDTHS[0], min(PANEL_WIDTHS[1], ROOM // len(order) - 22))
    header = alt.Header(labelAnchor="start", labelExpr="split(datum.value, ': ')")
    frame["label"] = ["\n".join(broken_in(text, letters=OPTION_LETTERS, lines=2)) for text in frame["option"]]
    return dressed(
        alt.layer(*_layers(frame))
        .properties(width=width, height=alt.Step(38))
        .facet(column=alt.Column("variant:N", title=None, sort=order, header=header)),
        title=_said(item, construction, block=name),
        subtitle=[
            *broken_in(without_code(item.question), letters=ROOM // 7, lines=QUESTION_LINES),
            f"Block {name}: {UNITS[item.family]}. Shaded: the margin of {margin:g} below the largest value",
        ],
        description=f"Statistic per option and variant of item {item.id} in block {name}",
    )


def _layers(frame: pd.DataFrame) -> list[Any]:
    base = alt.Chart(frame)
    y = alt.Y("label:N", title=None, sort=None, axis=alt.Axis(labelExpr="split(datum.label, '\\n')"))
    x = alt.X("at:Q", title=None, axis=alt.Axis(tickCount=3))
    legend = alt.Legend(orient="bottom", title=None)
    colour = alt.Color("role:N", scale=colour_scale(ROLE_COLOURS), legend=legend)
    placed = base.transform_calculate(at="isValid(datum.value) ? datum.value : 0")
    band = base.mark_rect(opacity=0.14, color=INK, aria=False).encode(
        x=alt.X("min(band):Q", title=None), x2="max(top):Q"
    )
    zero = base.mark_rule(color=INK, opacity=0.6, aria=False).encode(x=alt.datum(0, type="quantitative", title=None))
    stem = placed.mark_bar(height=3, opacity=0.55).encode(y=y, x=x, color=colour)
    dot = (
        placed.transform_filter("isValid(datum.value)")
        .mark_circle(opacity=1)
        .encode(
            y=y,
            x=x,
            color=colour,
            size=alt.condition("datum.mark == 'supported'", alt.value(200), alt.value(80)),
            tooltip=[
                alt.Tooltip("option:N"),
                alt.Tooltip("role:N"),
                alt.Tooltip("value:Q", title="statistic", format=".3f"),
                alt.Tooltip("lead:Q", title="lead of the first over the second", format=".3f"),
            ],
        )
    )
    return [band, zero, stem, dot, _word(placed, "supported", dy=-15), _word(placed, "undefined", align="left", dx=7)]


def _word(placed: alt.Chart, word: str, **place: Any) -> Any:
    y = alt.Y("label:N", title=None, sort=None)
    x = alt.X("at:Q", title=None)
    text = placed.transform_filter(alt.datum.mark == word).mark_text(fontSize=11, fontWeight=600, **place)
    return text.encode(y=y, x=x, text="mark:N", color=alt.Color("role:N"))


def _said(item: Item, construction: Construction, *, block: str) -> str:
    results = block_results(construction, block=block)
    said = {name: result.supported or "none of the options" for name, result in results.items()}
    flipped = f", after the flip {said['flip']}" if "flip" in said else ""
    return f"{item.id}: the data support {said.get('original', 'none of the options')}{flipped}"


def _blocks(construction: Construction) -> list[str]:
    return [result.block for result in construction.screening.blocks]
