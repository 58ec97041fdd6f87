"""A table as plain HTML: readable in JupyterLab, in the offline page, and with no program at all."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

DASH = "\N{EN DASH}"
LONG = 40
"""Rows above which a table scrolls within a box: a page with thousands of rows cannot be read past them."""
BROAD = 14
"""Columns above which a table is reached by the keyboard even before it is known to scroll."""
SHORT, NAMED = 16, 40
"""Characters up to which the name of a row never breaks, and up to which it does so on a small screen alone."""
REASONS = 6
"""So many reasons for missing values are written below a table; a pointer over a dash tells every one."""
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

    def html(self, *, head: bool, numeric: bool, clamped: bool = False) -> str:
        """The cell as a `th` (of its row) or `td` element; a `clamped` one shows two lines, and all under a pointer."""
        shown = self._text(numeric=numeric)
        if clamped:
            shown = f'<span class="cp-clamp" title="{shown}">{shown}</span>'
        if self.tone == "quiet":
            shown = f'<span class="cp-quiet">{shown}</span>'
        elif self.tone:
            shown = f'<span class="cp-tag {self.tone}">{shown}</span>'
        if self.href:
            shown = f'<a href="{html.escape(self.href)}">{shown}</a>'
        told = f' title="{html.escape(self.title)}"' if self.title else ""
        order = f' data-sort="{html.escape(self.sort)}"' if self.sort is not None else ""
        if head:
            kind = "num" if numeric else _breaks(self.text)
            return f'<th scope="row"{told}{order}{_class(kind)}>{shown}</th>'
        # A browser breaks after a hyphen: `mixed-030` is one name.
        kind = "num" if numeric else "short" if "-" in self.text and len(self.text) <= SHORT else ""
        return f"<td{told}{order}{_class(kind)}>{shown}</td>"

    def _text(self, *, numeric: bool) -> str:
        """The text; before its interval a number may break, so that a broad table need not be scrolled."""
        value, opened, interval = self.text.partition(" (")
        if not numeric or not opened or not value:
            return html.escape(self.text)
        return f'{html.escape(value)} <span class="cp-interval">({html.escape(interval)}</span>'


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column: its name, whether it holds numbers or sentences (`clamped` to two lines), and what its name means."""

    name: str
    numeric: bool = False
    wide: bool = False
    clamped: bool = False
    title: str = ""

    def html(self) -> str:
        """The column's head."""
        told = f' title="{html.escape(self.title)}"' if self.title else ""
        kind = "num" if self.numeric else "clamped" if self.clamped else "wide" if self.wide else ""
        return f'<th scope="col"{told}{_class(kind)}>{html.escape(self.name)}</th>'


@dataclass(frozen=True, kw_only=True)
class Table:
    """Rows of cells under their columns; the first cell of a row names it. Notebooks show it by itself."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    folded: bool = False

    def html(self) -> str:
        """The table as HTML in which no text can become an element. The offline page lets it be sorted.

        One of more than `LONG` rows scrolls within a box under its heads, and every one beside the names of its rows
        where it is broader than the page. A table without rows is its caption; one that is `folded` shows its caption
        alone until it is opened. What its columns mean, and why values are missing, is folded below it.
        """
        caption = html.escape(self.caption)
        if not self.rows:
            return f'{STYLE}<p class="cp-empty">{caption}</p>'
        heads = "".join(column.html() for column in self.columns)
        body = "".join(f"<tr>{self._row(row)}</tr>" for row in self.rows)
        table = (
            f'<div {self._box()}><table class="cp-table cp-sortable"><caption>{caption}{self._length()}</caption>'
            f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>{self._words()}"
        )
        if self.folded:
            table = f'<details class="cp-fold"><summary>{caption}</summary>{table}</details>'
        return STYLE + table

    def _box(self) -> str:
        long, broad = len(self.rows) > LONG, len(self.columns) > BROAD
        # What scrolls must be reached by the keyboard, too.
        reached = ' tabindex="0"' if long or broad else ""
        return f'class="cp-wrap{" cp-long" * long}{" cp-broad" * broad}"{reached}'

    def _length(self) -> str:
        if len(self.rows) <= LONG:
            return ""
        return f' <span class="cp-quiet">({len(self.rows):,} rows, to be scrolled)</span>'

    def _words(self) -> str:
        """What the columns mean and why values are missing: a pointer is told by `title`, a finger or a key is not."""
        meant = {column.name: column.title for column in self.columns if column.title}
        why = dict.fromkeys(cell.title for row in self.rows for cell in row if cell.text == DASH and cell.title)
        if not meant and not why:
            return ""
        told = [f"<dt>{html.escape(name)}</dt><dd>{html.escape(title)}</dd>" for name, title in meant.items()]
        more = f"; and {len(why) - REASONS} more, each under a pointer" if len(why) > REASONS else ""
        if why:
            told.append(f"<dt>{DASH}</dt><dd>{html.escape('; '.join([*why][:REASONS]) + more)}</dd>")
        said = "What the columns mean" + (", and why values are missing" if why else "")
        if not meant:
            said = "Why values are missing"
        return f'<details class="cp-words"><summary>{said}</summary><dl>{"".join(told)}</dl></details>'

    def _row(self, row: Sequence[Cell]) -> str:
        pairs = zip(row, self.columns, strict=True)
        return "".join(
            cell.html(head=place == 0, numeric=column.numeric, clamped=column.clamped)
            for place, (cell, column) in enumerate(pairs)
        )

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        return f"Table({self.caption!r}, {len(self.rows)} rows)"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _breaks(name: str) -> str:
    """Where the name of a row may break: words between their spaces, a single long name on a small screen alone."""
    return "short" if len(name) <= SHORT else "named" if len(name) <= NAMED and " " not in name else ""


def number(value: float | None, *, digits: int = 3, reason: str | None = None) -> Cell:
    """A number; an en dash, with its reason for whoever points at it, where there is none."""
    if value is None or value != value:  # noqa: PLR0124 (NaN is what pandas makes of a missing number)
        return Cell(text=DASH, title=reason or "no value", sort="", tone="quiet")
    return Cell(text=signed(value, digits=digits), sort=f"{value!r}")


def signed(value: float, *, digits: int) -> str:
    """A number with a real minus; what rounds to nothing has no sign."""
    return f"{value:z.{digits}f}".replace("-", "\N{MINUS SIGN}")


def p_value(value: float | None, *, reason: str) -> Cell:
    """A p-value, in powers of ten where it is small; never 0."""
    if value is None or value != value:  # noqa: PLR0124 (as above)
        return number(None, reason=reason)
    return Cell(text=f"{value:.1e}" if value < 0.001 else f"{value:.3f}", sort=f"{value!r}")


def verdict(*, passed: bool, yes: str, no: str, why: str = "") -> Cell:
    """A word that says whether something holds."""
    return Cell(text=yes, tone="good", title=why) if passed else Cell(text=no, tone="bad", title=why)
