"""What a table's registered analysis finds on each variant of one item, beside the two registered answers."""

from typing import Any

import altair as alt
import pandas as pd

from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.tolerance import Target, interval
from counterproof.domain.truth import value_text
from counterproof.views.charts.measured import block_results
from counterproof.views.charts.theme import colour_scale, dressed
from counterproof.views.palette import INK, ROLE_COLOURS, VARIANT_LABELS

PANEL_WIDTH = 520
ROLES = {"key": "key", "flip_to": "flip answer"}
NEITHER = "other option"
MINUS = "\N{MINUS SIGN}"


def value_frame(construction: Construction, registration: TableRegistration) -> pd.DataFrame:
    """One row per asked number and variant: value (null where undefined), its role, and its text."""
    roles = {registration.key: ROLES["key"], registration.flip_to: ROLES["flip_to"]}
    return pd.DataFrame(
        [
            {
                "number": f"{name} ({registration.asked[name].unit})",
                "variant": VARIANT_LABELS[variant],
                "value": value,
                "role": roles.get(result.supported or "", NEITHER),
                "text": "undefined" if value is None else value_text(value, digits=5).replace("-", MINUS),
            }
            for variant, result in block_results(construction).items()
            for name, value in result.values.items()
        ]
    )


def value_chart(item: Item, construction: Construction, registration: TableRegistration) -> Any:
    """Every asked number on every variant; bands are what the grader accepts around the key and the flip's answer."""
    frame = value_frame(construction, registration)
    panels = [
        _panel(frame[frame["number"] == number], _bands(name, registration), title=number)
        for name, number in zip(registration.asked, dict.fromkeys(frame["number"]), strict=True)
    ]
    right = sum(check.passed for check in construction.verifications)
    return dressed(
        alt.vconcat(*panels, spacing=14),
        title=f"{item.id}: {right} of {len(construction.verifications)} variants give what was registered",
        subtitle=[
            f"The registered analysis {registration.statistic.reference} on each file, opened again.",
            "Bands: what the tolerance accepts around the key and around the flip's answer.",
        ],
        description=f"Numbers of the reference analysis by variant of item {item.id}",
    )


def _bands(name: str, registration: TableRegistration) -> pd.DataFrame:
    rows = []
    for role, truth in ((ROLES["key"], registration.key_values), (ROLES["flip_to"], registration.flip_values)):
        low, high = interval(Target(truth=truth[name], tolerance=registration.asked[name].tolerance))
        rows.append({"role": role, "low": low, "high": high, "truth": truth[name]})
    return pd.DataFrame(rows)


def _panel(part: pd.DataFrame, bands: pd.DataFrame, *, title: str) -> Any:
    colours = colour_scale(ROLE_COLOURS)
    colour = alt.Color("role:N", scale=colours, legend=alt.Legend(orient="bottom", title=None, symbolOpacity=1))
    y = alt.Y("variant:N", title=None, sort=list(dict.fromkeys(part["variant"])), axis=alt.Axis(minExtent=110))
    scale = alt.Scale(zero=False, nice=True, padding=12)
    x = alt.X("value:Q", title=title, axis=alt.Axis(tickCount=6), scale=scale)
    band = (
        alt.Chart(bands)
        .mark_rect(opacity=0.25, aria=False)
        .encode(x=alt.X("low:Q", title=title), x2="high:Q", color=colour)
    )
    rule = alt.Chart(bands).mark_rule(color=INK, opacity=0.5, aria=False).encode(x="truth:Q")
    tooltip = [alt.Tooltip("variant:N"), alt.Tooltip("text:N", title="value"), alt.Tooltip("role:N", title="supports")]
    defined = part.dropna(subset=["value"])
    dot = alt.Chart(defined).mark_circle(size=110, opacity=1).encode(x=x, y=y, color=colour, tooltip=tooltip)
    word = alt.Chart(defined).mark_text(dy=-13, fontSize=11, color=INK).encode(x=x, y=y, text="text:N")
    gone = part[part["value"].isna()]
    centre = float(bands["truth"].mean())
    none = (
        alt.Chart(gone.assign(value=centre))
        .mark_text(fontSize=11, fontStyle="italic", color=INK)
        .encode(x=x, y=y, text="text:N")
    )
    return alt.layer(band, rule, dot, word, none).properties(width=PANEL_WIDTH, height=alt.Step(34))
