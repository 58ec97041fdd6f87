"""A sentence in the place of a picture: why there is nothing to show, or what was read word for word."""

import html
from dataclasses import dataclass

from counterproof.audit.findings import Findings
from counterproof.views.code_words import with_code
from counterproof.views.tables.table import STYLE


@dataclass(frozen=True)
class Note:
    """A sentence, in the quiet of a remark or as plain text. Notebooks show it by itself."""

    text: str
    quiet: bool = True

    def _repr_html_(self) -> str:
        tone = ' class="cp-quiet"' if self.quiet else ""
        return f"{STYLE}<p{tone}>{with_code(self.text)}</p>"


@dataclass(frozen=True)
class Verbatim:
    """A text exactly as somebody reads it, such as an agent's prompt. Notebooks show it by itself."""

    text: str

    def _repr_html_(self) -> str:
        return f'<pre style="white-space: pre-wrap">{html.escape(self.text)}</pre>'


def completeness(findings: Findings) -> Note:
    """Whether the scores are those of a finished run, and what is missing where they are not."""
    done, planned = len(findings.trials), findings.planned
    arms = findings.other_arms
    if not done and not planned:
        return Note(
            "No trial is there and none is asked for, since no item is decidable: each needs a registration, and data "
            "that show it (notebook 01). Then run the agents (notebook 03), and this notebook again."
        )
    if findings.finished:
        beside = "".join(f", {asked:,} in the arm {arm}" for arm, (_, asked) in arms.items())
        own = " in the standard arm" if arms else ""
        return Note(f"All trials that the study asks for are finished: {planned:,}{own}{beside}.")
    others = "".join(f", in the arm {arm} {there:,} of {asked:,}" for arm, (there, asked) in arms.items())
    return Note(
        f"UNFINISHED: {done:,} of {planned:,} trials{others}. Scores are those of what is there: run the agents to the "
        "end (notebook 03), then run this notebook again."
    )
