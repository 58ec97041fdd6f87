"""One question about named things, with the evidence that should decide it: what an identity audit masks and hides."""

from typing import Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from counterproof.domain.item import LETTER
from counterproof.domain.record import Record

EntityKind = Literal["gene", "disease", "drug", "species", "cell", "source", "trait", "other"]
Stratum = Literal["benchmark", "outside", "nonexistent"]
"""For the recall probe: a pair of the benchmark, a real pair outside it, or a pair that does not exist."""


class Entity(Record):
    """A named thing. `aliases` are other names of it; `description` tells its function without naming it, "" if none.

    `found_by` says how it became one: a field of the source, the study's lexicon, or a rule of the finder.
    """

    name: str = Field(min_length=1)
    kind: EntityKind = "other"
    aliases: tuple[str, ...] = ()
    description: str = ""
    found_by: str = "field"

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, each once."""
        return tuple(dict.fromkeys((self.name, *self.aliases)))


class Mention(Record):
    """A place where an entity is named: characters `start` to `end` of a part (`evidence`, `question`, `option A`)."""

    part: str
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    entity: int = Field(ge=0)


class Recorded(Record):
    """What the source records of the instance, for the recall probe: the outcome in words, and a bookkeeping count."""

    value: str | None = None
    count: float | None = None


class Instance(Record):
    """Evidence, the entities it is about, a question with options, and the recorded outcome (`key`, a letter).

    `evidence` is "" where the benchmark gives none. `mentions` are sorted and do not overlap; `strata` are facts to
    split by (outcome, support, fame); `canary` is carried along and never shown to an agent. An instance whose
    `stratum` is not `benchmark` is asked in `recall` only and has no outcome.
    """

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    evidence: str = ""
    evidence_title: str = "Evidence"
    options: dict[str, str]
    key: str | None
    entities: tuple[Entity, ...] = ()
    mentions: tuple[Mention, ...] = ()
    recorded: Recorded = Recorded()
    strata: dict[str, str] = Field(default_factory=dict)
    stratum: Stratum = "benchmark"
    canary: str | None = None

    @field_validator("options")
    @classmethod
    def _lettered(cls, value: dict[str, str]) -> dict[str, str]:
        bad = [letter for letter in value if not LETTER.fullmatch(letter)]
        if bad:
            msg = f"an option is named by one capital letter, not {', '.join(map(repr, bad))}"
            raise ValueError(msg)
        if len(value) < 2:
            msg = f"a choice has two options or more, not {len(value)}"
            raise ValueError(msg)
        return dict(sorted(value.items()))

    @field_validator("key")
    @classmethod
    def _key_is_an_option(cls, value: str | None, info: ValidationInfo) -> str | None:
        options = info.data.get("options")
        if value is not None and options is not None and value not in options:
            msg = f"the key is none of the options {', '.join(options)}"
            raise ValueError(msg)
        return value

    @model_validator(mode="after")
    def _mentions_fit(self) -> "Instance":
        if self.key is None and self.stratum == "benchmark":
            msg = "an instance of the benchmark has a key"
            raise ValueError(msg)
        parts = self.parts
        last: dict[str, int] = {}
        for mention in sorted(self.mentions, key=lambda mention: (mention.part, mention.start)):
            if mention.part not in parts or mention.end > len(parts[mention.part]) or mention.start >= mention.end:
                msg = f"a mention at {mention.start} to {mention.end} lies outside {mention.part!r}"
                raise ValueError(msg)
            if mention.entity >= len(self.entities):
                msg = f"a mention of entity {mention.entity}, of which there are {len(self.entities)}"
                raise ValueError(msg)
            if mention.start < last.get(mention.part, 0):
                msg = f"two mentions overlap at {mention.start} of {mention.part!r}"
                raise ValueError(msg)
            last[mention.part] = mention.end
        return self

    @property
    def parts(self) -> dict[str, str]:
        """The texts that an agent may see, by the name of their part."""
        return {
            "evidence": self.evidence,
            "question": self.question,
            **{f"option {letter}": text for letter, text in self.options.items()},
        }

    def mentions_in(self, part: str) -> tuple[Mention, ...]:
        """The mentions of one part, in their order."""
        return tuple(sorted((one for one in self.mentions if one.part == part), key=lambda one: one.start))
