"""The value of a JSON text: read strictly, mended only where one reading is left."""

import ast
import json
import math
import warnings
from typing import NamedTuple

from pydantic import JsonValue


class JsonFaultError(ValueError):
    """JSON that breaks a rule which no mending may hide: NaN, infinity, a key written twice."""


class NotJsonError(ValueError):
    """Text in brackets that is not JSON at all."""


class Parsed(NamedTuple):
    """A value, and whether it was mended (trailing comma, single quotes, None)."""

    value: JsonValue
    mended: bool


def parse(text: str) -> Parsed:
    """The value of a JSON text.

    Raises
    ------
    JsonFaultError
        For NaN, infinity, an overflow or a duplicate key.
    NotJsonError
        If neither JSON nor a Python-style literal of the same shape can be read.
    """
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_unique)
        return Parsed(value, mended=False)
    except json.JSONDecodeError:
        return Parsed(_mended(text), mended=True)
    except RecursionError as error:
        msg = "nested too deeply"
        raise NotJsonError(msg) from error


def _no_constant(name: str) -> float:
    msg = f"{name} is not a JSON number"
    raise JsonFaultError(msg)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        msg = f"{text} is too large for a number"
        raise JsonFaultError(msg)
    return value


def _unique(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    keys = [key for key, _ in pairs]
    twice = sorted({key for key in keys if keys.count(key) > 1}) if len(set(keys)) < len(keys) else []
    if twice:
        msg = f"the key {twice[0]!r} is written twice"
        raise JsonFaultError(msg)
    return dict(pairs)


def _mended(text: str) -> JsonValue:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(text.strip(), mode="eval")
        return _literal(tree.body, text.strip())
    except (SyntaxError, RecursionError, MemoryError) as error:
        msg = "neither JSON nor a literal"
        raise NotJsonError(msg) from error


def _literal(node: ast.expr, text: str) -> JsonValue:
    match node:
        case ast.Dict(keys=keys, values=values):
            return _unique([(_key(key), _literal(value, text)) for key, value in zip(keys, values, strict=True)])
        case ast.List(elts=entries):
            return [_literal(entry, text) for entry in entries]
        case ast.Constant(value=str() | bool() | None as value):
            return value
        case ast.Name(id="true" | "false" | "null" as name):
            return {"true": True, "false": False, "null": None}[name]
        case ast.Name(id="NaN" | "nan" | "Infinity" | "inf" as name):
            return _no_constant(name)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd()) | ast.Constant(value=int() | float()):
            return _number(ast.get_source_segment(text, node) or "")
        case _:
            msg = f"{type(node).__name__} is no JSON value"
            raise NotJsonError(msg)


def _key(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    msg = "a key is not a string"
    raise NotJsonError(msg)


def _number(text: str) -> JsonValue:
    # Python's own literals allow 0x1F, 1_000 and 1j, which are no JSON numbers.
    try:
        value: JsonValue = json.loads(text.lstrip("+"), parse_float=_finite)
    except json.JSONDecodeError as error:
        msg = f"{text} is not a JSON number"
        raise JsonFaultError(msg) from error
    return value
