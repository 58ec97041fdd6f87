"""A judge's text as its reply, or the status that tells why it is none. A status is never turned into a score."""

import re
from typing import Generic, NamedTuple, TypeVar

from pydantic import JsonValue, ValidationError

from counterproof.domain.judge import JudgeStatus
from counterproof.domain.record import Record
from counterproof.evaluators.extract.strict_json import JsonFaultError, NotJsonError, parse

R = TypeVar("R", bound=Record)
FENCED = re.compile(r"```(?:json)?[ \t]*\r?\n(.*?)\r?\n?[ \t]*```", re.DOTALL | re.IGNORECASE)
OUT_OF_SCALE = {"greater_than_equal", "less_than_equal", "greater_than", "less_than"}
REFUSES = re.compile(
    r"^\W*(?:(?:i['\u2019]?m )?sorry|i (?:can['\u2019]?t|cannot|won['\u2019]?t|will not|am not able|must decline)\b"
    r"|(?:i am )?unable to)",
    re.IGNORECASE,
)


class ReadReply(NamedTuple, Generic[R]):
    """The status of a reply, the reply where the status is `ok`, else the reason."""

    status: JudgeStatus
    reply: R | None
    reason: str | None = None


def read_reply(text: str, *, schema: type[R]) -> ReadReply[R]:
    """What a judge's whole text says.

    The text is one JSON object, or holds exactly one in a code block (some servers wrap what they were asked for). Two
    objects, a key written twice, a missing or unknown key, NaN, a number in quotes, prose: none of these is read. A
    number that is not on the scale is told apart, and not brought onto it.
    """
    stripped = text.strip()
    if not stripped:
        return ReadReply("empty", None, "the reply is empty")
    blocks = FENCED.findall(stripped)
    if stripped[0] != "{" and len(blocks) != 1:
        if REFUSES.match(stripped):
            return ReadReply("refused", None, f"the judge declined: {_short(stripped)}")
        return ReadReply("invalid", None, f"no JSON object: {_short(stripped)}")
    try:
        value = _object(stripped if stripped[0] == "{" else blocks[0])
        return ReadReply("ok", schema.model_validate(value))
    except (JsonFaultError, NotJsonError) as error:
        return ReadReply("invalid", None, str(error))
    except ValidationError as error:
        return _fault(error)


def _object(text: str) -> dict[str, JsonValue]:
    parsed = parse(text)
    if parsed.mended or not isinstance(parsed.value, dict):
        msg = "not one JSON object"
        raise NotJsonError(msg)
    return parsed.value


def _fault(error: ValidationError) -> ReadReply[R]:
    faults = error.errors()
    told = "; ".join(
        f"{'.'.join(map(str, fault['loc']))}: {fault['msg']} (seen: {fault['input']!r:.60})" for fault in faults
    )
    on_scale = all(fault["type"] in OUT_OF_SCALE for fault in faults)
    return ReadReply("out_of_scale" if on_scale else "invalid", None, told)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 80 else f"{words[:77]}..."
