"""Panels side by side whose names fit: a long one is broken into lines, and none reaches into its neighbour."""

import json
import textwrap
from collections.abc import Iterable

import altair as alt

LETTER = 7.0
"""Pixels of a letter of a panel's name, on the broad side."""
LINES = 3
FEW_PANELS = 9
"""So many panels are seen at once: above them a legend below would be out of sight."""
NAMED = 3
"""So many agents a subtitle lists before it counts the others."""


def panel_header(names: Iterable[str], *, width: int) -> alt.Header:
    """A panel's name above it, in as many lines as its `width` in pixels asks for, three at most."""
    letters = int(width / LETTER)
    broken = {name: broken_in(name, letters=letters, lines=LINES) for name in names if len(name) > letters}
    limit = width + 16
    if not broken:
        return alt.Header(labelAnchor="start", labelLimit=limit)
    # A text in JSON is a text in an expression too, whatever a name holds.
    return alt.Header(
        labelAnchor="start", labelLimit=limit, labelExpr=f"({json.dumps(broken)})[datum.value] || datum.value"
    )


def panel_legend(n_panels: int) -> alt.Legend:
    """A legend without a title below few panels, and above many."""
    return alt.Legend(orient="top" if n_panels > FEW_PANELS else "bottom", title=None)


def broken_in(text: str, *, letters: int, lines: int) -> list[str]:
    """The text in lines of so many letters; what is beyond the last line ends in an ellipsis."""
    # A text of a book's size would be wrapped whole before it is cut.
    some = text[: (letters + 1) * (lines + 1)]
    return textwrap.wrap(some, letters, max_lines=lines, placeholder="\N{HORIZONTAL ELLIPSIS}") or [""]


def listed(values: Iterable[tuple[str, str]]) -> str:
    """Names with their values as a list for a subtitle: the first few, and how many more there are."""
    pairs = [f"{name} {value}" for name, value in values]
    more = len(pairs) - NAMED
    return ", ".join(pairs) if more <= 1 else f"{', '.join(pairs[:NAMED])}, and {more} more in the table"
