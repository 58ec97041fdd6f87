"""Structured answers: the fields of a JSON object, each read by its kind and vocabulary."""

from typing import NamedTuple

from pydantic import JsonValue

from counterproof.evaluators.extract.bracketed import Found
from counterproof.evaluators.extract.fold import fold
from counterproof.evaluators.extract.found import NOTHING, Extraction, Flag, Passage
from counterproof.evaluators.extract.objects import fault_in, objects_in
from counterproof.evaluators.extract.quantity import number_of
from counterproof.evaluators.extract.schema import Field, Schema


class Cell(NamedTuple):
    """One field's value, or what is wrong with it."""

    value: JsonValue
    problem: str = ""
    mended: bool = False


def extract_fields(passage: Passage | None, *, schema: Schema) -> Extraction:
    """The fields that a schema asks for, as one object.

    `answered` when every required field could be read, `abstained` when all are null, `ambiguous` when two objects
    differ, `invalid` otherwise; `reason` then names each bad field, and `value` keeps the good ones.
    """
    if passage is None or not passage.text.strip():
        return NOTHING
    objects = objects_in(passage)
    fault = fault_in(objects)
    if fault:
        end = objects[-1].end if objects else len(passage.text)
        evidence = passage.cite(objects[-1].start if objects else 0, end)
        return Extraction(status="invalid", evidence=evidence, reason=fault, flags=passage.flags)
    read = [_object(found, passage, schema=schema) for found in objects]
    if any(other.value != read[-1].value for other in read):
        readings = tuple(each.value for each in read)
        reason = f"{len(read)} different objects"
        return Extraction(status="ambiguous", readings=readings, evidence=read[-1].evidence, reason=reason)
    return read[-1]


def _object(found: Found, passage: Passage, *, schema: Schema) -> Extraction:
    said = found.value if isinstance(found.value, dict) else {}
    span = (found.start, found.end)
    cells = {field.name: _cell(field, said, passage, span) for field in schema.fields if _wanted(field, said)}
    wrong = [f"{name}: {cell.problem}" for name, cell in cells.items() if cell.problem]
    empty = bool(cells) and all(said.get(name, 0) is None for name in cells)
    flags: tuple[Flag, ...] = passage.flags
    if found.mended or any(cell.mended for cell in cells.values()):
        flags = (*flags, "repaired")
    return Extraction(
        status="abstained" if empty else "invalid" if wrong else "answered",
        value=None if empty else {name: cell.value for name, cell in cells.items() if not cell.problem},
        evidence=passage.cite(*span),
        reason="; ".join(wrong),
        flags=flags,
    )


def _wanted(field: Field, said: dict[str, JsonValue]) -> bool:
    return field.required or field.name in said


def _cell(field: Field, said: dict[str, JsonValue], passage: Passage, span: tuple[int, int]) -> Cell:
    value = said.get(field.name)
    if value is None:
        return Cell(None, "null" if field.name in said else "missing")
    if field.kind in {"integer", "number"}:
        return _number(field, value, passage, span)
    if field.kind == "shares":
        return _shares(field, value, passage, span)
    reader = {"text": _term, "labels": _labels}.get(field.kind)
    return reader(field, value) if reader else Cell(value)


def _number(field: Field, value: JsonValue, passage: Passage, span: tuple[int, int]) -> Cell:
    read = number_of(value, unit=field.unit, passage=passage, span=span)
    if read.status != "answered":
        return Cell(None, f"{read.status}: {read.reason}")
    if field.kind == "integer" and isinstance(read.value, float):
        whole = int(read.value)
        # 5.0 is a whole number, 3.9 is not one to be cut.
        return Cell(whole) if whole == read.value else Cell(None, f"{read.value} is not a whole number")
    return Cell(read.value)


def _term(field: Field, value: JsonValue) -> Cell:
    if not isinstance(value, str):
        return Cell(None, f"{value!r} is not text")
    said = value.strip()
    if field.vocabulary is None or said in field.vocabulary:
        return Cell(said)
    close = [term for term in field.vocabulary if fold(term).casefold() == fold(said).casefold()]
    if len(close) == 1:
        return Cell(close[0], mended=True)
    return Cell(None, f"{said!r} is not in the vocabulary")


def _labels(field: Field, value: JsonValue) -> Cell:
    if not isinstance(value, list):
        return Cell(None, f"{value!r} is not a list")
    terms = [_term(field, entry) for entry in value]
    problem = "; ".join(term.problem for term in terms if term.problem)
    return Cell([term.value for term in terms], problem, any(term.mended for term in terms))


def _shares(field: Field, value: JsonValue, passage: Passage, span: tuple[int, int]) -> Cell:
    if not isinstance(value, dict):
        return Cell(None, f"{value!r} is not an object of numbers")
    names = [_term(field, name) for name in value]
    # A share below 1 percent is common: the scale of the whole is the grader's to judge, not that of each entry.
    numbers = [_number(Field(name=name, kind="number"), entry, passage, span) for name, entry in value.items()]
    problem = "; ".join(cell.problem for cell in (*names, *numbers) if cell.problem)
    if not problem and len({str(name.value) for name in names}) < len(names):
        problem = "two entries have the same name"
    pairs = {str(name.value): number.value for name, number in zip(names, numbers, strict=True)}
    return Cell(pairs, problem, any(name.mended for name in names))
