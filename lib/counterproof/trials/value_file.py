"""The answer file of a trial on an item that asks for numbers, under the same contract as that of a choice."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from counterproof.trials.answer_file import read_answer, read_fields, reply_of
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.reply import Reply

GIVEN = "A"
"""Stands for the numbers while the rest of the file is read."""


def read_reply(path: Path, planned: PlannedTrial) -> Reply:
    """The reply in a trial's answer file: letters or numbers, as its item asks."""
    if planned.numbers:
        return read_values(path, names=planned.options)
    return read_answer(path, options=planned.options, abstain=planned.abstain)


def read_values(path: Path, *, names: Sequence[str]) -> Reply:
    """The reply in an answer file that should hold one number, or an object with one for each name.

    Numbers are those of JSON: no text, no truth value, nothing infinite. A null answer is read as that to a choice.
    """
    fields = read_fields(path)
    return fields if isinstance(fields, Reply) else values_in(fields, names=names, file=path.name)


def values_in(fields: dict[str, Any], *, names: Sequence[str], file: str) -> Reply:
    """The reply that the fields of one answer are; `file` is named where they are invalid."""
    given = fields.get("answer")
    if given is None:
        return reply_of(fields, options=(GIVEN,), file=file)
    wrong = _fault(given, names)
    if wrong:
        return Reply("invalid", f"{file}: {wrong}", None)
    reply = reply_of(fields | {"answer": GIVEN}, options=(GIVEN,), file=file)
    if reply.answer is None:
        return reply
    numbers = given if isinstance(given, dict) else {names[0]: given}
    answer = reply.answer.model_copy(update={"choice": (), "fields": {name: numbers[name] for name in names}})
    return reply._replace(answer=answer)


def _fault(given: Any, names: Sequence[str]) -> str:
    if isinstance(given, dict):
        missing = [name for name in names if name not in given]
        strange = [name for name in given if name not in names]
        if missing or strange:
            what = f"lacks {', '.join(missing)}" if missing else f"has {', '.join(map(repr, strange))}, not asked for"
            return f"the answer {what}"
        bad = [name for name in names if not _is_number(given[name])]
        return f"{bad[0]} is {given[bad[0]]!r}, no finite number" if bad else ""
    if len(names) > 1:
        return f"the answer {given!r} is no object with {', '.join(names)}"
    return "" if _is_number(given) else f"the answer {given!r} is no finite number"


def _is_number(value: Any) -> bool:
    # A bool is an int in Python, 1e999 reads as infinity, and an int may be too large for a float.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
