"""The numbers of an answer that was written elsewhere, where an item asks for numbers."""

from collections.abc import Sequence

from pydantic import JsonValue

from counterproof.evaluators.extract.answer import OUTCOMES, beside
from counterproof.evaluators.extract.found import Passage
from counterproof.evaluators.extract.objects import extract_object
from counterproof.evaluators.extract.strict_json import JsonFaultError, NotJsonError, parse
from counterproof.trials.reply import Reply
from counterproof.trials.value_file import values_in

ANSWER = "answer"


def read_numbers(passage: Passage | None, *, names: Sequence[str]) -> Reply:
    """The reply of an item that asks for these numbers.

    An object holds them under `answer`, as in our contract, or by their own names beside whatever else; where one
    number is asked for, an answer file or a tagged block may hold it alone. Prose is not read: nobody can tell there
    which of several numbers was meant. A confidence or a data support that the contract does not know is not stated.
    """
    alone = _alone(passage) if len(names) == 1 else None
    if alone is not None:
        return values_in({ANSWER: alone}, names=names, file="answer")
    found = extract_object(passage)
    if not isinstance(found.value, dict):
        return Reply(OUTCOMES[found.status], found.reason, None)
    said = found.value
    given = said[ANSWER] if ANSWER in said else {name: said[name] for name in names if name in said}
    return values_in({ANSWER: given, **beside(said)}, names=names, file="answer")


def _alone(passage: Passage | None) -> JsonValue:
    if passage is None or passage.source == "final_text":
        return None
    try:
        value = parse(passage.text).value
    except (JsonFaultError, NotJsonError):
        return None
    return value if isinstance(value, int | float) else None
