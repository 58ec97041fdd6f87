"""People's labels on the disk: a log for each reviewer that only grows, and one table made from all of them."""

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

from counterproof.domain.review import Review
from counterproof.store.digest import digest_of
from counterproof.store.layout import Layout
from counterproof.store.records import append_record, read_log
from counterproof.store.tables import write_table

COLUMNS = list(Review.model_fields)


def save_review(layout: Layout, review: Review) -> None:
    """Add a label to its reviewer's log, then make the table anew. When this returns, the label is on the disk.

    Any number of reviewers may save at once, also one reviewer in two windows.
    """
    append_record(review_log(layout, review.reviewer), review)
    with _alone(layout):
        write_table(layout.reviews_table, reviews_frame(read_reviews(layout)))


def review_log(layout: Layout, reviewer: str) -> Path:
    """The log of one reviewer; two names that differ in capitals only have two logs on any disk."""
    plain = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in reviewer.lower())[:40]
    return layout.reviews / f"{plain}-{digest_of(reviewer)[:8]}.jsonl"


def read_reviews(layout: Layout) -> tuple[Review, ...]:
    """The label that counts of each reviewer and trial: the last one saved. In the order of reviewers and trials.

    Raises
    ------
    InputError
        If a line of a log is no label.
    """
    last = {
        (review.reviewer, review.trial): review
        for path in sorted(layout.reviews.glob("*.jsonl"))
        for review in read_log(path, Review)
    }
    return tuple(last[key] for key in sorted(last))


def reviews_frame(reviews: Iterable[Review]) -> pd.DataFrame:
    """Labels as a table, a row each, columns as in `Review`."""
    return pd.DataFrame([review.model_dump() for review in reviews], columns=COLUMNS)


@contextmanager
def _alone(layout: Layout) -> Iterator[None]:
    # Without it, a slower process would put a table over the newer one of a faster.
    layout.reviews.mkdir(parents=True, exist_ok=True)
    with (layout.reviews / ".lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
