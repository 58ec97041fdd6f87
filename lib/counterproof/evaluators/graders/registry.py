"""The graders by name, with what a reader must know of each."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from counterproof.evaluators.graders.choice import ChoiceGrader, grade_choice
from counterproof.evaluators.graders.distribution import DistributionGrader, grade_distribution
from counterproof.evaluators.graders.fields import FieldsGrader, Single, grade_fields
from counterproof.evaluators.graders.labels import LabelGrader, grade_labels
from counterproof.evaluators.graders.number import NumberGrader, grade_numbers
from counterproof.evaluators.graders.ranking import RankingGrader, grade_ranking
from counterproof.evaluators.graders.term import TermGrader, grade_term
from counterproof.evaluators.graders.verdict import Verdict, failed

Grader = Single | FieldsGrader


@dataclass(frozen=True)
class GraderFacts:
    """A kind of grader: the record that configures it, its pure function, the answer it needs and what a pass means.

    `block_types` are the names that public evals use for it.
    """

    name: str
    record: type[Grader]
    grade: Callable[..., Verdict]
    needs: str
    passes: str
    block_types: tuple[str, ...] = ()


GRADERS: tuple[GraderFacts, ...] = (
    GraderFacts(
        "choice",
        ChoiceGrader,
        grade_choice,
        needs="a letter, several letters, or an object with one of these as its answer",
        passes="the letters are exactly an accepted set",
        block_types=("multiple_choice",),
    ),
    GraderFacts(
        "numbers",
        NumberGrader,
        grade_numbers,
        needs="an object with a number for each field",
        passes="every number lies within its tolerance, ends included",
        block_types=("numeric_tolerance",),
    ),
    GraderFacts(
        "labels",
        LabelGrader,
        grade_labels,
        needs="a list of labels",
        passes="Jaccard's index with the true labels reaches the threshold",
        block_types=("label_set_jaccard", "jaccard_label_set"),
    ),
    GraderFacts(
        "ranking",
        RankingGrader,
        grade_ranking,
        needs="a list of names, best first",
        passes="precision and recall among the first k reach their thresholds",
        block_types=("marker_gene_precision_recall",),
    ),
    GraderFacts(
        "distribution",
        DistributionGrader,
        grade_distribution,
        needs="an object with a share for each label",
        passes="every share lies within the tolerance",
        block_types=("distribution_comparison",),
    ),
    GraderFacts(
        "term",
        TermGrader,
        grade_term,
        needs="a term of the vocabulary",
        passes="the term is an accepted one",
    ),
    GraderFacts(
        "fields",
        FieldsGrader,
        grade_fields,
        needs="an object with the parts that the checks look at",
        passes="enough checks pass, and no hard fail is hit",
        block_types=("all_of",),
    ),
)


def grade(answer: JsonValue, *, grader: Grader) -> Verdict:
    """The verdict on an answer; one that is missing or malformed fails with a reason, and never raises."""
    if answer is None:
        return failed("no answer")
    return facts_of(grader).grade(answer, grader=grader)


def facts_of(grader: Grader) -> GraderFacts:
    """What the registry knows of a grader's kind."""
    return next(facts for facts in GRADERS if facts.record is type(grader))
