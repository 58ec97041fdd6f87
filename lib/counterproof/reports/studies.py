"""The page above the reports of a project's studies: a link to each of them."""

import html
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import counterproof
from counterproof.reports.assembly import head, static
from counterproof.reports.plain import environment
from counterproof.store.atomic import write_text

TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
HEAD_BYTES = 1_000_000
"""So much of a page holds its title: styles stand before it."""
PLACES = {
    "00_start_here": "the tour",
    "04_score": "scores",
    "07_case_studies": "cases, step by step",
    "08_identity_audit": "names against evidence",
}
"""Notebooks whose pages are read first, by what they show."""


class StudyPage(NamedTuple):
    """The first page of a study's report, as the page above tells of it.

    `found` is the first sentence of what was found, `instrument` whether the reference agents landed where they must,
    "" where the report does not say; `places` are the names and addresses of pages to read first.
    """

    address: str
    title: str
    name: str
    found: str = ""
    instrument: str = ""
    places: tuple[tuple[str, str], ...] = ()


def write_studies_page(reports: Path) -> Path | None:
    """The page above the report in the folder `reports`, written anew; None for a report that stands alone.

    A study of `data/studies` has its report in a folder of the project's `reports`; any other has nothing beside it.
    """
    above = reports.parent
    if above.name != "reports":
        return None
    pages = [_page(index) for index in sorted(above.glob("*/index.html"))]
    script, path = static("page.js"), above / "index.html"
    text = (
        environment()
        .get_template("index/studies.html.j2")
        .render(
            pages=pages,
            version=counterproof.__version__,
            head=head([script], styles=[static("index.css")]),
            script=script,
        )
    )
    write_text(path, text)
    return path


def _page(index: Path) -> StudyPage:
    with index.open(encoding="utf-8", errors="replace") as file:
        start = file.read(HEAD_BYTES)
    name, found = index.parent.name, TITLE.search(start)
    return StudyPage(
        address=f"{quote(name)}/index.html",
        title=html.unescape(found[1]).strip() if found else name,
        name=name,
        found=_said(start, "description"),
        instrument=_said(start, "counterproof-instrument"),
        places=tuple(
            (word, f"{quote(name)}/{page}.html")
            for page, word in PLACES.items()
            if (index.parent / f"{page}.html").exists()
        ),
    )


def _said(start: str, name: str) -> str:
    found = re.search(rf'<meta name="{name}" content="([^"]*)">', start)
    return html.unescape(found[1]) if found else ""
