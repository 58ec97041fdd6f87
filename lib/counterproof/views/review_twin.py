"""A review without its program: the picked trials and their labels as one plain table."""

from typing import Any

from counterproof.domain.review import BEHAVIOURS, FAULTS
from counterproof.views.stepper_text import clean
from counterproof.views.tables.table import DASH, Cell, Column, Table


def review_twin(rows: list[dict[str, Any]], labels: dict[str, dict[str, str]], *, reviewer: str) -> str:
    """Every picked trial with this reviewer's label, as HTML in which no text can become an element."""
    names = ("stratum", "item", "agent", "variant", "replicate", "answer", "behaviour", "suspected fault", "note")
    table = Table(
        caption=f"{len(rows)} trials picked for reading; {len(labels)} labelled by {reviewer}",
        columns=tuple(Column(name=name, wide=name == "note") for name in names),
        rows=tuple(_row(row, labels.get(row["digest"], {})) for row in rows),
    )
    return table.html()


def _row(row: dict[str, Any], label: dict[str, str]) -> tuple[Cell, ...]:
    behaviour, fault = label.get("behaviour", ""), label.get("fault", "")
    texts = (
        *(str(row[name]) for name in ("stratum", "item", "agent", "label", "replicate")),
        row["choice"] or row["outcome"],
        BEHAVIOURS.get(behaviour, DASH),
        FAULTS.get(fault, DASH),
        clean(label.get("note", "")),
    )
    return tuple(Cell(text=text) for text in texts)
