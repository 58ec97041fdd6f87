import json

import pytest

from counterproof.benchmarks.new_study import write_new_study
from counterproof.benchmarks.own import open_study
from counterproof.benchmarks.question_list import load_question_list
from counterproof.domain.problem import InputError

HEADER = "id,question,A,B,C,key,data\n"


def listed(folder, text, *, name="list.csv", data=None):
    (folder / name).write_text(text, encoding="utf-8")
    return load_question_list(folder / name, data=data)


def test_a_row_is_an_item_whose_empty_options_are_none(tmp_path):
    (item,) = listed(tmp_path, HEADER + 'NK 1,"Which, of these?",CD79A,NKG7,,B,\n').items
    assert (item.id, item.source_id, item.question) == ("nk_1", "NK 1", "Which, of these?")
    assert (item.options, item.key, item.data.source) == ({"A": "CD79A", "B": "NKG7"}, "B", "none")


@pytest.mark.parametrize(("key", "read"), [("B", "B"), ('"C, A"', "A,C"), ("nkg7", "B"), ("NKG7.", "B")])
def test_a_key_is_a_letter_or_several_or_the_text_of_one_option(key, read, tmp_path):
    (item,) = listed(tmp_path, HEADER + f"x,Which?,CD79A,NKG7,LYZ,{key},\n").items
    assert item.key == read


@pytest.mark.parametrize(("key", "read"), [("T", "C"), ("C", "C"), ("X", None)])
def test_a_letter_that_is_no_option_may_be_the_text_of_one(key, read, tmp_path):
    found = listed(tmp_path, HEADER + f"x,Which base?,A,G,T,{key},\n")
    assert [item.key for item in found.items] == [read] * (read is not None)
    assert [note.reason for note in found.refused] == [f"its key is no option: {key!r}"] * (read is None)


@pytest.mark.parametrize("options", [["CD79A", "NKG7"], {"B": "NKG7", "A": "CD79A"}])
def test_json_lines_hold_the_options_as_a_list_or_by_letter(options, tmp_path):
    line = json.dumps({"id": 7, "question": "Which?", "options": options, "key": "NKG7", "background": "Blood."})
    (item,) = listed(tmp_path, line, name="list.jsonl").items
    assert (item.id, item.options, item.key, item.background) == ("7", {"A": "CD79A", "B": "NKG7"}, "B", "Blood.")


def test_what_is_no_item_is_refused_with_its_line(tmp_path):
    rows = [
        "x,Which?,a,b,,D,",
        "y,,a,b,,A,",
        "z,Which?,a,,,A,",
        "w,Which, one?,a,b,,A,",
        "v,Which?,a,b,,A,",
        "v,W?,a,b,,A,",
    ]
    found = listed(tmp_path, HEADER + "\n".join(rows))
    assert [item.id for item in found.items] == ["v"]
    told = {note.row: note.reason for note in found.refused}
    assert told["line 2"] == "its key is no option: 'D'"
    assert told["line 3"] == "has no question"
    assert "not one alone" in told["line 4"]
    assert told["line 5"] == "has more cells than the header: put texts with commas in quotes"
    assert told["line 7"] == "its id is that of an earlier row: v"


def test_data_lie_beside_the_list_or_in_the_folder_that_is_named(tmp_path):
    (tmp_path / "cells").mkdir()
    (tmp_path / "cells" / "a.h5ad").touch()
    text = HEADER + "x,Which?,a,b,,A,a.h5ad\ny,Which?,a,b,,A,scanpy:pbmc68k_reduced\n"
    beside, inside = listed(tmp_path, text), listed(tmp_path, text, data=tmp_path / "cells")
    assert [item.data.source for item in beside.items] == ["none", "scanpy:pbmc68k_reduced"]
    assert [note.reason for note in beside.irregular] == ["its data file is not there: a.h5ad"]
    assert inside.items[0].data.source == str(tmp_path / "cells" / "a.h5ad")
    assert inside.irregular == ()


def test_a_study_of_it_has_a_draft_where_the_question_is_understood(tmp_path):
    row = "b,Which gene marks CD19+ B cells?,CD79A,NKG7,LYZ,A,scanpy:pbmc68k_reduced\n"
    made = write_new_study(tmp_path / "mine", "own", listed(tmp_path, HEADER + row))
    assert made.drafts == ("b",)
    item = open_study(made.folder).item("b")
    assert (item.family, item.data.source) == ("marker", "scanpy:pbmc68k_reduced")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"id,question\nx,y\n", "has no column key"),
        (b"id,question,key,A,A\n", "has a column twice: A"),
        (b"\xff\xfeid", "is not UTF-8 text at byte 0"),
        (b'id,question,key\nx,"y', "is no CSV"),
        (b"", "has no column id, question, key"),
    ],
)
def test_another_file_is_told_with_the_form_that_is_read(data, told, tmp_path):
    (tmp_path / "x.csv").write_bytes(data)
    with pytest.raises(InputError, match=told):
        load_question_list(tmp_path / "x.csv")


def test_a_folder_of_item_files_needs_no_import(tmp_path):
    with pytest.raises(InputError, match="it is a study's `items`"):
        load_question_list(tmp_path)


def refusals(found):
    return [note.reason for note in found.refused]


def test_a_row_without_options_says_where_they_belong(tmp_path):
    with_small_letters = "id,question,a,b,key\nx,Which?,one,two,A\n"
    assert refusals(listed(tmp_path, with_small_letters)) == [
        "has no options: they stand in columns A, B, ..., or under options"
    ]


def test_no_option_of_a_long_list_is_lost_silently(tmp_path):
    line = json.dumps({"id": "x", "question": "Which?", "options": [f"o{n}" for n in range(30)], "key": "A"})
    assert refusals(listed(tmp_path, line, name="list.jsonl")) == ["has 30 options, and there are 26 letters"]


@pytest.mark.parametrize("unfit", [{"question": ["Which?"]}, {"options": {"A": {"text": "one"}, "B": "two"}}])
def test_a_question_or_an_option_that_is_no_text_is_refused(unfit, tmp_path):
    line = json.dumps({"id": "x", "question": "Which?", "options": ["one", "two"], "key": "A"} | unfit)
    assert refusals(listed(tmp_path, line, name="list.jsonl")) == ["its question or an option is no text"]


def test_options_of_the_same_text_are_told(tmp_path):
    (note,) = listed(tmp_path, HEADER + "x,Which?,CD79A,CD79A,LYZ,A,\n").irregular
    assert note.reason == "two of its options are the same text: A and B"


def test_bundled_data_that_do_not_exist_are_told_and_the_study_opens(tmp_path):
    found = listed(tmp_path, HEADER + "x,Which?,a,b,,A,scanpy:nope\n")
    assert [note.reason for note in found.irregular] == ["its data file is not there: scanpy:nope"]
    assert found.items[0].data.source == "none"


@pytest.mark.parametrize(("mark", "name"), [(";", "semicolons"), ("\t", "tabs")])
def test_columns_that_are_parted_by_another_mark_are_told(mark, name, tmp_path):
    with pytest.raises(InputError, match=f"parted by {name}: save it with commas"):
        listed(tmp_path, HEADER.replace(",", mark) + "x;q\n")
