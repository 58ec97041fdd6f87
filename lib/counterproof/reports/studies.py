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


class StudyPage(NamedTuple):
    """The first page of a study's report: its address from the page above, its title and the study's name."""

    address: str
    title: str
    name: str


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
        found = TITLE.search(file.read(HEAD_BYTES))
    name = index.parent.name
    return StudyPage(f"{quote(name)}/index.html", html.unescape(found[1]).strip() if found else name, name)
