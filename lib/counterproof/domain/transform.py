"""What an edit makes of a true number: the same for the truth and for an answer that follows it."""

from typing import Annotated, Literal

from pydantic import Field

from counterproof.domain.record import Record
from counterproof.domain.tolerance import Number


class Negate(Record):
    """The sign changes: groups exchanged in a difference."""

    kind: Literal["negate"] = "negate"


class Invert(Record):
    """The reciprocal: groups exchanged in a ratio."""

    kind: Literal["invert"] = "invert"


class Affine(Record):
    """`factor` times the value plus `shift`: a recoded dose (0/1/2 to 2/1/0), a moved locus."""

    kind: Literal["affine"] = "affine"
    factor: float = 1.0
    shift: float = 0.0


class ValueMap(Record):
    """Each value to another: codes exchanged. A value that is not listed has no image."""

    kind: Literal["map"] = "map"
    pairs: tuple[tuple[float, float], ...] = Field(min_length=1)


Transform = Annotated[Negate | Invert | Affine | ValueMap, Field(discriminator="kind")]


def image(value: Number, *, transform: Transform) -> float | None:
    """The transformed value, or null where there is none."""
    match transform:
        case Negate():
            return -value
        case Invert():
            return 1 / value if value else None
        case Affine(factor=factor, shift=shift):
            return factor * value + shift
        case ValueMap(pairs=pairs):
            return dict(pairs).get(value)
