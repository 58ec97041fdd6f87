"""The answer file of a call, read to the letter of its contract: one reply an instance."""

import math
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from counterproof.domain.call import Recalled, Reply
from counterproof.trials.answer_file import read_fields, reply_of
from counterproof.trials.calls import PlannedCall
from counterproof.trials.reply import Reply as Ending


def read_replies(path: Path, call: PlannedCall) -> tuple[Reply, ...]:
    """How each instance of a call ended.

    An instance that the file does not answer ends as `no_answer`, one that it answers twice as `invalid`; a file that
    is no JSON object ends all of them alike.
    """
    fields = read_fields(path)
    names = call.key.instances
    if isinstance(fields, Ending):
        return tuple(Reply(instance=name, outcome=fields.outcome, reason=fields.reason) for name in names)
    read = {"option": _option, "recall": _recall, "name": _name}[call.asks]
    if len(names) == 1:
        return (read(names[0], fields, call.options[0], path.name),)
    listed = fields.get("answers")
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        reason = f"{path.name}: it has no list 'answers' of objects"
        return tuple(Reply(instance=name, outcome="invalid", reason=reason) for name in names)
    return tuple(
        _one(name, [one for one in listed if str(one.get("task")) == label], options, read, path.name)
        for name, label, options in zip(names, call.labels, call.options, strict=True)
    )


Read = Callable[[str, dict[str, Any], Collection[str], str], Reply]


def _one(name: str, found: list[dict[str, Any]], options: Collection[str], read: Read, file: str) -> Reply:
    if not found:
        return Reply(instance=name, outcome="no_answer", reason=f"{file} has no answer to this task")
    if len(found) > 1:
        return Reply(instance=name, outcome="invalid", reason=f"{file} answers this task {len(found)} times")
    return read(name, found[0], options, file)


def _option(name: str, fields: dict[str, Any], options: Collection[str], file: str) -> Reply:
    ending = reply_of(fields, options=options, file=file)
    return Reply(instance=name, outcome=ending.outcome, reason=ending.reason, answer=ending.answer)


def _recall(name: str, fields: dict[str, Any], options: Collection[str], file: str) -> Reply:
    recognised, value, count = (fields.get(field) for field in ("recognised", "recorded", "count"))
    wrong = ""
    if not isinstance(recognised, bool):
        wrong = f"recognised is {recognised!r}, not true or false"
    elif value is not None and value not in options:
        wrong = f"recorded {value!r} is none of the options {', '.join(options)}"
    elif count is not None and not _is_count(count):
        wrong = f"the count {count!r} is no number from 0"
    if wrong:
        return Reply(instance=name, outcome="invalid", reason=f"{file}: {wrong}")
    recalled = Recalled.model_validate({"recognised": recognised, "value": value, "count": count})
    return Reply(instance=name, outcome="answered", recalled=recalled)


def _is_count(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0


def _name(name: str, fields: dict[str, Any], _: Collection[str], file: str) -> Reply:
    said = fields.get("name")
    if said is None:
        return Reply(instance=name, outcome="abstained", reason="the agent does not know the name")
    if not isinstance(said, str):
        return Reply(instance=name, outcome="invalid", reason=f"{file}: the name {said!r} is no text")
    return Reply(instance=name, outcome="answered", named=said)
