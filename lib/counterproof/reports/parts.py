"""A page that is too large, taken apart: its steppers on pages of their own, one an item or an agent."""

import html
from typing import Any, Literal, NamedTuple

from counterproof.reports.budget import megabytes
from counterproof.reports.plain import Section, plain_page
from counterproof.reports.slots import Slots
from counterproof.views.links import slug


class Parts(NamedTuple):
    """What a page is taken apart into.

    `places` are the page's slots with links in place of its widgets, `rest` what these slots still need, and `pages`
    the texts of the parts by file name.
    """

    places: list[str]
    rest: Slots
    pages: dict[str, str]


def parts_of(slots: Slots, *, name: str, title: str, study: str, by: Literal["item", "agent"] = "item") -> Parts:
    """The parts of the page `name`, whose widgets are those of `slots`: a page for each item, or each agent."""
    rest = Slots()
    rest.charts, rest.datasets = slots.charts, slots.datasets
    places, pages = list(slots.places), {}
    for shows, shown in _grouped(slots, by).items():
        file = f"{name}-{slug(shows)}.html"
        own = slots.only(shown.values())
        sections = [Section(heading="", html=slots.places[place]) for place in shown]
        pages[file] = plain_page(
            title=f"{shows} \N{MIDDLE DOT} {title}",
            study=title,
            index=f"{name}.html",
            sections=sections,
            slots=own,
            foot=study,
        )
        size = megabytes(len(pages[file].encode()))
        for place in shown:
            link = f'<a href="{html.escape(file)}">{html.escape(shows)}: step through it on its own page</a>'
            places[place] = f'<p class="part">{link} <span class="note">{size}</span></p>'
    return Parts(places, rest, pages)


def _grouped(slots: Slots, by: str) -> dict[str, dict[int, str]]:
    """Place and name of each widget, by what it shows."""
    found: dict[str, dict[int, str]] = {}
    for place, widget in slots.widgets.items():
        data: dict[str, Any] = slots.models[widget]["state"].get("data", {})
        shows = data.get("item", {}).get("id") if by == "item" else data.get("agent")
        found.setdefault(str(shows or f"part-{place + 1}"), {})[place] = widget
    return found
