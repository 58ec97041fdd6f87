"""An executed notebook as one HTML file that opens anywhere, with no network and no kernel."""

import copy as copying
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import pass_context
from nbconvert.exporters.html import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from traitlets import Unicode, default

import counterproof
from counterproof.reports.assembly import assembled, folder
from counterproof.reports.budget import SPLIT, PageFile, write_pages
from counterproof.reports.outcome import MARK, read_notebook, title_of
from counterproof.reports.outputs import shorten_streams
from counterproof.reports.parts import parts_of
from counterproof.reports.slots import Slots, put_in

NOTEBOOK = re.compile(r"^(\d\d_\w+)\.ipynb$")


def write_page(copy: Path, *, page: Path, study: str, caveats: Sequence[str] = ()) -> PageFile:
    """The page of an executed notebook, put at `page`; its head links back to the index page beside it.

    The caveats are said before all else. A page of more than `budget.SPLIT` bytes has its widgets on pages of their own
    beside it, one an item.
    """
    exporter = PageExporter(study=study, index="index.html")  # type: ignore[no-untyped-call]  # nbconvert has none
    return write_pages(exporter.pages_of(read_notebook(copy), name=page.stem), folder=page.parent, caveats=caveats)


class PageExporter(HTMLExporter):
    """Notebook in, self-contained page out: see `write_page`."""

    template_name = Unicode("report").tag(config=True)
    study = Unicode("", help="the study's title, shown above the page")
    index = Unicode("", help="where the study's title links to")

    @default("extra_template_basedirs")
    def _with_own_templates(self) -> list[str]:
        return [*super()._default_extra_template_basedirs(), str(folder("templates"))]

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        """The prose as HTML, its headings noted for the table of contents."""
        renderer = _Prose(self._headings, attachments=context.get("cell", {}).get("attachments", {}))
        return str(MarkdownWithMath(renderer=renderer).render(source))

    def pages_of(self, notebook: NotebookNode, *, name: str, split: int = SPLIT) -> dict[str, str]:
        """The page's text by file name; where it is larger than `split`, with its parts after it."""
        body, slots = self._drawn(notebook, name=name)
        whole = assembled(put_in(body, slots.places), slots)
        if len(whole.encode()) <= split or not slots.models:
            return {f"{name}.html": whole}
        parts = parts_of(slots, name=name, title=title_of(notebook, otherwise=name), study=self.study)
        return {f"{name}.html": assembled(put_in(body, parts.places), parts.rest), **parts.pages}

    def _drawn(self, notebook: NotebookNode, *, name: str) -> tuple[str, Slots]:
        """The page before its slots are put in."""
        book = copying.deepcopy(notebook)
        self._headings: list[tuple[int, str, str]] = []
        slots = Slots(book)
        shorten_streams(book)
        facts = self._facts(book, name=name)
        body, _ = self.from_notebook_node(book, {"metadata": {"name": name}, "page": facts})
        # nbconvert parses and rewrites the page: scripts go in afterwards, so that their hashes stay true.
        return str(body).replace("<!--counterproof-contents-->", _contents(self._headings), 1), slots

    def _facts(self, book: NotebookNode, *, name: str) -> dict[str, Any]:
        said = book.metadata.get(MARK, {})
        ended = str(book.metadata.get("papermill", {}).get("end_time") or "")[:16].replace("T", " ")
        when = f", run on {ended} UTC" if ended else ""
        failed = said.get("reason") or ("the run was interrupted" if said.get("status") == "running" else None)
        return {
            "title": f"{title_of(book, otherwise=name)} \N{MIDDLE DOT} {self.study}",
            "study": self.study,
            "index": self.index,
            "failed": failed,
            "foot": f"{name}{when}, Counterproof {counterproof.__version__}",
        }


class _Prose(IPythonRenderer):
    def __init__(self, headings: list[tuple[int, str, str]], **options: Any) -> None:
        super().__init__(escape=False, exclude_anchor_links=True, **options)
        self._headings = headings

    def heading(self, text: str, level: int, **_: Any) -> str:
        name = f"s{len(self._headings) + 1}"
        self._headings.append((level, name, text))
        return f'<h{level} id="{name}">{text}</h{level}>\n'

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """A link; one to another notebook leads to its page, which stands beside this one."""
        return str(super().link(text, NOTEBOOK.sub(r"\1.html", url), title))


def _contents(headings: list[tuple[int, str, str]]) -> str:
    links = [
        f'<li class="l{level}"><a href="#{name}">{text}</a></li>' for level, name, text in headings if level in (2, 3)
    ]
    return f'<nav class="contents" aria-label="Contents"><ol>{"".join(links)}</ol></nav>' if links else ""
