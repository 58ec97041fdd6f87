"""What a person is told in the terminal while an audit goes on."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from rich.console import Console
from rich.markup import escape

from counterproof.domain.construction import Construction
from counterproof.reports.budget import PageFile
from counterproof.reports.index import Instrument
from counterproof.store.study import OpenStudy
from counterproof.trials.unregistered import unregistered
from counterproof.views.caveats import bare_analyses

Say: TypeAlias = Callable[[str], None]

SHOWN = 10
"""Items of one kind that the terminal names."""


def speaking(console: Console | None) -> Say:
    """What tells a person how an audit goes, on the standard error where no console is given; no line is broken."""
    return partial((console or Console(stderr=True)).print, soft_wrap=True)


def told_of_instrument(verdict: Instrument) -> str:
    """What the terminal says of the instrument."""
    if verdict.holds is None:
        return f"[yellow]the instrument was NOT CHECKED[/yellow]: {escape(verdict.detail)}"
    return "the instrument holds" if verdict.holds else "[red]the instrument does NOT hold[/red]: see the index page"


def tell_excluded(study: OpenStudy, constructions: Sequence[Construction], *, say: Say) -> None:
    """Say which items dropped out, and why, so that nobody looks for them on the pages."""
    out = [made for made in constructions if made.excluded is not None]
    if not out or len(out) == len(constructions):
        # Where nothing is left, the error that follows tells each with its reason.
        return
    for made in out[:SHOWN]:
        detail = f": {made.detail}" if made.detail else ""
        say(escape(f"  {made.item} is left out as {made.excluded}{detail}"))
    more = f"{len(out) - SHOWN} more are left out; " if len(out) > SHOWN else ""
    say(f"  {more}`counterproof show {escape(str(study.layout.study))} ITEM` has the figures of one")


def tell_bare(study: OpenStudy, constructions: Sequence[Construction], *, say: Say) -> None:
    """Say which analyses ran without walls, and what to do."""
    for caveat in bare_analyses(study.study, constructions):
        ways = "`counterproof doctor` says how to get them; then use --force"
        say(f"[yellow]without walls[/yellow]: {escape(caveat)} {ways}")


def tell_unregistered(study: OpenStudy, *, say: Say) -> None:
    """Say which items have no registration, so that the report is not on them."""
    names = [item.id for item in unregistered(study)]
    if names:
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        say(f"without a registration, and so without versions: {', '.join(names[:SHOWN])}{more}")


def tell_sizes(files: Iterable[PageFile], *, say: Say) -> None:
    """Say which pages are too large."""
    for warning in (warning for file in files for warning in file.warnings):
        say(f"[yellow]large page[/yellow]: {escape(warning)}")
