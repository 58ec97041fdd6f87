"""One question of a benchmark, with the data that should decide it."""

import re
from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, ValidationInfo, field_validator, model_serializer

from counterproof.domain.record import Record
from counterproof.domain.statistic import BlockClass, Family, Statistic

ITEM_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
LETTER = re.compile(r"[A-Z]")
ColumnDecision = Literal["drop", "keep", "move"]
"""What becomes of an obs column that tells too much: it is left out of this item's files, kept and declared, or moved
along with the exchanged condition."""
LONGEST_TEXT = 100_000
"""Letters of a question, a background or an option: more is a file put in the wrong place, and no page shows it."""
OptionText = Annotated[str, Field(max_length=LONGEST_TEXT)]
AfterDeletion = Literal["declare", "renormalise"]
"""What becomes of normalised rows after a gene's deletion, where their missing mass is the gene: it is declared, or the
rows are computed anew from the counts that are left, in all of the item's files alike."""


class DataSource(Record):
    """Where an item's data come from: `scanpy:NAME`, `simulated:NAME`, or a path relative to the study's folder."""

    source: str


class RegistrationDraft(Record):
    """What an item's author registers; the margin and the seed come from the study.

    `targets` names the gene or group behind an option where it is not the option's text. `withdraw` and `flip` choose
    among the edits of the family; null takes the family's first. `decisions` answers the leak audit: for each obs
    column that re-encodes an exchanged label, or from which an edited gene can be computed, what becomes of it (the
    cells' names are `_index`). `after_deletion: declare` accepts that normalised rows give a deleted gene back;
    `renormalise` has them computed anew from the counts.
    """

    ask: Statistic
    block: str
    block_class: BlockClass
    flip_to: str
    targets: dict[str, str] = Field(default_factory=dict)
    withdraw: Literal["delete_gene", "delete_group"] | None = None
    flip: Literal["swap_genes", "exchange_labels", "exchange_conditions", "reverse_proportions"] | None = None
    after_viewing: bool = False
    decisions: dict[str, ColumnDecision] = Field(default_factory=dict)
    after_deletion: AfterDeletion | None = None


class Item(Record):
    """A question, its options and key, its data, and the statistic that decides it.

    `options` maps letters to texts. `second_analysis` says that another defensible analysis exists, `ordinary_looking`
    that the flipped data look plausible, `eliminable` that the withdrawn option can be spotted by its absence,
    `from_background` that the background tells the answer even where the genes have opaque names; null means that the
    author did not say.
    """

    id: str
    family: Family
    question: str = Field(min_length=1, max_length=LONGEST_TEXT)
    background: str = Field(default="", max_length=LONGEST_TEXT)
    options: dict[str, OptionText]
    key: str
    data: DataSource
    registration: RegistrationDraft | None = None
    second_analysis: bool | None = None
    ordinary_looking: bool | None = None
    eliminable: bool | None = None
    from_background: bool | None = None

    @model_serializer(mode="wrap")
    def _without_what_was_not_said(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # A trial depends on its item's record: what other items lack must not change theirs.
        fields: dict[str, Any] = dump(self)
        if self.from_background is None:
            fields.pop("from_background", None)
        return fields

    @field_validator("id")
    @classmethod
    def _plain_id(cls, value: str) -> str:
        if not ITEM_ID.fullmatch(value):
            msg = "an id has 1 to 64 of a-z, 0-9, '_' and '-', and starts with a letter or digit"
            raise ValueError(msg)
        return value

    @field_validator("options")
    @classmethod
    def _lettered(cls, value: dict[str, str]) -> dict[str, str]:
        bad = [letter for letter in value if not LETTER.fullmatch(letter)]
        blank = [letter for letter, text in value.items() if not text.strip()]
        texts = [text for text in value.values() if text.strip()]
        twice = sorted({text for text in texts if texts.count(text) > 1})
        wrong = [
            *([f"an option is named by one capital letter, not {', '.join(map(repr, bad))}"] if bad else []),
            *([f"option {', '.join(blank)} has no text"] if blank else []),
            # Not `min_length`: pydantic would count only the options that are right.
            *([f"a choice has two options or more, not {len(value)}"] if len(value) < 2 else []),
            *([f"two options have the same text: {', '.join(map(repr, twice))}"] if twice else []),
        ]
        if wrong:
            raise ValueError("; ".join(wrong))
        return dict(sorted(value.items()))

    @field_validator("key")
    @classmethod
    def _key_is_an_option(cls, value: str, info: ValidationInfo) -> str:
        options = info.data.get("options")
        if options is not None and value not in options:
            msg = f"the key is none of the options {', '.join(options)}"
            raise ValueError(msg)
        return value

    @field_validator("registration")
    @classmethod
    def _registration_fits(cls, value: RegistrationDraft | None, info: ValidationInfo) -> RegistrationDraft | None:
        options, key, family = (info.data.get(name) for name in ("options", "key", "family"))
        if value is None:
            return None
        wrong = []
        if family is not None and value.ask.statistic != family:
            wrong.append(f"asks for the statistic {value.ask.statistic!r}, but the item's family is {family!r}")
        if options is not None and value.flip_to not in options:
            wrong.append(f"flip_to {value.flip_to!r} is none of the options {', '.join(options)}")
        if key is not None and value.flip_to == key:
            wrong.append(f"flip_to {value.flip_to!r} is the key: a flip must support another option")
        strange = [letter for letter in value.targets if options is not None and letter not in options]
        if strange:
            wrong.append(f"targets names {', '.join(map(repr, strange))}, which is no option")
        if wrong:
            raise ValueError("; ".join(wrong))
        return value
