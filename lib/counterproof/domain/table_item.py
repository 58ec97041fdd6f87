"""An item whose answer is one number or several, decided by an analysis of a table."""

import re
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from counterproof.domain.item import Item
from counterproof.domain.record import Record
from counterproof.domain.table import TableSource
from counterproof.domain.truth import AskedValue, FieldImage, flipped, values_text
from counterproof.domain.variant import Edit

REFERENCE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]*\.py:[A-Za-z_][A-Za-z0-9_]*")
FIELD = re.compile(r"[a-z][a-z0-9_]{0,31}")
ColumnKept = Literal["keep"]


class TableDraft(Record):
    """What an item's author registers: the reference analysis, the edits, and the flip's transform of the truth.

    `reference` is `file.py:function` in the study's folder. The function gets the path of a table and returns a number
    for every asked field, or None where the table cannot decide; `seconds` limits it (wall time). `truth` says what the
    flip makes of each asked number; what it does not name stays. `decisions: {column: keep}` declares a column from
    which an edited one can be told.
    """

    reference: str
    seconds: float = Field(default=60, gt=0, le=3600)
    withdraw: Edit
    flip: Edit
    truth: dict[str, FieldImage]
    after_viewing: bool = False
    decisions: dict[str, ColumnKept] = Field(default_factory=dict)

    @field_validator("reference")
    @classmethod
    def _is_a_function_of_a_file(cls, value: str) -> str:
        if not REFERENCE.fullmatch(value) or ".." in value or value.startswith("/"):
            msg = "the reference analysis is named as file.py:function, the file inside the study's folder"
            raise ValueError(msg)
        return value


class TableItem(Item):
    """A question about a table. The answer is a number for each name in `answer`; there are no options to choose from.

    `options` and `key` are made from `answer`: the asked fields with their units, and the key as text. `registration`
    is that of items with options and stays null; `table` holds what decides this one.
    """

    # A table has no family of cell statistics: its reference analysis is its own.
    family: Literal["table"] = "table"  # type: ignore[assignment]  # no subtype of the families with statistics
    answer: Annotated[dict[str, AskedValue], Field(min_length=1)]
    options: dict[str, str] = Field(default_factory=dict)
    key: str = ""
    data: TableSource
    registration: None = None
    table: TableDraft | None = None

    @field_validator("answer")
    @classmethod
    def _fields_are_plain(cls, value: dict[str, AskedValue]) -> dict[str, AskedValue]:
        bad = [name for name in value if not FIELD.fullmatch(name)]
        if bad:
            msg = f"a field is named by a-z, 0-9 and '_', beginning with a letter, not {', '.join(map(repr, bad))}"
            raise ValueError(msg)
        return value

    @field_validator("options")
    @classmethod
    def _lettered(cls, value: dict[str, str]) -> dict[str, str]:
        # Takes the place of the rule for options: there are none to be lettered.
        return value

    @field_validator("key")
    @classmethod
    def _key_is_an_option(cls, value: str, info: ValidationInfo) -> str:  # noqa: ARG003  # the signature it replaces
        # Takes the place of the rule for options, too.
        return value

    @model_validator(mode="after")
    def _computed(self) -> "TableItem":
        made = {
            "options": {name: field.unit for name, field in self.answer.items()},
            "key": values_text(self.true_values),
        }
        wrong = [
            f"{name} is made from answer: remove it" for name in made if getattr(self, name) not in ("", {}, made[name])
        ]
        wrong += _unfit(self.table, self.answer) if self.table else []
        if wrong:
            raise ValueError("; ".join(wrong))
        for name, value in made.items():
            # The record is frozen; what follows from its fields is filled in once, while it is made.
            object.__setattr__(self, name, value)
        return self

    @property
    def true_values(self) -> dict[str, float]:
        """The key of every asked field."""
        return {name: field.key for name, field in self.answer.items()}

    @property
    def flip_key(self) -> str:
        """The true answer on the flipped data as text; empty where no flip is registered."""
        found = flipped(self.true_values, self.table.truth) if self.table else None
        return values_text(found) if found else ""


def _unfit(draft: TableDraft, asked: dict[str, AskedValue]) -> list[str]:
    named = [*draft.truth, *(rule.of for rule in draft.truth.values() if rule.of)]
    strange = sorted({name for name in named if name not in asked})
    if strange:
        return [f"truth names {', '.join(map(repr, strange))}, which is not asked for"]
    key = {name: field.key for name, field in asked.items()}
    moved = flipped(key, draft.truth)
    if moved is None:
        return ["the key has no image under the truth's transform"]
    zero = [
        name for name, field in asked.items() if field.tolerance.type == "relative" and not (key[name] and moved[name])
    ]
    if zero:
        return [f"{', '.join(zero)}: a relative tolerance at truth 0 accepts 0 only: state an absolute tolerance"]
    return []
