"""What a pre-registered statistic is asked: one record for each evidence family.

A statistic gives every option a value on one scale, larger meaning better supported. The option with the largest value
is supported when it leads the second by the registered margin (SPEC section 2). The functions stand in `evidence/`.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from counterproof.domain.record import Record

BlockClass = Literal["counts", "log", "scaled"]
"""What the values of a matrix are: whole counts, log1p of normalised counts, or z-scores."""


class Group(Record):
    """The cells whose obs column has one value; written `{bulk_labels: CD56+ NK}` in an item file."""

    column: str
    value: str

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, data: object) -> object:
        if isinstance(data, dict) and len(data) == 1 and not ({"column", "value"} & data.keys()):
            ((column, value),) = data.items()
            # An empty value or a list would become the text "None" or "['a', 'b']", and name no cell.
            if not isinstance(value, str | int | float):
                msg = f"the group of {column!r} is one value of that column, not {value!r}"
                raise ValueError(msg)
            return {"column": str(column), "value": str(value)}
        return data

    def __str__(self) -> str:
        return f"{self.column} = {self.value}"


class Marker(Record):
    """Which gene marks a group? Value: mean log expression in the group minus the mean in all other cells."""

    statistic: Literal["marker"] = "marker"
    group: Group


class Specificity(Record):
    """In which group is a gene highest? Value: its mean log expression in each option's group."""

    statistic: Literal["specificity"] = "specificity"
    gene: str
    column: str


class Expression(Record):
    """Which gene is most up or down in A against B? Value: difference of mean log expression, by donor if known."""

    statistic: Literal["expression"] = "expression"
    a: Group
    b: Group
    direction: Literal["up", "down"] = "up"
    within: Group | None = None
    donor: str | None = None


class Abundance(Record):
    """Which group grows or shrinks from B to A? Value: difference of its mean proportion over each side's samples."""

    statistic: Literal["abundance"] = "abundance"
    column: str
    a: Group
    b: Group
    direction: Literal["grows", "shrinks"] = "grows"
    sample: str | None = None


class Coexpression(Record):
    """Which gene goes with X? Value: Spearman correlation over cells, within a group where one is named."""

    statistic: Literal["coexpression"] = "coexpression"
    gene: str
    within: Group | None = None


Statistic = Annotated[Marker | Specificity | Expression | Abundance | Coexpression, Field(discriminator="statistic")]
Family = Literal["marker", "specificity", "expression", "abundance", "coexpression"]
FAMILIES: tuple[Family, ...] = ("marker", "specificity", "expression", "abundance", "coexpression")
