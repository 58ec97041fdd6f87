"""Text that an agent's tools printed, made safe to read."""

import re

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]")
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """The text as a terminal would leave it: no colours, only the last state of a progress bar.

    Characters that would hide or reorder others (control and direction marks) show as a replacement character.
    """
    text = ESCAPES.sub("", text).replace("\r\n", "\n")
    # By lines: a pattern would try every place of a long line without a return, which takes hours for a few megabytes.
    lines = (line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    return HIDDEN.sub("\N{REPLACEMENT CHARACTER}", "\n".join(lines))
