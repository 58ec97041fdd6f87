"""How far the data favour the key, over all items and variants."""

from collections.abc import Iterable
from typing import Any

import altair as alt
import pandas as pd

from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.statistic import FAMILIES
from counterproof.views.charts.measured import UNITS, lead_frame
from counterproof.views.charts.theme import dressed
from counterproof.views.note import Note
from counterproof.views.palette import INK, VARIANT_COLOURS, VARIANT_LABELS

TABLES = "table"
SHAPES = {"withdraw": "diamond", "withdraw_shuffle": "diamond", "flip": "triangle-left"}


def lead_overview(items: Iterable[Item], constructions: Iterable[Construction]) -> Any:
    """The lead of the key on every variant of every item, a panel per family; dashed lines are the margins.

    A sentence where no item was measured.
    """
    frame = lead_frame(items, constructions)
    if frame.empty or frame["lead"].isna().all():
        return Note("No item was measured: none has a registration yet, or no statistic could be computed.")
    families = [family for family in (*FAMILIES, TABLES) if family in set(frame["family"])]
    panels = [_panel(frame[frame["family"] == family], family=family, scales=_scales(frame)) for family in families]
    flips = frame[frame["variant"] == "flip"].dropna(subset=["lead"])
    return dressed(
        alt.vconcat(*panels, spacing=20).resolve_scale(color="shared", shape="shared"),
        title=f"The flip reverses the lead of the key in {(flips['lead'] < 0).sum()} of {len(flips)} items"
        if len(flips)
        else "No flip was measured: the items were excluded before their variants were written",
        subtitle=[
            "Lead of the key over the best other option; after withdrawal, of the best option that remains.",
            "Dashed: the margin. Original and null belong right of both lines, flip left of both, withdraw between.",
        ],
        description="Lead of the key by item and variant, a panel for each evidence family",
    )


def _scales(frame: pd.DataFrame) -> dict[str, alt.Scale]:
    shown = [name for name, label in VARIANT_LABELS.items() if label in set(frame["variant"])]
    labels = [VARIANT_LABELS[name] for name in shown]
    return {
        "colour": alt.Scale(domain=labels, range=[VARIANT_COLOURS[name] for name in shown]),
        "shape": alt.Scale(domain=labels, range=[SHAPES.get(name, "circle") for name in shown]),
    }


def _panel(part: pd.DataFrame, *, family: str, scales: dict[str, alt.Scale]) -> Any:
    margin = float(part["margin"].max())
    rules = pd.DataFrame({"x": [-margin, margin]})
    lines = alt.Chart(rules).mark_rule(strokeDash=[4, 3], color=INK, aria=False).encode(x="x:Q")
    zero = alt.Chart(pd.DataFrame({"x": [0.0]})).mark_rule(color=INK, opacity=0.6, aria=False).encode(x="x:Q")
    points = (
        alt.Chart(part)
        .mark_point(filled=True, opacity=1)
        .encode(
            x=alt.X("lead:Q", title=f"lead ({UNITS[family]})", axis=alt.Axis(tickCount=6)),
            y=alt.Y("item:N", title=None, sort=None, axis=alt.Axis(minExtent=150)),
            color=alt.Color("variant:N", title="variant", scale=scales["colour"]),
            shape=alt.Shape("variant:N", title="variant", scale=scales["shape"]),
            # Null should fall on the original: a small dot on a large one shows both.
            size=alt.when(alt.datum.variant == "original")
            .then(alt.value(190))
            .when(alt.datum.variant == "null")
            .then(alt.value(45))
            .otherwise(alt.value(95)),
            tooltip=[
                "item:N",
                "variant:N",
                alt.Tooltip("lead:Q", format=".3f"),
                alt.Tooltip("of:N", title="lead of"),
                alt.Tooltip("supported:N", title="supports"),
                "status:N",
            ],
        )
    )
    nowhere = part.groupby("item", sort=False)["lead"].agg(lambda leads: bool(leads.isna().all()))
    unmeasured = pd.DataFrame({"item": nowhere.index[nowhere], "why": "no lead on any variant"})
    word = (
        alt.Chart(unmeasured)
        .mark_text(align="left", dx=6, fontSize=11, fontStyle="italic", color=INK)
        .encode(y=alt.Y("item:N", title=None, sort=None), x=alt.datum(0, type="quantitative"), text="why:N")
    )
    title = alt.TitleParams(family, fontSize=13, offset=6)
    layers = [lines, zero, points, *([word] if len(unmeasured) else [])]
    return alt.layer(*layers).properties(width=560, height=alt.Step(20), title=title)
