"""What a judge must reply, one schema for each prompt. Every score is on one scale, 0 to 10."""

from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from counterproof.domain.judge import JudgePrompt
from counterproof.domain.record import Record

WORST, BEST = 0, 10
# Whole numbers: a server that binds replies to a schema by a grammar holds the bounds of these only.
Score = Annotated[int, Field(ge=WORST, le=BEST, strict=True)]
Rationale = Annotated[str, Field(max_length=500)]


class Reply(Record):
    """A judge's reply: `rationale`, the sub-scores `PARTS`, and `overall`, in this order.

    A model writes its reasons before the scores that follow from them.
    """

    model_config = ConfigDict(strict=True)
    PARTS: ClassVar[tuple[str, ...]] = ()

    @property
    def scores(self) -> dict[str, float]:
        """Every score by its name, 0 to 10."""
        return {name: float(getattr(self, name)) for name in ("overall", *self.PARTS)}

    @property
    def flags(self) -> tuple[str, ...]:
        """Doubts about a reply that counts all the same."""
        overall, *parts = self.scores.values()
        inside = not parts or min(parts) <= overall <= max(parts)
        return () if inside else ("the overall score lies outside its sub-scores",)


class StandardReply(Reply):
    """Scores of a trial against the recorded key."""

    PARTS: ClassVar[tuple[str, ...]] = ("answer_match", "analysis_quality", "evidence_support")

    rationale: Rationale
    answer_match: Score
    analysis_quality: Score
    evidence_support: Score
    overall: Score


class GroundingReply(Reply):
    """Scores of how far a trial's answer comes from its own data."""

    PARTS: ClassVar[tuple[str, ...]] = ("data_used", "answer_follows", "limits_stated")

    rationale: Rationale
    data_used: Score
    answer_follows: Score
    limits_stated: Score
    overall: Score


REPLIES: dict[JudgePrompt, type[Reply]] = {"standard": StandardReply, "grounding": GroundingReply}
"""The schema of each prompt's reply."""
