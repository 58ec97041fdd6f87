"""What the analyst finds for one option, and how it shows what it found for all."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from counterproof.agents.brief import Brief


class Found(NamedTuple):
    """A value, larger meaning better supported, and the named numbers that it is made of; None, and `note` says why."""

    value: float | None
    parts: dict[str, float]
    note: str = ""


class OptionValue(NamedTuple):
    """What was found for one option; `missing` says that its gene or group is not in the data at all."""

    letter: str
    target: str
    found: Found
    missing: bool


def option_values(
    brief: Brief, value_of: Callable[[str], Found], *, present: Collection[str], where: str
) -> tuple[OptionValue, ...]:
    """Every option with its value, in the order of the letters; those not among `present` are missing from `where`."""
    missing = Found(None, {}, note=f"missing: not in {where}")
    return tuple(
        OptionValue(letter, target, value_of(target) if target in present else missing, target not in present)
        for letter, target in brief.options.items()
    )


def values_table(rows: Sequence[OptionValue]) -> str:
    """A plain table, one line an option, as a terminal would print it."""
    names = list(dict.fromkeys(name for row in rows for name in row.found.parts))
    lines = [["option", "target", *names, "value", ""]]
    for row in rows:
        parts = [_number(row.found.parts.get(name)) for name in names]
        lines.append([row.letter, row.target, *parts, _number(row.found.value), row.found.note])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}"
