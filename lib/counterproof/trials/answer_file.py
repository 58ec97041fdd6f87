"""The answer file of a trial, read to the letter of its contract: what does not fit is invalid, never guessed at."""

import json
import math
import stat
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, cast, get_args

from counterproof.domain.answer import Answer, DataSupport, Outcome

BYTES_AT_MOST = 1_000_000


class Reply(NamedTuple):
    """How a trial ended, why if not as `answered`, and the answer if there is one."""

    outcome: Outcome
    reason: str | None
    answer: Answer | None


def read_answer(path: Path, *, options: Collection[str], abstain: str | None = None) -> Reply:
    """The reply in an answer file.

    A null answer with support `none` is an abstention, with no support stated it is no answer, and with any other
    support it contradicts itself. Choosing the letter `abstain`, where the arm offers it, is an abstention whatever
    support is stated. Fields that the contract does not know are passed over.
    """
    fields = read_fields(path)
    return fields if isinstance(fields, Reply) else reply_of(fields, options=options, file=path.name, abstain=abstain)


def read_fields(path: Path) -> dict[str, Any] | Reply:
    """The fields of an answer file as they stand there, or the reply where it holds no JSON object."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return Reply("no_answer", f"there is no {path.name}", None)
    try:
        if not stat.S_ISREG(status.st_mode):
            _refuse("it is no plain file")
        if status.st_size > BYTES_AT_MOST:
            _refuse(f"it has {status.st_size} bytes, more than {BYTES_AT_MOST}")
        return _strict_json(path.read_bytes())
    except (ValueError, RecursionError) as error:
        return Reply("invalid", f"{path.name}: {error}", None)


def reply_of(fields: dict[str, Any], *, options: Collection[str], file: str, abstain: str | None = None) -> Reply:
    """The reply that the fields of one answer are; `file` is named where they are invalid."""
    try:
        return _reply(fields, options, abstain)
    except (ValueError, RecursionError) as error:
        return Reply("invalid", f"{file}: {error}", None)


def _reply(fields: dict[str, Any], options: Collection[str], abstain: str | None) -> Reply:
    if "answer" not in fields:
        _refuse("it has no field 'answer'")
    letter, support = fields["answer"], _support(fields.get("data_support"))
    chose_to_abstain = abstain is not None and letter == abstain
    letter = None if chose_to_abstain else letter
    if letter is not None and (not isinstance(letter, str) or letter not in options):
        _refuse(f"the answer {letter!r} is none of the options {', '.join(options)}")
    answer = Answer(
        choice=() if letter is None else (letter,),
        confidence=_confidence(fields.get("confidence")),
        data_support=support,
        evidence=_evidence(fields.get("evidence", "")),
    )
    if letter is not None:
        return Reply("answered", None, answer)
    if chose_to_abstain:
        return Reply("abstained", "the agent chose the option that the data are insufficient", answer)
    if support is None:
        return Reply("no_answer", "the answer is null and the data support is not stated", answer)
    if support != "none":
        _refuse(f"the answer is null, but the data support is {support!r}")
    return Reply("abstained", "the agent says that the data cannot decide", answer)


def _strict_json(data: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(data.decode(), object_pairs_hook=_unique, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        _refuse(f"it is not UTF-8 at byte {error.start}")
    if not isinstance(fields, dict):
        _refuse("it is no JSON object")
    return cast("dict[str, Any]", fields)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        _refuse(f"the field {twice[0]!r} stands there twice")
    return dict(pairs)


def _no_constant(name: str) -> NoReturn:
    _refuse(f"{name} is no number of JSON")


def _confidence(value: object) -> float | None:
    if value is None:
        return None
    # A bool is an int in Python, and 1e999 reads as infinity.
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(cast("float", value)) or not 0 <= cast("float", value) <= 100:
        _refuse(f"the confidence {value!r} is no number from 0 to 100")
    return float(cast("float", value))


def _support(value: object) -> DataSupport | None:
    if value is not None and value not in get_args(DataSupport):
        _refuse(f"the data support {value!r} is none of {', '.join(get_args(DataSupport))}")
    return cast("DataSupport | None", value)


def _evidence(value: object) -> str:
    if not isinstance(value, str):
        _refuse(f"the evidence {value!r} is no text")
    value.encode()  # a lone surrogate is no text that could be stored
    return value


def _refuse(reason: str) -> NoReturn:
    raise ValueError(reason)
