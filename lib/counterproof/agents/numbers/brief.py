"""The question about a table in a form that a program can compute: a reference agent's reading of the prompt."""

from counterproof.domain.record import Record
from counterproof.domain.table import TableFormat


class TableBrief(Record):
    """What is asked, by the name of the computation; the asked numbers with their units; and the table's format.

    There is no key here, no tolerance, no edit and no variant.
    """

    analysis: str
    asked: dict[str, str]
    format: TableFormat

    @property
    def file(self) -> str:
        """The table's name in the agent's folder."""
        return f"data.{self.format}"
