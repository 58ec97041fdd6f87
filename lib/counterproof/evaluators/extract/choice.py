"""The option or options that an agent chose."""

from collections.abc import Mapping

from pydantic import JsonValue

from counterproof.evaluators.extract.bracketed import Found, bracketed
from counterproof.evaluators.extract.choice_prose import Reading, read_prose
from counterproof.evaluators.extract.found import NOTHING, Extraction, Flag, Passage
from counterproof.evaluators.extract.tags import is_template

ANSWER_KEYS = ("answer", "answers", "choice", "choices", "final_answer", "letter", "option")


def extract_choice(passage: Passage | None, *, options: Mapping[str, str], several: bool = False) -> Extraction:
    """The letters of the chosen options: a string, or a sorted list where the item asks for several.

    Parameters
    ----------
    passage
        What `find_passage` returned.
    options
        Letter to text, in the item's order.
    several
        Whether the item may have several right options. Where it has not, two letters are `several`, never a guess.
    """
    if passage is None or not passage.text.strip():
        return NOTHING
    objects = [found for found in bracketed(passage.text) if _says_answer(found)]
    objects = [found for found in objects if not is_template(passage.text[found.start : found.end])]
    if objects:
        return _from_objects(objects, passage, options=options, several=several)
    if passage.source != "final_text" and passage.text.lstrip()[:1] in {"{", "["}:
        reason = f"no readable object with one of the keys {', '.join(ANSWER_KEYS[:3])}"
        return Extraction(status="invalid", evidence=passage.cite(0, len(passage.text)), reason=reason)
    return _extraction(
        read_prose(passage.text, options=options, several=several), passage, several=several, flags=passage.flags
    )


def answer_in(value: JsonValue) -> tuple[bool, JsonValue]:
    """Whether an object has an answer key (in any case), and what stands there."""
    if isinstance(value, dict):
        plain = {key.casefold(): entry for key, entry in value.items()}
        for key in ANSWER_KEYS:
            if key in plain:
                return True, plain[key]
    return False, None


def _says_answer(found: Found) -> bool:
    return found.fault is not None or answer_in(found.value)[0]


def _from_objects(objects: list[Found], passage: Passage, *, options: Mapping[str, str], several: bool) -> Extraction:
    found = objects[-1]
    place = passage.cite(found.start, found.end)
    faults = [each.fault for each in objects if each.fault]
    if faults:
        return Extraction(status="invalid", evidence=place, reason=faults[0])
    said = [_reading(answer_in(each.value)[1], options=options, several=several) for each in objects]
    if len({(each.status, each.letters) for each in said}) > 1:
        letters: list[JsonValue] = [*sorted({",".join(each.letters) for each in said})]
        reason = f"{len(objects)} objects give different answers"
        return Extraction(status="ambiguous", readings=tuple(letters), evidence=place, reason=reason)
    flags: tuple[Flag, ...] = (*passage.flags, "repaired") if found.mended else passage.flags
    return _extraction(said[-1], passage, several=several, flags=flags, span=(found.start, found.end))


def _reading(value: JsonValue, *, options: Mapping[str, str], several: bool) -> Reading:
    if value is None or value == []:
        return Reading("abstained", reason="the answer is null")
    if isinstance(value, str):
        return read_prose(value, options=options, several=several)
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        parts = [read_prose(str(entry), options=options, several=False) for entry in value]
        wrong = [part for part in parts if part.status != "answered"]
        letters = tuple(sorted({letter for part in parts for letter in part.letters}))
        if wrong:
            return wrong[0]._replace(letters=letters)
        return Reading("answered" if several or len(letters) == 1 else "several", letters)
    return Reading("invalid", reason=f"the answer is a {type(value).__name__}, not a letter")


def _extraction(
    reading: Reading,
    passage: Passage,
    *,
    several: bool,
    flags: tuple[Flag, ...],
    span: tuple[int, int] | None = None,
) -> Extraction:
    start, end = span or (reading.start, reading.end or len(passage.text))
    letters: list[JsonValue] = [*reading.letters]
    decided = reading.status in {"answered", "several"}
    one = reading.status == "answered" and not several
    return Extraction(
        status=reading.status,
        value=(letters[0] if one else letters) if decided else None,
        readings=() if decided else tuple(letters),
        evidence=passage.cite(start, end),
        reason=reading.reason,
        flags=(*flags, "hedged") if reading.hedged else flags,
    )
