"""What was made of the items for the arm `anonymised`, and what was checked of it."""

from collections.abc import Mapping

from counterproof.construct.anonymise.names import LENGTHS
from counterproof.construct.anonymise.residue import RESIDUE
from counterproof.construct.prompts import prompt_for
from counterproof.domain.anonymised import Anonymised
from counterproof.views.note import Note, Verbatim
from counterproof.views.tables.table import DASH, Cell, Column, Table, number, verdict

ABSENT = Note("This study has no arm `anonymised`: add it to `arms` in study.yaml, and construct the study again.")


def anonymised_table(hidden: Mapping[str, Anonymised]) -> Table | Note:
    """The items under opaque names: how many variants keep their option, whether a real name is left, and leaks."""
    if not hidden:
        return ABSENT
    asked = sum(one.excluded is None for one in hidden.values())
    heads = (
        Column(name="item"),
        Column(name="in the arm"),
        Column(name="same option", numeric=True, title="variants whose statistic is that of the file with real names"),
        Column(name="real names", title="looked for in every text and loose byte of the files, and in the prompt"),
        Column(name="leak checks", numeric=True, title="passed, of all; with a star a leak that the author declared"),
        Column(name="background tells", title="the answer, under opaque names as well, as the item's author says"),
    )
    return Table(
        caption=f"Items under opaque names: {asked} of {len(hidden)} are asked",
        columns=heads,
        rows=tuple(_row(item, one) for item, one in hidden.items()),
    )


def anonymised_prompt(hidden: Mapping[str, Anonymised], item: str = "") -> Verbatim | Note:
    """The prompt of an item on its original data, under opaque names.

    Where no item is named it is of the one with the most opaque options, the first of several.
    """
    asked = [name for name, one in hidden.items() if one.excluded is None]
    one = hidden.get(item or max(asked, key=lambda name: _n_opaque(hidden[name]), default=""))
    if one is None:
        return Note("No item is asked under opaque names.") if hidden and not item else ABSENT
    return Note(one.detail) if one.excluded else Verbatim(prompt_for(one.item, "original"))


def _row(item: str, one: Anonymised) -> tuple[Cell, ...]:
    names = [check for check in one.leaks if check.check in RESIDUE]
    others = [check for check in one.leaks if check.check not in RESIDUE]
    variants, found = len(one.verifications), [check for check in names if not check.passed]
    leaks = "; ".join(f"{check.check}: {check.evidence}" for check in others if not check.passed)
    told = "; ".join(f"{check.check}: {check.evidence}" for check in names)
    declared = "; ".join(f"declared: {check.check}: {check.evidence}" for check in others if check.declared)
    untouched = one.excluded is not None and not one.leaks
    said = {True: "yes", False: "no", None: DASH}[one.item.from_background]
    return (
        Cell(text=item),
        Cell(text=one.excluded or "", title=one.detail, tone="quiet")
        if untouched
        else verdict(passed=one.excluded is None, yes="asked", no=one.excluded or "", why=one.detail),
        _of(sum(check.passed for check in one.verifications), variants),
        verdict(passed=not found, yes="none left", no="found", why=told) if names else _of(0, 0),
        _of(sum(check.passed for check in others), len(others), why=leaks or declared, star=bool(declared)),
        Cell(text=said, tone="doubt" if one.item.from_background else ""),
    )


def _n_opaque(one: Anonymised) -> int:
    return sum(text.startswith(tuple(f"{kind}-" for kind in LENGTHS)) for text in one.item.options.values())


def _of(passed: int, all_of_them: int, *, why: str = "", star: bool = False) -> Cell:
    if not all_of_them:
        return number(None, reason="no file was written")
    return Cell(text=f"{passed} of {all_of_them}{'*' if star else ''}", title=why, sort=f"{passed / all_of_them!r}")
