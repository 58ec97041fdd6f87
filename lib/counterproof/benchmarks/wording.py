"""What is wrong with a file's values, in its author's words instead of the validator's."""

import difflib
import json
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar, get_args

from pydantic import ValidationError

from counterproof.domain.problem import Problem
from counterproof.domain.record import Record

R = TypeVar("R", bound=Record)
NUMBER, WHOLE, TRUTH = "must be a number", "must be a whole number", "must be true or false"
BLOCK, LIST = "must be a block of `key: value` lines", "must be a list"
KINDS = {"int": WHOLE, "float": NUMBER, "bool": TRUTH, "model": BLOCK, "dict": BLOCK, "tuple": LIST, "list": LIST}
SHAPES = {
    WHOLE: "write a number without quotes",
    NUMBER: "write a number without quotes",
    TRUTH: "write true or false, without quotes",
    BLOCK: "write its keys below it, indented",
    LIST: "write it as [one, another], or one a line after `- `",
}
FIXES = {
    "id": "choose an id such as marker_nk_nkg7",
    "key": "give the letter of one of the options",
    "options": "name the options A, B, C, ..., each with a text of its own",
    "registration": "correct the letters or the statistic named here",
    "study": "choose a name such as pbmc",
    "name": "choose a name such as analyst",
    "variants": "name all four; null may be written with or without quotes",
    "agents": "give one agent or more, each with a name of its own",
    "question": "write the question alone, in words",
    "items": "write a path such as items, inside the study's folder",
}


class Checked(NamedTuple):
    """A record, null where the value is none, and what is wrong with the value."""

    record: Any
    problems: tuple[Problem, ...]


class Spot(NamedTuple):
    """Where a fault lies: its place as the author reads it, and the records that may stand there."""

    place: str
    records: tuple[type[Record], ...]


def check_record(value: Any, kind: type[R], *, file: str) -> Checked:
    """The record that `value` describes, or every problem of it.

    The check is strict: `"3"` is no number, `1.0` and `true` are no text.
    """
    try:
        # Strictness as JSON has it: lists may fill tuples, but nothing is turned from one kind into another.
        return Checked(kind.model_validate_json(json.dumps(value), strict=True), ())
    except ValidationError as error:
        faults = error.errors()
        starts = {fault["loc"][:depth] for fault in faults for depth in range(len(fault["loc"]))}
        # A list whose entries are wrong is also told to be too short: the entries say it better.
        own = [fault for fault in faults if fault["type"] != "too_short" or fault["loc"] not in starts]
        return Checked(None, tuple(_problem(fault, kind, file=file) for fault in own))
    except (TypeError, ValueError, RecursionError) as error:
        return Checked(None, (Problem(file=file, wrong=f"holds what no study needs: {error}"),))


def near_miss(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or an empty text."""
    by_lower = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[close[0]] if close else ""


def listed(names: Iterable[str], *, at_most: int = 20) -> str:
    """Names in one line; of a long list the first ones and how many more."""
    all_names = list(names)
    shown = ", ".join(all_names[:at_most])
    more = len(all_names) - at_most
    return f"{shown} and {more} more" if more > 0 else shown or "none"


def did_you_mean(word: str, known: Iterable[str], *, otherwise: str) -> str:
    """A way out for a word that is not known: the near miss, or the words that are."""
    names = list(known)
    meant = near_miss(word, names)
    return f"did you mean {meant!r}?" if meant else f"{otherwise}: {listed(names)}"


def _problem(fault: Any, kind: type[Record], *, file: str) -> Problem:
    where: tuple[str | int, ...] = fault["loc"]
    sort, context, value = fault["type"], fault.get("ctx", {}), fault["input"]
    place, name = _spot(kind, where).place, str(where[-1]) if where else ""
    fix = FIXES.get(name, "")
    if sort == "missing":
        return Problem(file=file, place=place, wrong="is missing", fix=f"add the key {name!r}")
    if sort == "extra_forbidden":
        keys = [key for record in _spot(kind, where[:-1]).records for key in record.model_fields]
        fix = did_you_mean(name, dict.fromkeys(keys), otherwise="remove it; the keys here are")
        return Problem(file=file, place=place, wrong="unknown key", seen=_shown(value), fix=fix)
    if sort in {"union_tag_invalid", "literal_error"}:
        known = str(context.get("expected_tags") or context["expected"]).replace("'", "").replace(" or ", ", ")
        place = f"{place}.{_tag_name(context)}" if sort == "union_tag_invalid" else place
        seen = context.get("tag", value)
        fix = did_you_mean(str(seen), known.split(", "), otherwise="use one of")
        return Problem(file=file, place=place, wrong=f"must be one of {known}", seen=_shown(seen), fix=fix)
    if sort == "union_tag_not_found":
        names = listed([str(tag) for record in _spot(kind, where).records for tag in _tags(record)])
        fix = f"add the key {_tag_name(context)!r}: {names}"
        return Problem(file=file, place=f"{place}.{_tag_name(context)}", wrong="is missing", fix=fix)
    if sort == "string_type":
        scalar = isinstance(value, bool | int | float)
        fix = f'write it in quotes: "{_shown(value)}"' if scalar else "write the text here"
        return Problem(file=file, place=place, wrong=f"must be text, not {_called(value)}", seen=_shown(value), fix=fix)
    wrong, seen = _wrong(sort, context, fault["msg"]), _shown(value)
    if wrong in SHAPES:
        seen, fix = f'"{value}"' if isinstance(value, str) else seen, SHAPES[wrong]
    if sort == "string_too_long":
        fix = fix or f"shorten it to {context['max_length']} letters"
    return Problem(file=file, place=place, wrong=wrong, seen=seen, fix=fix or "correct the value")


def _wrong(sort: str, context: dict[str, Any], message: str) -> str:
    if sort == "value_error":
        return str(context["error"])
    if sort == "string_pattern_mismatch":
        # A name of the environment, or one of ours.
        capitals = "A-Z" in context["pattern"]
        plain = "has 'a' to 'z', '0' to '9', '_' and '-' only, and starts with a letter or digit"
        return "has letters, digits and '_' only, and starts with no digit" if capitals else plain
    if sort in {"string_too_short", "string_too_long"}:
        return "is empty" if sort == "string_too_short" else f"has more than {context['max_length']} letters"
    if sort == "too_short":
        return f"has {context['actual_length']}, needs at least {context['min_length']}"
    head = sort.split("_", maxsplit=1)[0]
    if head in KINDS and (sort.endswith("_type") or "_from_" in sort or "parsing" in sort):
        return KINDS[head]
    return message.replace("Input should be", "must be").removesuffix(".")


def _spot(kind: type[Record], where: tuple[str | int, ...]) -> Spot:
    place, records = "", [kind]
    for part in where:
        tagged = [record for record in records if len(records) > 1 and part in _tags(record)]
        if tagged:
            # Which of several records was meant is the validator's step, not a key of the file.
            records = tagged
            continue
        if not str(part).startswith("["):
            place += f"[{part}]" if isinstance(part, int) else f".{part}"
        fields = [record.model_fields[str(part)] for record in records if str(part) in record.model_fields]
        records = _records(fields[0].annotation) if fields else records
    return Spot(place.lstrip("."), tuple(records))


def _tag_name(context: dict[str, Any]) -> str:
    return str(context["discriminator"]).strip("'")


def _tags(record: type[Record]) -> tuple[object, ...]:
    field = next((record.model_fields[name] for name in ("statistic", "kind") if name in record.model_fields), None)
    return () if field is None else get_args(field.annotation)


def _records(annotation: object) -> list[type[Record]]:
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return [annotation]
    return [record for part in get_args(annotation) for record in _records(part)]


def _shown(value: object) -> str:
    if value is None or isinstance(value, dict | Record):
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _called(value: object) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a block"}
    return names.get(type(value), "nothing")
