"""What each contrast can establish, and what it cannot: the words that stand beside its figure."""

from typing import NamedTuple


class Meaning(NamedTuple):
    """The interpretive status of a contrast."""

    can: str
    cannot: str


DELETION = frozenset({"delete", "placebo", "shuffled"})
"""Conditions that take the evidence away or change it: they say little where the evidence has little signal."""

MEANINGS: dict[tuple[str, str], Meaning] = {
    ("named", "blind"): Meaning(
        "dependence on the disclosed identity under this masking",
        "whether that is recall of the record, biological knowledge, or the loss of context that names give",
    ),
    ("named", "delete"): Meaning(
        "that the score moves, or does not, when the evidence block goes",
        "use of the content: length, format and the options that lean on the block change with it",
    ),
    ("named", "placebo"): Meaning(
        "whether own evidence does better than another instance's of the same form",
        "use of the content where the evidence that is exchanged carries little signal",
    ),
    ("named", "shuffled"): Meaning(
        "dependence on which number stands where",
        "use of the evidence as a whole: its words stay, and numbers may say little",
    ),
    ("named", "false_identity"): Meaning(
        "how far a wrong name pulls answers away from the same evidence",
        "what the right name adds: a wrong one also contradicts",
    ),
    ("functional", "blind"): Meaning(
        "that descriptions without names bring back part of the score",
        "a clean control of identity: a distinctive description gives the name away (see re-identification)",
    ),
}
REDACTION = Meaning(
    "an interaction inside this masking scheme: the more words are hidden, the more the names matter",
    "how common recall is among agents or benchmarks, or that each named answer used the name",
)
RECALL = Meaning(
    "that the recorded value can be reached from the names alone",
    "that any single prediction used it",
)
CONTROL = Meaning(
    "that the audit transmits a decisive change: an instruction in the evidence is seen",
    "that diffuse content of the evidence would be seen too",
)


def meaning_of(a: str, b: str) -> Meaning:
    """The meaning of the contrast a - b."""
    other = Meaning(
        f"that scores differ between {a} and {b} on the same instances",
        "why they do: no reading was registered for this contrast",
    )
    return MEANINGS.get((a, b), other)
