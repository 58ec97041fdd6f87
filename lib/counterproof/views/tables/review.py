"""Tables of what reviewers said: labels by model family, agent, stratum or variant, and how far reviewers agree."""

from collections.abc import Callable, Sequence

from counterproof.audit.review import label_counts, model_family, models_of, reviewer_agreement
from counterproof.domain.review import Review
from counterproof.domain.trial import Trial
from counterproof.store.reviews import read_reviews
from counterproof.store.study import OpenStudy
from counterproof.trials.stored import by_digest
from counterproof.views.tables.frame import frame_table
from counterproof.views.tables.table import Table


def labels_table(study: OpenStudy, trials: Sequence[Trial], *, of: str = "behaviour", by: str = "family") -> Table:
    """How often each label was given, by `family` (of models), `agent`, `stratum` or `variant`; by all reviewers.

    `of` is `behaviour` or `fault`.
    """
    reviews, there = read_reviews(study.layout), by_digest(trials)
    read = {review.trial for review in reviews} & there.keys()
    models = models_of(study.study)
    families = {digest: model_family(there[digest], models) for digest in read}
    group: Callable[[Review], str] = (
        (lambda review: families.get(review.trial, "no longer there"))
        if by == "family"
        else (lambda review: str(getattr(review, by)))
    )
    counts = label_counts(reviews, of=of, by=group).rename(columns={"group": "model family" if by == "family" else by})
    who = ", ".join(sorted({review.reviewer for review in reviews})) or "nobody yet"
    return frame_table(counts, caption=f"Labels of {of}, by {who}")


def agreement_table(study: OpenStudy) -> Table:
    """How far the study's reviewers agree; an en dash, with its reason, where nothing can be said."""
    return frame_table(reviewer_agreement(read_reviews(study.layout)), caption="Agreement between reviewers")
