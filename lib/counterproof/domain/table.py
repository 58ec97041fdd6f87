"""What a table must look like: its file's form, and the kind of every column. What it does not allow is refused."""

from typing import Literal

from pydantic import Field, model_validator

from counterproof.domain.item import DataSource
from counterproof.domain.record import Record

ColumnKind = Literal["text", "integer", "number", "category", "id"]
TableFormat = Literal["csv", "tsv", "parquet"]
DELIMITERS: dict[TableFormat, str] = {"csv": ",", "tsv": "\t"}
"""What separates the cells of a written file. A source may use another delimiter; the variants never do."""


class TableColumn(Record):
    """One column: its name in the header and the kind of its cells.

    `text`, `category` and `id` cells are taken letter by letter: `007`, `NA` and `TRUE` stay what they are. `integer`
    and `number` cells are decimal numbers without thousands separators. `missing` lists the texts that mean that there
    is no value (none by default: `NA` is then a label, and an empty number is refused); the first of them is written.
    `levels` are the only labels that a category may have, any where none is listed. An `id` names a row and is renamed
    where rows are permuted.
    """

    name: str = Field(min_length=1)
    kind: ColumnKind
    missing: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _levels_are_of_a_category(self) -> "TableColumn":
        if self.levels and self.kind != "category":
            msg = f"levels are listed for column {self.name!r}, which is no category"
            raise ValueError(msg)
        return self


class TableSource(DataSource):
    """A table's file and its schema: every column, in the file's order.

    `delimiter` is that of the source file where it is not the format's own. `comment` starts the lines before the
    header that are no part of the table; they are in no variant.
    """

    format: TableFormat
    columns: tuple[TableColumn, ...] = Field(min_length=1)
    encoding: Literal["utf-8", "utf-16", "latin-1"] = "utf-8"
    delimiter: str | None = Field(default=None, min_length=1, max_length=1)
    comment: str = ""

    @model_validator(mode="after")
    def _columns_differ(self) -> "TableSource":
        names = [column.name for column in self.columns]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            msg = f"two columns have one name: {', '.join(map(repr, twice))}"
            raise ValueError(msg)
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names in their order."""
        return tuple(column.name for column in self.columns)

    @property
    def cell_delimiter(self) -> str:
        """What separates the cells of the source file."""
        return self.delimiter or DELIMITERS.get(self.format, ",")

    def without(self, names: tuple[str, ...]) -> "TableSource":
        """The schema of the same table after columns were taken out."""
        kept = tuple(column for column in self.columns if column.name not in names)
        return self.model_copy(update={"columns": kept})

    def written(self) -> "TableSource":
        """The schema of a file that our own writer made."""
        return self.model_copy(update={"encoding": "utf-8", "delimiter": None, "comment": ""})
