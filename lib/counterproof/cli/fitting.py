"""A table that fits any terminal: where even its longest words find no room, its rows stand one below another."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

ANY_WIDTH = 100_000
FEW, SHORT = 3, 12
"""More values than so many, none of more letters than so many, share their lines in a list."""


class Fitting:
    """The table as it is where no word of it must be cut; else its rows, each a heading with `column: value` lines."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        needed = console.measure(self.table, options=options.update(width=ANY_WIDTH)).minimum
        yield self.table if needed <= options.max_width else stacked(self.table, console)


def stacked(table: Table, console: Console) -> Group:
    """The rows of a table as a list: the first cell heads the others, which are named by their columns."""
    names = [_plain(console, column.header) for column in table.columns]
    lines: list[RenderableType] = []
    if table.title is not None:
        lines.append(Text(_plain(console, table.title), style="italic"))
    cells = zip(*(column.cells for column in table.columns), strict=True)
    for row, (first, *others) in zip(table.rows, cells, strict=True):
        style = Style.parse(row.style) if isinstance(row.style, str) else row.style or Style()
        lines.append(Text(_plain(console, first), style=style + Style(bold=True), overflow="fold"))
        lines += _named(console, zip(names[1:], others, strict=True), style=style)
    return Group(*lines, Text(""))


def _named(console: Console, values: Iterable[tuple[str, RenderableType]], *, style: Style) -> list[RenderableType]:
    told = [(name, _plain(console, value).replace("\n", ", ")) for name, value in values]
    lines = [f"{name}: {value}" if name else value for name, value in told if value.strip()]
    if len(lines) > FEW and all(len(value) <= SHORT for _, value in told):
        # A line each would take a page for what is a few numbers.
        lines = [", ".join(lines)]
    return [Padding(Text(line, style=style, overflow="fold"), (0, 0, 0, 2)) for line in lines]


def _plain(console: Console, cell: RenderableType) -> str:
    """What a cell says: a text, or words in the markup of the terminal."""
    return cell.plain if isinstance(cell, Text) else console.render_str(str(cell)).plain
