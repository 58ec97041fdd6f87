"""The look that all charts share, and how a chart reaches JupyterLab and the offline page."""

from typing import Any

import altair as alt

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

LONGEST_NAME = 440
"""Pixels of a name of 64 letters, the longest that a study may give; only names from elsewhere can be cut."""

CONFIG: dict[str, Any] = {
    "font": FONT,
    "view": {"stroke": None},
    "title": {
        "fontSize": 15,
        "fontWeight": 600,
        "subtitleFontSize": 12,
        "subtitlePadding": 5,
        "anchor": "start",
        "offset": 14,
    },
    "axis": {
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": 500,
        "titlePadding": 8,
        "labelLimit": LONGEST_NAME,
        "grid": True,
        "gridOpacity": 0.35,
        "gridDash": [2, 3],
        "domain": False,
        "tickSize": 4,
        "tickOpacity": 0.5,
        "labelFlush": False,
    },
    "axisY": {"grid": False, "ticks": False, "labelPadding": 8},
    "legend": {
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": 500,
        "symbolSize": 110,
        "symbolOpacity": 1,
        "labelLimit": 260,
    },
    "header": {
        "labelFontSize": 12.5,
        "labelFontWeight": 600,
        "titleFontSize": 12,
        "labelPadding": 8,
        "labelLimit": 320,
    },
    "bar": {"cornerRadius": 1.5},
    "facet": {"spacing": 22},
}
"""Sizes and fonts only: text and grid colours stay with the page that draws the chart, which may be dark."""

INK: dict[str, Any] = {
    "background": "transparent",
    "title": {"color": "currentColor", "subtitleColor": "currentColor"},
    "axis": {f"{part}Color": "currentColor" for part in ("label", "title", "grid", "tick", "domain")},
    "legend": {"labelColor": "currentColor", "titleColor": "currentColor"},
    "header": {"labelColor": "currentColor", "titleColor": "currentColor"},
    "text": {"color": "currentColor"},
}
"""The ink of the page around a chart, also after its theme has changed. Only a chart drawn as SVG can follow it: on a
canvas the name of the colour means black, and JupyterLab's dark theme would give the chart a dark grey card."""

MIMETYPE = "application/vnd.vegalite.v5+json"
"""What JupyterLab 4 draws by itself. Altair 6's own `...v6.json` is no valid notebook output: the format keeps objects
for types that end in `+json`. Charts use only what Vega-Lite 5 and 6 share."""


def dressed(chart: Any, *, title: str, subtitle: str | list[str] = "", description: str = "") -> Any:
    """The chart with the shared look, its title, and a description for screen readers."""
    heading = alt.TitleParams(title, subtitle=subtitle) if subtitle else alt.TitleParams(title)
    return chart.properties(title=heading, description=description or title).configure(**CONFIG)


def as_notebook_output(spec: dict[str, Any], **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A chart as notebook output with its metadata; the schema's address is left out, so that no page holds it."""
    spec = {key: value for key, value in spec.items() if key != "$schema"}
    spec["config"] = _under(spec.get("config", {}), INK)
    data = {MIMETYPE: spec, "text/plain": f"chart: {spec.get('description', 'without a description')}"}
    return data, {MIMETYPE: {"embed_options": {"renderer": "svg"}}}


def _under(config: dict[str, Any], base: dict[str, Any]) -> dict[str, Any]:
    """The settings of a chart over those of `base`, part by part."""
    return {
        **base,
        **{
            part: {**base[part], **value} if isinstance(value, dict) and part in base else value
            for part, value in config.items()
        },
    }


def use_in_notebooks() -> None:
    """Let every Altair chart of this session display as `as_notebook_output`, also beyond 5,000 rows."""
    alt.renderers.register("counterproof", as_notebook_output)
    alt.renderers.enable("counterproof")
    alt.data_transformers.disable_max_rows()


def colour_scale(colours: dict[str, str]) -> alt.Scale:
    """A colour scale that keeps every meaning's colour, also when a chart shows only some of them."""
    return alt.Scale(domain=list(colours), range=list(colours.values()))
