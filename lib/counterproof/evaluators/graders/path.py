"""The place of a field in an answer: `a.b`, or `calls[].program` for the programs of a list of calls."""

from pydantic import JsonValue


def at(answer: JsonValue, path: str) -> tuple[bool, JsonValue]:
    """Whether an answer has something at a path, and what. An empty path is the answer itself.

    A key that is written out in full, dots included, comes before the path that it could spell.
    """
    if not path:
        return True, answer
    if isinstance(answer, dict) and path in answer:
        return True, answer[path]
    head, _, rest = path.partition(".")
    if head.endswith("[]"):
        return _each(answer, head.removesuffix("[]"), rest)
    if not isinstance(answer, dict) or head not in answer:
        return False, None
    return at(answer[head], rest)


def _each(answer: JsonValue, name: str, rest: str) -> tuple[bool, JsonValue]:
    found, entries = at(answer, name)
    if not found or not isinstance(entries, list):
        return False, None
    values = [at(entry, rest) for entry in entries]
    return all(there for there, _ in values), [value for _, value in values]
