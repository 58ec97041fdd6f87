"""Printed output made fit for a page: progress bars collapsed, the middle of a flood left out."""

import re

from nbformat import NotebookNode

HEAD, TAIL = 150, 50
"""Lines kept of longer output."""
WIDTH = 2000
"""Characters kept of one line."""

UNSHOWN = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b(?!\[)")
"""Terminal commands other than colours, which the page shows."""
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that hide or reorder others."""


def shorten_streams(book: NotebookNode) -> None:
    """Shorten every printed output of the notebook in place."""
    for cell in book.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                output["text"] = shortened(output["text"])


def shortened(text: str) -> str:
    """The text as a terminal would leave it; of more than `HEAD` + `TAIL` lines the middle is counted, not shown."""
    text = HIDDEN.sub("\N{REPLACEMENT CHARACTER}", UNSHOWN.sub("", text.replace("\r\n", "\n")))
    text = re.sub(r"[^\n]*\r(?=[^\n])", "", text).replace("\r", "")
    lines = [
        line if len(line) <= WIDTH else f"{line[:WIDTH]} ... {len(line) - WIDTH:,} more" for line in text.split("\n")
    ]
    if len(lines) > HEAD + TAIL + 1:
        left_out = f"... {len(lines) - HEAD - TAIL:,} lines left out; the executed notebook has them ..."
        lines = [*lines[:HEAD], left_out, *lines[-TAIL:]]
    return "\n".join(lines)
