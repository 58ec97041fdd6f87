import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.domain.item import Item

REGISTRATION = {
    "ask": {"statistic": "marker", "group": {"bulk_labels": "CD56+ NK"}},
    "block": "raw",
    "block_class": "log",
    "flip_to": "A",
}
ITEM = {
    "id": "nk_marker",
    "family": "marker",
    "question": "Which gene marks CD56+ NK cells?",
    "options": {"A": "CD79A", "B": "NKG7", "C": "FCER1A", "D": "CD3D"},
    "key": "B",
    "data": {"source": "scanpy:pbmc68k_reduced"},
    "registration": REGISTRATION,
}


def problems(**changes: object) -> dict[str, str]:
    """The message for each place of the item that is refused."""
    try:
        Item.model_validate({**ITEM, **changes})
    except ValidationError as error:
        return {
            ".".join(map(str, fault["loc"])): fault["msg"].removeprefix("Value error, ") for fault in error.errors()
        }
    return {}


def test_the_item_of_the_design_is_right():
    assert problems() == {}


@pytest.mark.parametrize("wrong", ["", "NK", "nk marker", "../nk", "-nk", "a" * 65, "nk\n"])
def test_an_id_must_be_a_plain_name(wrong):
    assert problems(id=wrong) == {"id": "an id has 1 to 64 of a-z, 0-9, '_' and '-', and starts with a letter or digit"}


def test_a_text_of_megabytes_is_refused_at_once():
    huge = "gene " * 2_000_000
    assert set(problems(question=huge)) == {"question"}
    assert set(problems(background=huge)) == {"background"}
    assert set(problems(options={"A": huge, "B": "NKG7"})) >= {"options.A"}


@pytest.mark.parametrize("letter", ["a", "AB", "1", "", "É"])
def test_an_option_is_named_by_a_letter(letter):
    assert problems(options={letter: "CD79A", "B": "NKG7"}) == {
        "options": f"an option is named by one capital letter, not {letter!r}"
    }


def test_two_options_with_one_text_are_refused():
    assert problems(options={"A": "NKG7", "B": "NKG7"}) == {"options": "two options have the same text: 'NKG7'"}


def test_an_option_without_text_is_refused():
    assert problems(options={"A": " ", "B": "NKG7"}) == {"options": "option A has no text"}


def test_one_option_is_no_choice():
    assert problems(options={"B": "NKG7"}) == {"options": "a choice has two options or more, not 1"}


def test_every_fault_of_the_options_is_told_at_once():
    told = problems(options={"A": "NKG7", "b": "NKG7", "C": " "})["options"]
    assert told == (
        "an option is named by one capital letter, not 'b'; option C has no text; "
        "two options have the same text: 'NKG7'"
    )


def test_an_option_that_is_no_text_is_told_once():
    assert problems(options={"A": 1, "B": "NKG7"}) == {"options.A": "Input should be a valid string"}


def test_options_are_in_the_order_of_their_letters():
    item = Item.model_validate({**ITEM, "options": {"D": "CD3D", "B": "NKG7", "A": "CD79A"}})
    assert list(item.options) == ["A", "B", "D"]


def test_the_key_must_be_an_option():
    assert problems(key="E") == {"key": "the key is none of the options A, B, C, D"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"flip_to": "E"}, "flip_to 'E' is none of the options A, B, C, D"),
        ({"flip_to": "B"}, "flip_to 'B' is the key: a flip must support another option"),
        ({"targets": {"E": "NKG7"}}, "targets names 'E', which is no option"),
        (
            {"ask": {"statistic": "specificity", "gene": "NKG7", "column": "bulk_labels"}},
            "asks for the statistic 'specificity', but the item's family is 'marker'",
        ),
    ],
)
def test_a_registration_must_fit_its_item(change, message):
    assert problems(registration={**REGISTRATION, **change}) == {"registration": message}


def test_every_fault_of_a_registration_is_told_at_once():
    wrong = problems(registration={**REGISTRATION, "flip_to": "E", "targets": {"F": "CD14"}})["registration"]
    assert wrong == "flip_to 'E' is none of the options A, B, C, D; targets names 'F', which is no option"


def test_every_fault_of_an_item_is_told_at_once():
    assert set(problems(id="NK", key="E", family="mood", question="", data={})) == {
        *("id", "key", "family", "question", "data.source")
    }


def test_a_misspelt_field_is_refused():
    assert problems(anwser="B") == {"anwser": "Extra inputs are not permitted"}


OPTIONS = st.dictionaries(
    st.sampled_from("ABCDEFGH"), st.text(min_size=1).filter(str.strip), min_size=2, max_size=8
).filter(lambda options: len(set(options.values())) == len(options))


@given(options=OPTIONS, question=st.text(min_size=1), data=st.data())
def test_an_item_comes_back_from_json_as_it_was(options, question, data):
    letters = sorted(options)
    key, flip_to = data.draw(st.permutations(letters))[:2]
    registration = {**REGISTRATION, "flip_to": flip_to}
    item = Item.model_validate(
        {**ITEM, "options": options, "key": key, "question": question, "registration": registration}
    )
    assert Item.model_validate_json(item.model_dump_json()) == item
