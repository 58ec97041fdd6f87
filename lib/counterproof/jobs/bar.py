"""How a progress bar shows itself: redrawn on a terminal, a line now and then in a log."""

import sys
from typing import Any, TextIO

SECONDS = 10.0
"""Between two lines of a log."""


def bar_settings(*, shown: bool) -> dict[str, Any]:
    """What `tqdm` is told of its manner: whether it is shown, and in a log that it writes lines, `SECONDS` apart."""
    if sys.stderr.isatty() or "ipykernel" in sys.modules:
        return {"disable": not shown}
    return {"disable": not shown, "file": Lines(sys.stderr), "mininterval": SECONDS, "maxinterval": SECONDS}


class Lines:
    """A text stream in which what would redraw a line becomes a line of its own."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text without its returns and padding; nothing where nothing is left."""
        line = text.strip()
        if line:
            self.stream.write(f"{line}\n")
        return len(text)

    def flush(self) -> None:
        """Flush the stream behind."""
        self.stream.flush()
