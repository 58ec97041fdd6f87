from dataclasses import replace

import pytest

from counterproof.construct.tables.leaks.form import one_writer, same_rows, same_writing

NONE, SWAP = {"kind": "none"}, {"kind": "swap_columns", "columns": ["dose", "height"]}
DROP = {"kind": "drop_columns", "columns": ["dose"]}


@pytest.fixture
def source(frame):
    return frame({"name": ["p1", "p2"], "dose": ["1", None], "height": ["0.5", "2.0"]})


@pytest.mark.parametrize("form", ["csv", "tsv", "parquet"])
def test_what_the_writer_made_is_found_to_be_so_in_every_format(frame, files, form):
    table = frame({"name": ["p,1", 'p"2'], "height": ["0.5", None]}, form=form)
    made = files(table, original=(table, NONE), flip=(table, NONE))
    assert [check(made)[0] for check in (one_writer, same_rows, same_writing)] == ["", "", ""]


@pytest.mark.parametrize(
    "change",
    [lambda data: data + b"\n", lambda data: data.replace(b"0.5", b'"0.5"'), lambda data: data.replace(b"\n", b"\r\n")],
)
def test_another_writer_s_bytes_are_told(source, files, change):
    made = files(source, original=(source, NONE), flip=(source, NONE))
    other = replace(made.written["flip"], data=change(made.written["flip"].data))
    leak = one_writer(replace(made, written={**made.written, "flip": other}))[0]
    assert leak == "flip: the file's bytes are not those that the writer makes of its table"


def test_another_number_of_rows_is_told(source, files):
    made = files(source, original=(source, NONE), flip=(source.take([0]), NONE))
    assert same_rows(made) == ("flip: 1 rows, original 2", "2 rows", "")


@pytest.mark.parametrize("text", ["0.50", "+0.5", "5e-1", "x"])
def test_a_number_that_is_written_another_way_is_told(source, files, text):
    odd = source.with_cells({"height": [text, "2.0"]})
    assert same_writing(files(source, original=(source, NONE), flip=(odd, NONE)))[0] == (
        f"flip: column 'height' writes {text!r}"
    )


def test_another_number_of_missing_values_is_told_but_of_swapped_columns(source, files):
    other = source.with_cells({"dose": ["1", "2"], "height": ["0.5", None]})
    assert same_writing(files(source, original=(source, NONE), flip=(other, NONE)))[0] == (
        "flip: column 'dose' lacks another number of values"
    )
    assert same_writing(files(source, original=(source, NONE), flip=(other, SWAP)))[0] == ""


def test_a_column_that_an_edit_took_out_is_not_looked_for(source, files):
    made = files(source, original=(source, NONE), withdraw=(source.without(("dose",)), DROP))
    assert same_writing(made)[0] == ""
