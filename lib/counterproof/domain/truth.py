"""The numbers that a table item asks for: their truth, their tolerance, and what the flip makes of them."""

import sys
from collections.abc import Mapping

from pydantic import Field

from counterproof.domain.record import Record
from counterproof.domain.tolerance import SLACK_ULPS, Absolute, Bounds, Number, Relative, Target, interval, within
from counterproof.domain.transform import Transform, image

Values = Mapping[str, Number]
EPSILON = sys.float_info.epsilon


class AskedValue(Record):
    """One number that is asked for: its unit in words, the key, and how far an answer may lie from it."""

    unit: str = Field(min_length=1)
    key: float
    tolerance: Absolute | Relative | Bounds = Field(discriminator="type")


class FieldImage(Record):
    """What the flip makes of one asked number: the transform of the field `of` (null: itself); null `by` leaves it."""

    of: str | None = None
    by: Transform | None = None


def flipped(values: Values, truth: Mapping[str, FieldImage]) -> dict[str, float] | None:
    """The transformed values, or null where one has no image. A field without an entry stays as it is."""
    out: dict[str, float] = {}
    for name in values:
        rule = truth.get(name, FieldImage())
        source = values[rule.of or name]
        moved = source if rule.by is None else image(source, transform=rule.by)
        if moved is None:
            return None
        out[name] = moved
    return out


def near(values: Values, truth: Values, asked: Mapping[str, AskedValue]) -> bool:
    """Whether every value lies within its tolerance of the truth, ends included."""
    return all(
        within(values[name], target=Target(truth=truth[name], tolerance=field.tolerance))
        for name, field in asked.items()
    )


def moved(key: Values, flip: Values, asked: Mapping[str, AskedValue]) -> tuple[str, ...]:
    """The fields that the flip moves by more than twice their tolerance; with none a constant answer would pass."""
    return tuple(
        name
        for name, field in asked.items()
        # Rounding must not make a step of exactly twice the tolerance longer: |0.4 - -0.2| is above 0.6.
        if abs(flip[name] - key[name]) > 2 * _room(key[name], flip[name], field) * (1 + SLACK_ULPS * EPSILON)
    )


def margin_of(key: Values, flip: Values, asked: Mapping[str, AskedValue]) -> float:
    """How far `nearness` lies from 0 at least, in (0, 1], for values within the tolerance of one truth; 0 if none is.

    Only fields that the flip moves enough count.
    """
    shares = [
        _room(key[name], flip[name], asked[name]) / abs(flip[name] - key[name]) for name in moved(key, flip, asked)
    ]
    return 1 - 2 * max(shares) if shares else 0.0


def nearness(values: Values, key: Values, flip: Values, asked: Mapping[str, AskedValue]) -> float | None:
    """How much nearer values lie to the key than to the flip's truth, in [-1, 1]: 1 at the key, -1 at the other.

    Each field is measured in steps from one truth to the other; the field that is farthest off counts. Null where the
    flip moves no field enough.
    """
    fields = moved(key, flip, asked)
    if not fields:
        return None
    to_key, to_flip = (
        max(abs(values[name] - truth[name]) / abs(flip[name] - key[name]) for name in fields) for truth in (key, flip)
    )
    return max(-1.0, min(1.0, to_flip - to_key))


def _room(key: Number, flip: Number, field: AskedValue) -> float:
    """The wider side of a field's tolerance, around either truth."""
    ends = [(truth, interval(Target(truth=truth, tolerance=field.tolerance))) for truth in (key, flip)]
    return max(max(truth - low, high - truth) for truth, (low, high) in ends)


def value_text(value: Number, *, digits: int = 10) -> str:
    """A number as a reader writes it: whole ones whole, others to as many significant digits."""
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.{digits}g}"


def values_text(values: Values, *, digits: int = 10) -> str:
    """The numbers of an answer in one line; a single one without its name."""
    if len(values) == 1:
        return value_text(next(iter(values.values())), digits=digits)
    return "; ".join(f"{name} {value_text(value, digits=digits)}" for name, value in values.items())
