"""What a structured answer must look like: its fields, their kinds, units and vocabularies."""

from typing import Literal

from pydantic import Field as Setting
from pydantic import field_validator

from counterproof.domain.record import Record

FieldKind = Literal["integer", "number", "text", "labels", "shares", "any"]
"""`labels` is a list of names, `shares` a number for each name; `any` is kept as it stands."""


class Field(Record):
    """One field of an answer. `vocabulary` lists the only names allowed in it; null allows any."""

    name: str = Setting(min_length=1)
    kind: FieldKind
    unit: str | None = None
    vocabulary: tuple[str, ...] | None = None
    required: bool = True


class Schema(Record):
    """The fields of an answer; others are ignored."""

    fields: tuple[Field, ...] = Setting(min_length=1)

    @field_validator("fields")
    @classmethod
    def _own_names(cls, value: tuple[Field, ...]) -> tuple[Field, ...]:
        names = [field.name for field in value]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            msg = f"two fields are named {', '.join(twice)}"
            raise ValueError(msg)
        return value
