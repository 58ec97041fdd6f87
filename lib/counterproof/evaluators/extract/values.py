"""The numbers of an answer that was written elsewhere, where an item asks for numbers."""

from collections.abc import Mapping

from counterproof.evaluators.extract.answer import OUTCOMES, beside
from counterproof.evaluators.extract.found import Extraction, Passage, Status
from counterproof.evaluators.extract.objects import extract_object, objects_in
from counterproof.evaluators.extract.quantity import extract_number
from counterproof.trials.reply import Reply
from counterproof.trials.value_file import values_in

ANSWER = "answer"
PERCENT = "percent"
STATED: frozenset[Status] = frozenset({"answered", "ambiguous", "ambiguous_scale", "bound"})
"""Where a text gives a number at all, be it one in doubt."""


def read_numbers(passage: Passage | None, *, units: Mapping[str, str]) -> Reply:
    """The reply of an item that asks for these numbers, each in its unit.

    An object holds them under `answer`, as in our contract, or by their own names beside whatever else; where one
    number is asked for, an answer file or a tagged block may hold it alone. Prose is not read: nobody can tell there
    which of several numbers was meant. A confidence or a data support that the contract does not know is not stated.
    """
    names = tuple(units)
    alone = number_alone(passage, unit=units[names[0]]) if len(names) == 1 else None
    if alone is not None and alone.status != "answered":
        return Reply(OUTCOMES[alone.status], alone.reason, None)
    if alone is not None:
        return values_in({ANSWER: alone.value}, names=names, file="answer")
    found = extract_object(passage)
    if not isinstance(found.value, dict):
        return Reply(OUTCOMES[found.status], found.reason, None)
    said = found.value
    given = said[ANSWER] if ANSWER in said else {name: said[name] for name in names if name in said}
    return values_in({ANSWER: given, **beside(said)}, names=names, file="answer")


def number_alone(passage: Passage | None, *, unit: str | None = None) -> Extraction | None:
    """The number that an answer file or a tagged block holds without an object, or why it stays in doubt: a range, a
    bound, several numbers, percent where `unit` is another. Null where there is an object, no number, or prose.
    """
    if passage is None or passage.source == "final_text" or objects_in(passage):
        return None
    found = extract_number(passage, unit=unit)
    if found.status == "answered" and "percent" in found.flags and unit != PERCENT:
        return found.model_copy(update={"status": "ambiguous_scale", "value": None, "reason": "the number is percent"})
    return found if found.status in STATED else None
