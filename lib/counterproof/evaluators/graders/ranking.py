"""A ranked list of names against the true ones: precision and recall among its first k."""

from typing import Literal

from pydantic import Field, JsonValue, model_validator

from counterproof.domain.record import Record
from counterproof.evaluators.graders.labels import SLACK, names_in
from counterproof.evaluators.graders.verdict import Component, Verdict, failed


class RankingGrader(Record):
    """The true names and the precision and recall that pass, in [0, 1]; a threshold of 0 asks for nothing.

    `k` null counts the whole list, however long. Case does not count: each species writes its gene symbols in another.
    """

    type: Literal["marker_gene_precision_recall"] = "marker_gene_precision_recall"
    names: tuple[str, ...] = Field(min_length=1)
    precision: float = Field(default=0.6, ge=0, le=1)
    recall: float = Field(default=0.5, ge=0, le=1)
    k: int | None = Field(default=None, ge=1)
    field: str | None = "top_marker_genes"

    @model_validator(mode="after")
    def _asks_for_something(self) -> "RankingGrader":
        if self.precision == 0 and self.recall == 0:
            msg = "precision and recall thresholds are both 0: every list would pass"
            raise ValueError(msg)
        return self


def grade_ranking(answer: JsonValue, *, grader: RankingGrader) -> Verdict:
    """Passed when precision and recall at k reach their thresholds; the score is the mean over those asked for.

    A name given twice counts once. Precision is over the distinct names among the first k, recall over the true names.
    """
    said, fault = names_in(answer, field=grader.field)
    if fault:
        return failed(fault)
    given = tuple(dict.fromkeys(name.casefold() for name in said if name))[: grader.k]
    if not given:
        return failed("the list is empty")
    true = {name.strip().casefold() for name in grader.names}
    hits = len(true.intersection(given))
    parts = (
        _part("precision", hits / len(given), threshold=grader.precision, of=f"{hits} of {len(given)} names"),
        _part("recall", hits / len(true), threshold=grader.recall, of=f"{hits} of {len(true)} true names"),
    )
    asked = [part for part, threshold in zip(parts, (grader.precision, grader.recall), strict=True) if threshold > 0]
    wrong = "; ".join(f"{part.name} {part.reason}" for part in parts if not part.passed)
    score = sum(part.score for part in asked) / len(asked)
    return Verdict(passed=not wrong, score=score, components=parts, reason=wrong)


def _part(name: str, value: float, *, threshold: float, of: str) -> Component:
    reason = f"{value:.3f} ({of}), {threshold:.3f} needed"
    return Component(name=name, passed=value >= threshold - SLACK, score=value, reason=reason)
