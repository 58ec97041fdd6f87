from dataclasses import replace

import pytest

from counterproof.construct.tables.leaks.words import no_file_words, removed_columns

NONE, DROP = {"kind": "none"}, {"kind": "drop_columns", "columns": ["dose"]}


@pytest.fixture
def source(frame):
    return frame({"name": ["p1", "p2"], "site": ["north", "south"], "dose": ["1", "2"]})


@pytest.fixture
def dropped(source, files):
    """What is found where the file without the doses has this text in place of one site."""

    def find(text, *, form="csv", site="north"):
        whole = source.with_cells({"site": [site, "south"]})
        left = source.without(("dose",)).with_cells({"site": [text, "south"]})
        return removed_columns(files(source, original=(whole, NONE), withdraw=(left, DROP)))

    return find


@pytest.mark.parametrize("text", ["dose", "by dose", "(dose)", "dose=1", "dose:high"])
def test_the_name_of_a_dropped_column_is_found_in_any_cell(dropped, text):
    assert dropped(text)[0] == "withdraw: the bytes hold the name of the dropped column 'dose'"


@pytest.mark.parametrize("text", ["north", "doses", "dose_2", "overdose", "Dose", "dose-free", "dose.1"])
def test_a_longer_name_or_another_one_is_none(dropped, text):
    assert dropped(text) == ("", "dose in withdraw", "")


def test_a_label_of_that_name_that_the_original_has_says_nothing(dropped):
    assert dropped("dose", site="dose")[0] == ""


def test_where_nothing_is_dropped_there_is_nothing_to_look_for(source, files):
    assert removed_columns(files(source, original=(source, NONE))) == ("", "no column is dropped", "")


def worded(source, files, text, **fields):
    return no_file_words(files(source, original=(source.with_cells({"site": [text, "x"]}), NONE), **fields))[0]


@pytest.mark.parametrize("text", ["flip.csv", "WITHDRAW.csv", "Counterproof", "an_item", "An_Item"])
def test_what_says_which_file_it_is_is_found(source, files, text):
    assert worded(source, files, text).startswith("original: its bytes hold")


@pytest.mark.parametrize("text", ["flip", "original", "csv", "an item"])
def test_common_words_are_none(source, files, text):
    assert worded(source, files, text) == ""


@pytest.mark.parametrize(("item", "found"), [("abcde", True), ("abcd", False), ("Ünwohl", True)])
def test_an_item_s_short_name_may_stand_in_any_table(source, files, item, found):
    assert bool(worded(source, files, f"x {item} y", item=item)) == found


@pytest.mark.parametrize("item", ["north", "North", "height"])
def test_an_item_that_is_called_as_a_column_or_a_label_of_the_source_says_nothing_by_that(frame, files, item):
    source = frame({"name": ["p1", "p2"], "site": ["north", "south"], "height": ["1", None]})
    assert no_file_words(files(source, original=(source, NONE), item=item))[0] == ""


def test_the_folder_of_the_file_is_found_in_its_bytes(source, files):
    made = files(source, original=(source, NONE))
    one = made.original
    other = replace(one, data=one.data + str(one.path.parent).encode())
    assert no_file_words(made)[0] == ""
    assert str(one.path.parent) in no_file_words(replace(made, written={"original": other}))[0]
