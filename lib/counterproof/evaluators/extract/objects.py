"""The one JSON object of an answer."""

from counterproof.evaluators.extract.bracketed import Found, bracketed
from counterproof.evaluators.extract.found import NOTHING, Extraction, Passage
from counterproof.evaluators.extract.tags import is_template


def objects_in(passage: Passage) -> list[Found]:
    """What stands in brackets in a passage, in reading order, without templates."""
    return [found for found in bracketed(passage.text) if not is_template(passage.text[found.start : found.end])]


def fault_in(objects: list[Found]) -> str:
    """What keeps these from being objects of an answer; empty where nothing does."""
    if not objects:
        return "no JSON object"
    faults = [found.fault for found in objects if found.fault]
    if faults:
        return faults[0] or ""
    return "" if all(isinstance(found.value, dict) for found in objects) else "a list where an object is asked for"


def extract_object(passage: Passage | None) -> Extraction:
    """The object of an answer as it stands there, whatever its fields.

    `ambiguous` where two objects differ. Last words without an object are no answer; a file or a block without one is
    `invalid`.
    """
    if passage is None or not passage.text.strip():
        return NOTHING
    objects = objects_in(passage)
    fault = fault_in(objects)
    if fault:
        silent = not objects and passage.source == "final_text"
        return Extraction(status="no_answer" if silent else "invalid", reason=fault)
    last = objects[-1]
    evidence = passage.cite(last.start, last.end)
    if any(found.value != last.value for found in objects):
        readings = tuple(found.value for found in objects)
        return Extraction(
            status="ambiguous", readings=readings, evidence=evidence, reason=f"{len(objects)} different objects"
        )
    return Extraction(status="answered", value=last.value, evidence=evidence, flags=passage.flags)
