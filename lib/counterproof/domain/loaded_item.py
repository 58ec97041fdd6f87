"""An item as another benchmark's files hold it: kept and scored, without variants until it has a registration."""

import re
from typing import Literal

from pydantic import Field, JsonValue, ValidationInfo, field_validator, model_validator

from counterproof.domain.item import LETTER, DataSource, Item, OptionText

BenchmarkKind = Literal["own", "baisbench", "genebench", "labbench", "biomni_eval", "latch"]
NO_DATA = "none"
BUNDLED = "scanpy:"
"""How the name of data begins that an installed package holds: they have no path."""
KEYS = re.compile(r"[A-Z](?:,[A-Z])*")


class LoadedItem(Item):
    """A question of another benchmark, answered by one option, by several, or by an object that a grader reads.

    `family` is `none`: nothing is registered that would decide it from data. `key` holds the right letters joined by
    commas (all of them are right together), and is empty where `grader` decides; `grader` is the benchmark's own grader
    block or a grader record of ours. `data.source` is `none` where the data are not here; `files` are the benchmark's
    names of them. `canary` is kept with the item and shown to no agent. `source_id` is the benchmark's name of it.
    """

    # No subtype of the families with statistics: an item that has none of them.
    family: Literal["none"] = "none"  # type: ignore[assignment]  # narrower than the family of its parent
    benchmark: BenchmarkKind
    source_id: str
    options: dict[str, OptionText] = Field(default_factory=dict)
    key: str = ""
    grader: dict[str, JsonValue] | None = None
    data: DataSource = DataSource(source=NO_DATA)
    files: tuple[str, ...] = ()
    canary: str = ""
    registration: None = None

    @field_validator("options")
    @classmethod
    def _lettered(cls, value: dict[str, str]) -> dict[str, str]:
        # Takes the place of the rule for options that a statistic compares: theirs may be none, or have equal texts.
        bad = [letter for letter, text in value.items() if not LETTER.fullmatch(letter) or not text.strip()]
        if bad or len(value) == 1:
            msg = f"options are named by capital letters, each with a text, and are not one alone: {', '.join(value)}"
            raise ValueError(msg)
        return dict(sorted(value.items()))

    @field_validator("key")
    @classmethod
    def _key_is_an_option(cls, value: str, info: ValidationInfo) -> str:
        options = info.data.get("options")
        letters = value.split(",") if value else []
        if value and (not KEYS.fullmatch(value) or letters != sorted(set(letters))):
            msg = "the key is letters in their order, joined by commas"
            raise ValueError(msg)
        strange = [letter for letter in letters if options and letter not in options]
        if strange:
            msg = f"the key {', '.join(strange)} is none of the options {', '.join(options or ())}"
            raise ValueError(msg)
        return value

    @model_validator(mode="after")
    def _can_be_scored(self) -> "LoadedItem":
        if not self.key and self.grader is None:
            msg = "has neither a key nor a grader: no answer could be scored"
            raise ValueError(msg)
        return self

    @property
    def keys(self) -> tuple[str, ...]:
        """The right letters; none where the grader decides."""
        return tuple(self.key.split(",")) if self.key else ()


class DraftItem(Item):
    """An item whose registration a program has drafted from the question's words. Nobody has read it yet.

    It is accepted by taking the line `draft: true` out of its file, and refused by an audit until then.
    """

    draft: Literal[True]
