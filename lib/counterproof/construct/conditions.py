"""An instance under a condition: what is shown of its evidence, its names and its options, or why it cannot be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from counterproof.construct.partners import Partners
from counterproof.domain.condition import ConditionName, level_of
from counterproof.domain.instance import Instance
from counterproof.edits.names import name_spans, opaque_tokens
from counterproof.edits.spans import Span, replaced
from counterproof.edits.words import hidden_words, shuffled_numbers, shuffled_words

CONTROL_LINE = "Curator's note: the recorded answer is {answer}."
NEEDS_EVIDENCE = frozenset(
    {"delete", "placebo", "shuffled", "control-95", "control-random"}
    | {f"redact-{step}{blind}" for step in ("33", "67", "100") for blind in ("", "-blind")}
)
NEEDS_NAMES = frozenset({"false_identity", "functional", "recall", "reidentify-blind", "reidentify-functional"})
FIRST, SECOND, THIRD = 1, 2, 3
"""Streams of the seed: masking, redaction and shuffling draw apart."""


class Shown(NamedTuple):
    """What an agent sees of an instance. `evidence` is null where the condition shows none.

    `control` is the option letter that a planted line names; `note` says what a reader must know of this version.
    """

    question: str
    options: dict[str, str]
    evidence: str | None
    control: str | None = None
    note: str = ""


class Refused(NamedTuple):
    """An instance that a condition cannot be made of, and why."""

    instance: str
    condition: ConditionName
    reason: str


@dataclass(frozen=True)
class Conditions:
    """The conditions of some instances: their partners are drawn once, from the study's seed."""

    instances: Sequence[Instance]
    partners: Partners
    seed: int

    @classmethod
    def of(cls, instances: Sequence[Instance], *, seed: int) -> "Conditions":
        """The conditions of these instances."""
        return cls(instances, Partners.of(instances, seed=seed), seed)

    def show(self, instance: Instance, condition: ConditionName) -> Shown | Refused:
        """The instance under the condition, or why there is no such version of it."""
        reason = self._obstacle(instance, condition)
        if reason:
            return Refused(instance.id, condition, reason)
        names, note = self._names(instance, condition)
        if condition == "placebo":
            return self._placebo(instance)
        extra = self._evidence_spans(instance, condition)
        parts = {
            part: replaced(text, [*self._renamed(instance, part, names), *(extra if part == "evidence" else [])])
            for part, text in instance.parts.items()
        }
        evidence: str | None = parts["evidence"] if instance.evidence else None
        if condition in ("delete", "recall"):
            evidence = None
        options = {letter: parts[f"option {letter}"] for letter in instance.options}
        control = self.partners.control_letter(instance, condition)
        if control is not None:
            evidence = f"{evidence}\n{CONTROL_LINE.format(answer=options[control])}"
        return Shown(parts["question"], options, evidence, control, note)

    def _obstacle(self, instance: Instance, condition: ConditionName) -> str:
        checks = {
            "is no pair of the benchmark: asked in recall only": instance.stratum != "benchmark"
            and condition != "recall",
            "has no evidence block": condition in NEEDS_EVIDENCE and not instance.evidence,
            "names no entity": condition in NEEDS_NAMES and not instance.entities,
            "no other instance has evidence about other entities": condition == "placebo"
            and self.partners.donor(instance) is None,
            "too few other names of the same kinds": condition == "false_identity"
            and self.partners.false_names(instance) is None,
            "its evidence has nothing to exchange": condition == "shuffled"
            and not self._evidence_spans(instance, condition),
        }
        return next((reason for reason, holds in checks.items() if holds), "")

    def _names(self, instance: Instance, condition: ConditionName) -> tuple[Sequence[str] | None, str]:
        if condition == "shuffled":
            stream = [self.seed, *instance.id.encode()]
            numbers = shuffled_numbers(instance.evidence, instance.mentions_in("evidence"), seed=stream)
            return None, "" if numbers else "fewer than two different numbers: its words were exchanged instead"
        if condition in ("named", "delete", "placebo", "recall", "redact-33", "redact-67", "redact-100"):
            return None, ""
        if condition == "false_identity":
            return self.partners.false_names(instance), ""
        if condition in ("functional", "reidentify-functional"):
            bare = [entity.name for entity in instance.entities if not entity.description]
            note = f"described by their kind only: {', '.join(bare)}" if bare else ""
            return described(instance), note
        note = "" if instance.mentions else "names no entity: the same bytes as named"
        return opaque_tokens(instance, seed=self.seed), note

    def _renamed(self, instance: Instance, part: str, names: Sequence[str] | None) -> list[Span]:
        return [] if names is None else name_spans(instance, part, names=names)

    def _evidence_spans(self, instance: Instance, condition: ConditionName) -> list[Span]:
        mentions = instance.mentions_in("evidence")
        stream = [self.seed, *instance.id.encode()]
        if condition == "shuffled":
            numbers = shuffled_numbers(instance.evidence, mentions, seed=[THIRD, *stream])
            return numbers or shuffled_words(instance.evidence, mentions, seed=[THIRD, *stream])
        if condition.startswith("redact"):
            return hidden_words(instance.evidence, mentions, level=level_of(condition), seed=[SECOND, *stream])
        return []

    def _placebo(self, instance: Instance) -> Shown:
        donor = self.partners.donor(instance)
        if donor is None:
            msg = f"instance {instance.id} has no donor: ask show() first"
            raise ValueError(msg)
        # The identity stays with the instance: where the donor's evidence names its own, the instance's take their
        # place, kind by kind; what has no counterpart becomes opaque.
        tokens = list(opaque_tokens(donor, seed=self.seed))
        for kind in dict.fromkeys(entity.kind for entity in donor.entities):
            own = [entity.name for entity in instance.entities if entity.kind == kind]
            places = [number for number, entity in enumerate(donor.entities) if entity.kind == kind]
            for place, name in zip(places, own, strict=False):
                tokens[place] = name
        evidence = replaced(donor.evidence, name_spans(donor, "evidence", names=tokens))
        return Shown(instance.question, dict(instance.options), evidence, None, f"evidence of {donor.id}")


def described(instance: Instance) -> tuple[str, ...]:
    """A functional description of every entity; where the source gives none, its kind and number: `gene 2`."""
    counts: dict[str, int] = {}
    out = []
    for entity in instance.entities:
        counts[entity.kind] = counts.get(entity.kind, 0) + 1
        kind = "named thing" if entity.kind == "other" else entity.kind
        out.append(entity.description or f"{kind} {counts[entity.kind]}")
    return tuple(out)
