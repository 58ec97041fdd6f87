import json
import subprocess
import sys

import pandas as pd
import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.review import Review
from counterproof.store.layout import layout_of
from counterproof.store.reviews import read_reviews, review_log, save_review


@pytest.fixture
def layout(tmp_path):
    return layout_of(tmp_path, out=tmp_path / "out")


def review(trial="t1", *, reviewer="Ann", **said):
    plain = {"item": "nk", "variant": "flip", "agent": "a", "replicate": 1, "at": "2026-11-30T10:00:00+00:00"}
    return Review(trial=trial, reviewer=reviewer, **(plain | said))


def test_the_last_label_of_each_reviewer_and_trial_counts_and_none_is_lost(layout):
    save_review(layout, review(behaviour="partial_credit"))
    save_review(layout, review(reviewer="Bob", behaviour="sound"))
    save_review(layout, review(behaviour="prior_shortcut", fault="grader", note="Recited.\nTwice."))
    assert [(found.reviewer, found.behaviour) for found in read_reviews(layout)] == [
        ("Ann", "prior_shortcut"),
        ("Bob", "sound"),
    ]
    assert len(review_log(layout, "Ann").read_bytes().splitlines()) == 2
    table = pd.read_parquet(layout.reviews_table)
    assert table[["reviewer", "behaviour", "note"]].to_numpy().tolist() == [
        ["Ann", "prior_shortcut", "Recited.\nTwice."],
        ["Bob", "sound", ""],
    ]


@pytest.mark.parametrize("names", [("Ann", "ann"), ("../../etc", "______etc"), ("Zoë", "Zoe"), ("a" * 90, "a" * 91)])
def test_two_names_are_two_logs_inside_the_folder(layout, names):
    first, second = (review_log(layout, name) for name in names)
    assert first != second
    assert {first.parent, second.parent} == {layout.reviews}
    assert first.name.lower() != second.name.lower()


SCRIPT = """
import sys
from pathlib import Path
from counterproof.domain.review import Review
from counterproof.store.layout import layout_of
from counterproof.store.reviews import save_review
folder, reviewer = Path(sys.argv[1]), sys.argv[2]
for number in range(15):
    save_review(layout_of(folder, out=folder / "out"), Review(
        trial=f"t{number}", item="nk", variant="flip", agent="a", replicate=1, reviewer=reviewer,
        behaviour="sound", at=f"{number}"))
"""


def test_reviewers_who_save_at_once_lose_nothing(layout, tmp_path):
    who = ("Ann", "Ann", "Bob")
    at_once = [subprocess.Popen([sys.executable, "-c", SCRIPT, str(tmp_path), name]) for name in who]
    assert [process.wait() for process in at_once] == [0, 0, 0]
    assert len(read_reviews(layout)) == 30
    assert len(review_log(layout, "Ann").read_bytes().splitlines()) == 30
    assert len(pd.read_parquet(layout.reviews_table)) == 30
    assert not list(tmp_path.rglob("*.part"))


def test_half_a_line_of_a_killed_process_is_passed_over(layout):
    save_review(layout, review())
    with review_log(layout, "Ann").open("ab") as log:
        log.write(b'{"trial": "t2", "item"')
    save_review(layout, review("t3"))
    assert [found.trial for found in read_reviews(layout)] == ["t1", "t3"]


def test_a_line_that_is_no_label_is_named(layout):
    log = review_log(layout, "Ann")
    log.parent.mkdir(parents=True)
    log.write_text(json.dumps({"trial": "t1"}) + "\n")
    with pytest.raises(InputError, match="line 1"):
        read_reviews(layout)


def test_no_label_is_an_empty_answer(layout):
    assert read_reviews(layout) == ()


@pytest.mark.parametrize(
    "said", [{"reviewer": "  "}, {"behaviour": "lazy"}, {"fault": "agent"}, {"note": "x" * 20_001}]
)
def test_a_label_that_means_nothing_is_refused(said):
    with pytest.raises(ValueError, match=next(iter(said))):
        review(**said)
