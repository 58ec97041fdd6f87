"""A page made of sections, without a notebook: the items of a study, the parts of a large page."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

import counterproof
from counterproof.reports.assembly import assembled
from counterproof.reports.slots import Slots
from counterproof.views.tables.table import Table


class Section(NamedTuple):
    """A part of a page: a heading, "" for none, HTML that is safe, and the anchor that leads to it."""

    heading: str
    html: str
    anchor: str = ""


def rich(table: str) -> str:
    """The HTML of a table as all pages show it: one that is too wide scrolls by itself."""
    return f'<div class="rich">{table}</div>'


def section_of(heading: str, table: Table, *, anchor: str = "") -> Section:
    """A section that is one table; without an anchor its heading leads to it."""
    return Section(heading=heading, html=rich(table.html()), anchor=anchor or heading.lower())


def plain_page(*, title: str, study: str, index: str, sections: Sequence[Section], slots: Slots, foot: str = "") -> str:
    """The text of a page: its title, a table of contents, and its sections.

    Parameters
    ----------
    study, index
        The title of the page above this one, and the address that leads there.
    slots
        Charts and widgets that stand in the sections.
    """
    named = [
        section._replace(anchor=section.anchor or f"s{place}") if section.heading else section
        for place, section in enumerate(sections, 1)
    ]
    body = (
        environment()
        .get_template("plain/index.html.j2")
        .render(title=title, study=study, index=index, sections=named, foot=foot, version=counterproof.__version__)
    )
    return assembled(body, slots)


@cache
def environment() -> Environment:
    """Where our own templates are: what they are given becomes text, unless they call it safe."""
    loader = PackageLoader("counterproof.reports")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
