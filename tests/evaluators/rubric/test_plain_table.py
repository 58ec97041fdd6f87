import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.problem import InputError, Problem
from counterproof.evaluators.rubric.plain_table import abridged, missing_columns, numbers, read_frame, repeated


@pytest.fixture
def read(tmp_path):
    def one(data, *, name="it.csv"):
        (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return read_frame(tmp_path / name)

    return one


def told(problems):
    return [(problem.place, problem.wrong) for problem in problems]


def test_every_cell_of_a_csv_is_text_and_an_empty_one_is_missing(read):
    table = read('\ufeffitem,score\n007,NA\nnan,\n"a, b",1e3\n')
    assert list(table.columns) == ["item", "score"]
    assert table["item"].tolist() == ["007", "nan", "a, b"]
    assert table["score"].isna().tolist() == [False, True, False]
    assert table["score"].tolist()[::2] == ["NA", "1e3"]


def test_a_parquet_keeps_its_types(tmp_path):
    pd.DataFrame({"item": ["a"], "score": [1.5]}).to_parquet(tmp_path / "it.parquet")
    assert read_frame(tmp_path / "it.parquet").to_dict("list") == {"item": ["a"], "score": [1.5]}


def test_a_cell_too_many_in_every_row_shifts_nothing(read):
    with pytest.raises(InputError, match=r"it\.csv: cannot be read: "):
        read("item,score\na,1,9\nb,2,9\n")


def test_a_cell_too_few_is_missing(read):
    assert read("item,score\na\n")["score"].isna().all()


def test_two_columns_of_one_name_are_told_and_not_renamed(read):
    with pytest.raises(InputError, match="two columns have one name") as raised:
        read("item,score,item\na,1,b\n")
    assert [problem.seen for problem in raised.value.problems] == ["item"]


@pytest.mark.parametrize("data", [b"", b"item,score\n\xff,1\n", b'item,score\n"a,1\n', b"a\n1,2\n3,4,5\n"])
def test_what_cannot_be_read_is_one_problem(read, data):
    with pytest.raises(InputError, match=r"it\.csv: cannot be read"):
        read(data)


@pytest.mark.parametrize("name", ["it.tsv", "it", "it.CSV"])
def test_another_kind_of_file_is_told(read, name):
    with pytest.raises(InputError, match="is no table"):
        read("item\na\n", name=name)


def test_a_file_that_is_not_there_and_a_folder_are_told(tmp_path):
    for path in (tmp_path / "gone.csv", tmp_path):
        with pytest.raises(InputError, match="no such file"):
            read_frame(path)


def test_no_parquet_is_one_problem(read):
    with pytest.raises(InputError, match="cannot be read"):
        read(b"item\na\n", name="it.parquet")


def test_each_missing_column_is_told_with_those_there_are():
    table = pd.DataFrame({"item": ["a"], 3: [1]})
    problems = missing_columns(table, ["item", "judge", "score"], file="f")
    assert [(problem.wrong, problem.seen) for problem in problems] == [
        ("has no column 'judge'", "item, 3"),
        ("has no column 'score'", "item, 3"),
    ]
    assert missing_columns(table, ["item"], file="f") == []
    assert told(missing_columns(table.iloc[:0], ["item"], file="f")) == [("", "has no row")]


def test_a_repeated_key_and_one_that_lacks_a_part_are_told_by_their_rows():
    table = pd.DataFrame({"item": ["a", "a", None, "a", None], "judge": ["x", "x", "x", "y", "x"]})
    problems = repeated(table, ["item", "judge"], file="f")
    assert told(problems) == [
        ("row 3", "lacks its item or judge"),
        ("row 5", "lacks its item or judge"),
        ("row 2", "repeats the item, judge of an earlier row"),
    ]


@pytest.mark.parametrize("text", ["x", "nan", "inf", "-inf", "1,5", "1_0", "0x1", "1e400", " "])
def test_what_is_no_number_is_told_and_read_as_unknown(text):
    read, problems = numbers(pd.Series(["1", text], name="score"), file="f")
    assert read.iloc[0] == 1
    assert told(problems) == [("row 2, score", "is no number")]
    assert problems[0].seen == text


def test_an_empty_cell_is_unknown_without_a_problem():
    read, problems = numbers(pd.Series([None, "2.5"], name="score", dtype=object), file="f")
    assert (read.isna().tolist(), problems) == ([True, False], [])


def test_the_ends_of_a_range_belong_to_it():
    read, problems = numbers(pd.Series(["0", "10", "-0.1", "10.1"], name="score"), file="f", low=0, high=10)
    assert read.tolist() == [0, 10, -0.1, 10.1]
    assert told(problems) == [
        ("row 3, score", "is no number from 0 to 10"),
        ("row 4, score", "is no number from 0 to 10"),
    ]


@given(st.integers(0, 20))
def test_of_many_problems_the_first_are_told_and_the_rest_counted(number):
    problems = [Problem(file="f", wrong=f"wrong {place}") for place in range(number)]
    found = abridged(problems, file="f")
    assert found[:5] == problems[:5]
    assert [problem.wrong for problem in found[5:]] == (
        [] if number <= 5 else [f"has {number - 5} more row{'s' if number > 6 else ''} of this kind"]
    )
