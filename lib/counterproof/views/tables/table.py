"""A table as plain HTML: readable in JupyterLab, in the offline page, and with no program at all."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

DASH = "\N{EN DASH}"
Tone = Literal["", "good", "bad", "quiet", "key", "flip", "doubt"]

STYLE = f"<style>{(Path(__file__).parents[1] / 'static' / 'table.css').read_text(encoding='utf-8')}</style>"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell: its text, what a pointer over it tells, what it sorts by, how it is meant, and where it leads.

    An empty `sort` stays last in both directions; a null one sorts by the text.
    """

    text: str
    title: str = ""
    sort: str | None = None
    tone: Tone = ""
    href: str = ""

    def html(self, *, head: bool, numeric: bool) -> str:
        """The cell as a `th` (of its row) or `td` element."""
        shown = html.escape(self.text)
        if self.tone == "quiet":
            shown = f'<span class="cp-quiet">{shown}</span>'
        elif self.tone:
            shown = f'<span class="cp-tag {self.tone}">{shown}</span>'
        if self.href:
            shown = f'<a href="{html.escape(self.href)}">{shown}</a>'
        told = f' title="{html.escape(self.title)}"' if self.title else ""
        order = f' data-sort="{html.escape(self.sort)}"' if self.sort is not None else ""
        align = ' class="num"' if numeric else ""
        return f'<th scope="row"{told}{order}{align}>{shown}</th>' if head else f"<td{told}{order}{align}>{shown}</td>"


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column: its name, whether it holds numbers or sentences, and what its name means."""

    name: str
    numeric: bool = False
    wide: bool = False
    title: str = ""

    def html(self) -> str:
        """The column's head."""
        told = f' title="{html.escape(self.title)}"' if self.title else ""
        align = ' class="num"' if self.numeric else ' class="wide"' if self.wide else ""
        return f'<th scope="col"{told}{align}>{html.escape(self.name)}</th>'


@dataclass(frozen=True, kw_only=True)
class Table:
    """Rows of cells under their columns; the first cell of a row names it. Notebooks show it by itself."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def html(self) -> str:
        """The table as HTML in which no text can become an element. The offline page lets it be sorted."""
        heads = "".join(column.html() for column in self.columns)
        body = "".join(f"<tr>{self._row(row)}</tr>" for row in self.rows)
        return (
            f'{STYLE}<div class="cp-wrap"><table class="cp-table cp-sortable">'
            f"<caption>{html.escape(self.caption)}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _row(self, row: Sequence[Cell]) -> str:
        pairs = zip(row, self.columns, strict=True)
        return "".join(cell.html(head=place == 0, numeric=column.numeric) for place, (cell, column) in enumerate(pairs))

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return f"Table({self.caption!r}, {len(self.rows)} rows)"


def number(value: float | None, *, digits: int = 3, reason: str | None = None) -> Cell:
    """A number; an en dash, with its reason for whoever points at it, where there is none."""
    if value is None or value != value:  # noqa: PLR0124 (NaN is what pandas makes of a missing number)
        return Cell(text=DASH, title=reason or "no value", sort="", tone="quiet")
    return Cell(text=f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}"), sort=f"{value!r}")


def p_value(value: float | None, *, reason: str) -> Cell:
    """A p-value, in powers of ten where it is small; never 0."""
    if value is None or value != value:  # noqa: PLR0124 (as above)
        return number(None, reason=reason)
    return Cell(text=f"{value:.1e}" if value < 0.001 else f"{value:.3f}", sort=f"{value!r}")


def verdict(*, passed: bool, yes: str, no: str, why: str = "") -> Cell:
    """A word that says whether something holds."""
    return Cell(text=yes, tone="good", title=why) if passed else Cell(text=no, tone="bad", title=why)
