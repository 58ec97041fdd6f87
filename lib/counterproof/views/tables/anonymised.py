"""What was made of the items for the arm `anonymised`, and what was checked of it."""

from collections.abc import Mapping

from counterproof.construct.prompts import prompt_for
from counterproof.domain.anonymised import Anonymised
from counterproof.views.note import Note, Verbatim
from counterproof.views.tables.table import Cell, Column, Table, number, verdict

ABSENT = Note("This study has no arm `anonymised`: add it to `arms` in study.yaml, and construct the study again.")


def anonymised_table(hidden: Mapping[str, Anonymised]) -> Table | Note:
    """The items under opaque names: how many variants keep their option, and what the scan for real names read."""
    if not hidden:
        return ABSENT
    rows = tuple(
        (
            Cell(text=item),
            verdict(passed=one.excluded is None, yes="asked", no=one.excluded or "", why=one.detail),
            number(len(one.verifications), digits=0),
            number(sum(check.passed for check in one.verifications), digits=0),
            Cell(text="; ".join(leak.evidence for leak in one.leaks)),
        )
        for item, one in hidden.items()
    )
    heads = (
        Column(name="item"),
        Column(name="in the arm"),
        Column(name="variants", numeric=True),
        Column(name="support their option", numeric=True),
        Column(name="real names looked for"),
    )
    return Table(caption="Items under opaque names", columns=heads, rows=rows)


def anonymised_prompt(hidden: Mapping[str, Anonymised], item: str) -> Verbatim | Note:
    """The prompt of an item on its original data, under opaque names."""
    one = hidden.get(item)
    if one is None:
        return ABSENT
    return Note(one.detail) if one.excluded else Verbatim(prompt_for(one.item, "original"))
