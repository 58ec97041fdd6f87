import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.problem import InputError
from counterproof.evaluators.rubric.points import missing_maxima, read_points, reply_counts, rubric_scores
from counterproof.evaluators.rubric.rubric import Criterion, Rubric

RUBRIC = Rubric(
    id="r",
    items=("i",),
    criteria=(Criterion(id="reads", points=2, ask="?"), Criterion(id="compares", points=3, ask="?")),
    traps=(Criterion(id="no_prior", points=1, ask="?"),),
)


def reply(trial="t", judge="j", status="ok", **points):
    return [
        {"trial": trial, "judge": judge, "criterion": name, "points": value, "status": status, "maximum": np.nan}
        for name, value in points.items()
    ]


def scored(*replies, rubric=RUBRIC):
    points = pd.DataFrame([row for rows in replies for row in rows])
    return rubric_scores(points, rubrics=dict.fromkeys(points["trial"], rubric) if rubric else None)


def test_a_score_is_the_points_over_the_rubrics_maximum():
    (row,) = scored(reply(reads=2, compares=1.5, no_prior=0)).to_dict("records")
    assert (row["points"], row["maximum"], row["score"], row["status"]) == (3.5, 6, 3.5 / 6, "scored")


@pytest.mark.parametrize(
    ("rows", "status", "reason"),
    [
        (reply(reads=2, compares=1), "incomplete", "no points for no_prior"),
        (reply(reads=2, compares=1, no_prior=np.nan), "incomplete", "no points for no_prior"),
        (reply(reads=2, compares=1, no_prior=0, style=1), "incomplete", "points for style, which the rubric lacks"),
        (reply(reads=2, compares=3.5, no_prior=0), "out_of_scale", "3.5 points for compares, of 3"),
        (reply(reads=-1, compares=3, no_prior=0), "out_of_scale", "-1 points for reads, of 2"),
        (reply(reads=2, compares=3, no_prior=1, status="refused"), "refused", "the reply ended as refused"),
        (reply(reads=2, compares=3, no_prior=1, status="cut"), "cut", "the reply ended as cut"),
    ],
)
def test_a_reply_that_is_no_reply_has_a_status_and_never_a_score(rows, status, reason):
    (row,) = scored(rows).to_dict("records")
    assert (row["status"], row["reason"]) == (status, reason)
    assert np.isnan([row["score"], row["points"]]).all()


def test_one_bad_reply_leaves_the_others_as_they_are():
    good, bad = reply(reads=2, compares=3, no_prior=1), reply(judge="k", reads=9, compares=3, no_prior=1)
    found = scored(good, bad, reply(trial="u", judge="k", reads=0, compares=0, no_prior=0))
    assert list(found["status"]) == ["scored", "out_of_scale", "scored"]
    assert found["score"].tolist()[::2] == [1, 0]


@given(st.lists(st.tuples(*[st.floats(0, limit) for limit in (2, 3, 1)]), min_size=1, max_size=8))
def test_every_valid_score_lies_between_0_and_1(points):
    replies = [reply(trial=str(n), reads=a, compares=b, no_prior=c) for n, (a, b, c) in enumerate(points)]
    assert scored(*replies)["score"].between(0, 1).all()


def test_expected_valid_and_missing_replies_are_counted():
    found = scored(
        reply(reads=2, compares=3, no_prior=1),
        reply(trial="u", reads=2, compares=3, no_prior=1, status="refused"),
        reply(judge="k", reads=2, compares=3, no_prior=1),
    )
    counts = reply_counts(found, trials=["t", "u"])
    assert list(counts.itertuples(index=False, name=None)) == [
        ("j", 2, "valid", 1),
        ("j", 2, "refused", 1),
        ("k", 2, "valid", 1),
        ("k", 2, "missing", 1),
    ]
    assert list(reply_counts(found, trials=["t"])["n"]) == [1, 1]


def test_a_table_of_criteria_with_their_maxima_needs_no_rubric(tmp_path):
    file = tmp_path / "points.csv"
    file.write_text("trial,judge,criterion,points,maximum\nt,j,a,1,2\nt,j,b,,2\nu,j,a,1,2\nu,j,b,2,2\n")
    found = rubric_scores(read_points(file))
    assert list(found["status"]) == ["missing", "scored"]
    assert found["score"][1] == 0.75


def test_a_table_of_whole_scores_is_read_too(tmp_path):
    file = tmp_path / "scores.csv"
    file.write_text("trial,judge,score,status\nt,j,0.25,ok\nu,j,1.5,ok\nv,j,,invalid\n")
    found = rubric_scores(read_points(file))
    assert list(found["status"]) == ["scored", "out_of_scale", "invalid"]
    assert found["score"][0] == 0.25


def test_parquet_is_read_like_csv(tmp_path):
    table = pd.DataFrame({"trial": ["t"], "judge": ["j"], "criterion": ["a"], "points": [1.0], "maximum": [4.0]})
    table.to_parquet(tmp_path / "points.parquet")
    assert rubric_scores(read_points(tmp_path / "points.parquet"))["score"].tolist() == [0.25]


def test_every_fault_of_a_table_is_told_at_once(tmp_path):
    file = tmp_path / "points.csv"
    file.write_text("trial,judge,criterion,points\nt,j,a,one\nt,j,a,1\n,j,a,1\n")
    with pytest.raises(InputError) as error:
        read_points(file)
    assert [problem.place for problem in error.value.problems] == ["row 1, points", "row 3", "row 2"]


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("a.csv", "trial,judge\n", "has no column 'criterion'"),
        ("a.csv", "trial,judge,criterion,points\n", "has no row"),
        ("a.txt", "", "is no table"),
        ("a.parquet", "no", "cannot be read"),
    ],
)
def test_what_is_no_table_of_points_is_refused(tmp_path, name, text, wrong):
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=wrong):
        read_points(tmp_path / name)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_points(tmp_path / "none.csv")


def test_criteria_without_a_maximum_are_named(tmp_path):
    file = tmp_path / "points.csv"
    file.write_text("trial,judge,criterion,points\nt,j,a,1\nu,j,b,1\n")
    points = read_points(file)
    assert [problem.seen for problem in missing_maxima(points, rubrics={"t": RUBRIC}, file="points.csv")] == ["b"]
    assert rubric_scores(points)["status"].tolist() == ["incomplete", "incomplete"]
