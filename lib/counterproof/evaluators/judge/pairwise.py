"""Two trials compared by a judge: what it says counts only where it says the same in both orders."""

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict

from counterproof.domain.record import Record
from counterproof.evaluators.judge.replies import Rationale

Slot = Literal["A", "B", "tie"]
Outcome = Literal["A", "B", "tie", "position_bias:first", "position_bias:second", "inconsistent", "incomplete"]
OUTCOMES: dict[tuple[Slot, Slot], Outcome] = {
    ("A", "B"): "A",
    ("B", "A"): "B",
    ("A", "A"): "position_bias:first",
    ("B", "B"): "position_bias:second",
    ("tie", "tie"): "tie",
}


def folded(*words: str) -> BeforeValidator:
    """A validator's first step: a word that differs in capitals or outer spaces only is that word."""
    known = {word.casefold(): word for word in words}

    def fold(value: Any) -> Any:
        return known.get(value.strip().casefold(), value) if isinstance(value, str) else value

    return BeforeValidator(fold)


class PairReply(Record):
    """Which of two trials is better, by their places in the request: A was shown first."""

    model_config = ConfigDict(strict=True)

    reason: Rationale = ""
    verdict: Annotated[Slot, folded("A", "B", "tie")]


def pair_outcome(slot_ab: Slot | None, slot_ba: Slot | None) -> Outcome:
    """What two verdicts on one pair come to: candidate A or B, a tie, or why there is none.

    Parameters
    ----------
    slot_ab, slot_ba
        The slot that was preferred when candidate A was shown first, and when B was; null where there is no verdict.
        Slots are places: one who prefers candidate A says "A", then "B".
    """
    if slot_ab is None or slot_ba is None:
        return "incomplete"
    return OUTCOMES.get((slot_ab, slot_ba), "inconsistent")


def reason_contradicts(verdict: str, reason: str, *, others: tuple[str, ...]) -> bool:
    """Whether a reason speaks of the other choices only, never of the one that the verdict names: a doubt, no proof."""

    def named(word: str) -> bool:
        return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", reason) is not None

    return any(map(named, others)) and not named(verdict)
