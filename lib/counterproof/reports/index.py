"""The first page of a study's report: what was found, what ran, and where to read on."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import counterproof
from counterproof.reports.assembly import head, static
from counterproof.reports.found import Found
from counterproof.reports.outcome import NotebookRun
from counterproof.reports.plain import Section, environment
from counterproof.reports.studies import write_studies_page
from counterproof.store.atomic import write_text
from counterproof.views.tables.table import Table


class KeyFigure(NamedTuple):
    """A number worth reading first: `value` as it is to be printed, `note` with its interval or what it means."""

    label: str
    value: str
    note: str = ""


class Instrument(NamedTuple):
    """Whether the reference agents landed where they are known to; `detail` says how many did, or which did not.

    `holds` is null where nothing was checked, and `detail` says why.
    """

    holds: bool | None
    detail: str = ""


class StudyFacts(NamedTuple):
    """What the report is about and what was found, the weightiest first; `finished` in any time zone, as it is shown.

    The first sentence stands for the study on the page above all reports.
    """

    name: str
    title: str
    seed: int
    finished: datetime
    found: tuple[Found, ...] = ()


def write_index(
    path: Path,
    *,
    study: StudyFacts,
    runs: Sequence[NotebookRun],
    instrument: Instrument | None = None,
    figures: Sequence[KeyFigure] = (),
    tables: Sequence[Table] = (),
    sections: Sequence[Section] = (),
    caveats: Sequence[str] = (),
) -> None:
    """Put the study's index at `path`; each run's page stands beside it as `NAME.html`.

    In a project, the page above all its reports is written anew.

    Parameters
    ----------
    instrument
        Null where the reference agents were not checked, and the page then says so.
    tables
        Shown below the key figures.
    sections
        Longer parts with headings of their own, below the notebooks: items, trials.
    caveats
        What weakens all that follows, said first.
    """
    script = static("page.js")
    page = (
        environment()
        .get_template("index/index.html.j2")
        .render(
            study=study,
            runs=[(run, _page_of(run.name, path.parent)) for run in runs],
            failed=[run for run in runs if run.status == "failed"],
            instrument=instrument,
            figures=figures,
            tables=[table.html() for table in tables],
            sections=sections,
            caveats=caveats,
            found=[(one.text, _page_of(one.notebook, path.parent), one.notebook[:2]) for one in study.found],
            version=counterproof.__version__,
            head=head([script], styles=[static("index.css")]),
            script=script,
        )
    )
    write_text(path, page)
    write_studies_page(path.parent)


def _page_of(notebook: str, folder: Path) -> str | None:
    page = f"{notebook}.html"
    return page if notebook and (folder / page).exists() else None
