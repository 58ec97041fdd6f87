"""An executed notebook as one HTML file that opens anywhere, with no network and no kernel."""

import copy as copying
import html
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import pass_context
from nbconvert.exporters.html import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]  # ships no types
from traitlets import Unicode, default

import counterproof
from counterproof.reports.outcome import MARK, read_notebook, title_of
from counterproof.reports.outputs import shorten_streams
from counterproof.reports.policy import content_policy, data_script
from counterproof.reports.slots import Slots, put_in
from counterproof.reports.vega import bundle
from counterproof.store.atomic import write_text


def write_page(copy: Path, *, page: Path, study: str, index: str | None = "index.html") -> None:
    """Put the page of an executed notebook at `page`; `index` is the page that its head links back to."""
    exporter = PageExporter(study=study, index=index or "")  # type: ignore[no-untyped-call]  # nbconvert has none
    write_text(page, exporter.page_of(read_notebook(copy), name=copy.stem))


class PageExporter(HTMLExporter):
    """Notebook in, self-contained page out: see `write_page`."""

    template_name = Unicode("report").tag(config=True)
    study = Unicode("", help="the study's title, shown above the page")
    index = Unicode("", help="where the study's title links to")

    @default("extra_template_basedirs")
    def _with_own_templates(self) -> list[str]:
        return [*super()._default_extra_template_basedirs(), str(_folder("templates"))]

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        """The prose as HTML, its headings noted for the table of contents."""
        renderer = _Prose(self._headings, attachments=context.get("cell", {}).get("attachments", {}))
        return str(MarkdownWithMath(renderer=renderer).render(source))

    def page_of(self, notebook: NotebookNode, *, name: str) -> str:
        """The page's text."""
        book = copying.deepcopy(notebook)
        self._headings: list[tuple[int, str, str]] = []
        slots = Slots(book)
        shorten_streams(book)
        facts = self._facts(book, name=name)
        body, _ = self.from_notebook_node(book, {"metadata": {"name": name}, "page": facts})
        # nbconvert parses and rewrites the page: scripts go in afterwards, so that their hashes stay true.
        body = str(body).replace("<!--counterproof-contents-->", _contents(self._headings), 1)
        return _assembled(put_in(body, slots.places), slots)

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


def _contents(headings: list[tuple[int, str, str]]) -> str:
    links = [
        f'<li class="l{level}"><a href="#{name}">{text}</a></li>' for level, name, text in headings if level in (2, 3)
    ]
    return f'<nav class="contents" aria-label="Contents"><ol>{"".join(links)}</ol></nav>' if links else ""


def _assembled(body: str, slots: Slots) -> str:
    page_script = static("page.js")
    scripts = [*([bundle()] if slots.charts else []), *slots.module_scripts(), page_script]
    foot = [
        data_script("chart-specs", slots.charts),
        data_script("chart-data", slots.datasets),
        data_script("widget-models", slots.models),
        *(f'<script type="module">{script}</script>' for script in scripts),
    ]
    return body.replace("<!--counterproof-head-->", head(scripts, styles=slots.styles), 1).replace(
        "<!--counterproof-foot-->", "\n".join(foot), 1
    )


def head(scripts: list[str], *, styles: list[str]) -> str:
    """The start of a page's head: its policy, before anything that the policy rules, then its styles."""
    css = "\n".join([static("page.css"), _code_colours(), *styles])
    return (
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(content_policy(scripts))}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<style>{css}</style>"
    )


@cache
def static(name: str) -> str:
    """The text of a file that pages are made of."""
    return (_folder("static") / name).read_text(encoding="utf-8")


def _folder(name: str) -> Path:
    return Path(str(files("counterproof.reports"))) / name


@cache
def _code_colours() -> str:
    dark = HtmlFormatter(style="github-dark").get_style_defs(":root[data-theme=dark] .highlight")
    return f"{HtmlFormatter(style='default').get_style_defs('.highlight')}\n{dark}"
