"""The program that draws charts, once per page, and a still picture of each chart for pages without it."""

import re
from functools import cache
from typing import Any

import altair as alt
import vl_convert

VERSION = ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])


@cache
def bundle() -> str:
    """JavaScript that puts `vegaEmbed` on the page; free of addresses that a browser could open.

    Vega names its schemas and its editor by address. A page that claims to be self-contained must not hold them: the
    schema's path alone is enough for Vega to tell its versions.
    """
    script = vl_convert.javascript_bundle("globalThis.vegaEmbed=vegaEmbed;", vl_version=VERSION)
    for address, instead in {
        "https://vega.github.io/schema": "/schema",
        "https://vega.github.io/editor/": "#",
        "https://github.com/vega/vega-lite/issues/": "vega-lite issue ",
    }.items():
        script = script.replace(address, instead)
    if "</script" in script.lower() or "<!--" in script:
        msg = "Vega's bundle would end its own script element: this version of vl-convert-python cannot be inlined"
        raise RuntimeError(msg)
    return f"(()=>{{{script}}})();"


def still(spec: dict[str, Any], *, name: str) -> str:
    """The chart as SVG text on white paper, for readers without JavaScript; its ids start with `name`."""
    svg: str = vl_convert.vegalite_to_svg({**spec, "background": "white"}, vl_version=VERSION)
    # Vega numbers its ids on and on, so that the same chart would never give the same text.
    numbers: dict[str, str] = {}
    return re.sub(
        r'(id="|url\(#)([a-z]+\d+)',
        lambda found: found[1] + numbers.setdefault(found[2], f"{name}-{len(numbers)}"),
        svg,
    )
