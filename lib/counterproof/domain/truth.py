"""The numbers that a table item asks for: their truth, their tolerance, and what the flip makes of them."""

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import Field

from counterproof.domain.record import Record
from counterproof.domain.tolerance import Absolute, Bounds, Number, Relative, Target, interval, within
from counterproof.domain.transform import Transform, image

Values = Mapping[str, Number]


class AskedValue(Record):
    """One number that is asked for: its unit in words, the key, and how far an answer may lie from it."""

    unit: str = Field(min_length=1)
    key: int | float
    tolerance: Absolute | Relative | Bounds = Field(discriminator="type")


class FieldImage(Record):
    """What the flip makes of one asked number: the transform of the field `of` (null: itself); null `by` leaves it."""

    of: str | None = None
    by: Transform | None = None


class Distance(NamedTuple):
    """How far a value lies from a truth: in its unit, and as a multiple of the tolerance (infinite where that is 0)."""

    absolute: float
    tolerances: float


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


def distance(value: Number, truth: Number, tolerance: Absolute | Relative | Bounds) -> Distance:
    """How far a value lies from the truth. The wider side of an uneven tolerance counts."""
    low, high = interval(Target(truth=truth, tolerance=tolerance))
    room, away = max(truth - low, high - truth), abs(value - truth)
    if room == 0:
        return Distance(away, 0.0 if away == 0 else float("inf"))
    return Distance(away, away / room)


def moved_enough(key: Values, flip: Values, asked: Mapping[str, AskedValue]) -> bool:
    """Whether some field moves by more than twice its tolerance: otherwise a constant answer would pass (SPEC 2)."""
    return any(
        min(
            distance(flip[name], key[name], field.tolerance).tolerances,
            distance(key[name], flip[name], field.tolerance).tolerances,
        )
        > 2
        for name, field in asked.items()
    )


def value_text(value: Number) -> str:
    """A number as a reader writes it: whole ones whole, others to ten digits."""
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.10g}"


def values_text(values: Values) -> str:
    """The numbers of an answer in one line; a single one without its name."""
    if len(values) == 1:
        return value_text(next(iter(values.values())))
    return "; ".join(f"{name} {value_text(value)}" for name, value in values.items())
