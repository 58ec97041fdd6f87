"""How far a number may lie from the truth: inclusive, with slack for the rounding of floats and for nothing else."""

import math
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from counterproof.domain.record import Record

Number = int | float
SLACK_ULPS = 8
"""Units in the last place that rounding may add to a difference: |73.9 - 74| is 0.0999...9943, not 0.1."""


class Absolute(Record):
    """At most `value` away from the truth, in its unit."""

    type: Literal["absolute"] = "absolute"
    value: float = Field(ge=0)


class Relative(Record):
    """At most `value` times the size of the truth away from it."""

    type: Literal["relative"] = "relative"
    value: float = Field(ge=0)


class Bounds(Record):
    """At most `lower` below and `upper` above the truth, both given as distances."""

    type: Literal["bounds"] = "bounds"
    lower: float = Field(ge=0)
    upper: float = Field(ge=0)


class Limit(Record):
    """Between `at_least` and `at_most`, wherever the truth lies; null is no limit."""

    type: Literal["limit"] = "limit"
    at_least: float | None = None
    at_most: float | None = None

    @model_validator(mode="after")
    def _limits_something(self) -> "Limit":
        if self.at_least is None and self.at_most is None:
            msg = "a limit needs at_least or at_most"
            raise ValueError(msg)
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            msg = f"at_least {self.at_least} lies above at_most {self.at_most}"
            raise ValueError(msg)
        return self


Tolerance = Annotated[Absolute | Relative | Bounds | Limit, Field(discriminator="type")]


class Target(Record):
    """A true value with its tolerance."""

    truth: Number
    tolerance: Tolerance = Absolute(value=0)

    @model_validator(mode="after")
    def _relative_to_something(self) -> "Target":
        if isinstance(self.tolerance, Relative) and self.truth == 0:
            msg = "a relative tolerance at truth 0 accepts 0 only: state an absolute tolerance"
            raise ValueError(msg)
        return self


class Interval(NamedTuple):
    """The accepted values, both ends included."""

    low: float
    high: float


def interval(target: Target) -> Interval:
    """The values that a target accepts, before slack."""
    truth, tolerance = target.truth, target.tolerance
    match tolerance:
        case Absolute(value=value):
            return Interval(truth - value, truth + value)
        case Relative(value=value):
            return Interval(truth - value * abs(truth), truth + value * abs(truth))
        case Bounds(lower=lower, upper=upper):
            return Interval(truth - lower, truth + upper)
        case Limit(at_least=low, at_most=high):
            return Interval(-math.inf if low is None else low, math.inf if high is None else high)


def within(value: Number, *, target: Target) -> bool:
    """Whether a value lies in the target's interval, ends included."""
    low, high = interval(target)
    if isinstance(value, int) and low.is_integer() and high.is_integer():
        # Whole numbers do not round: above 2**53 the slack would be whole units.
        return _whole(low, value, high, target)
    size = max(abs(value), abs(target.truth), *(abs(end) for end in (low, high) if math.isfinite(end)))
    slack = SLACK_ULPS * math.ulp(size)
    return low - slack <= value <= high + slack


def _whole(low: float, value: int, high: float, target: Target) -> bool:
    if isinstance(target.truth, int) and isinstance(target.tolerance, Absolute) and target.tolerance.value.is_integer():
        return abs(value - target.truth) <= int(target.tolerance.value)
    return low <= value <= high
