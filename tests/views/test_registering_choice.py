import pytest
from tiny_study import write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.looked import Looked
from counterproof.construct.sources import source_path
from counterproof.domain.statistic import FAMILIES
from counterproof.views.registering_choice import (
    differs,
    families,
    first_choice,
    registration_from,
    still_to_choose,
)

MARKER = {"statistic": "marker", "group": {"column": "kind", "value": "NK"}}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return open_study(write_tiny_study(tmp_path_factory.mktemp("tiny") / "study"))


@pytest.fixture(scope="module")
def looked(study):
    return Looked(source_path(study, "cells.h5ad"))


@pytest.fixture
def bare(study):
    return lambda name: study.item(name).model_copy(update={"registration": None})


def test_every_family_can_be_chosen_with_its_fields_and_edits():
    found = {each["family"]: each for each in families()}
    assert tuple(found) == FAMILIES
    assert [edit["kind"] for edit in found["abundance"]["flip"]] == ["exchange_conditions", "reverse_proportions"]
    assert {name for name, each in found.items() if each["groups"]} == {"specificity", "abundance"}


@pytest.mark.parametrize(
    "family", ["marker_nk", "specificity_lyz", "expression_ifi6", "abundance_mono", "coexpression_cd79a"]
)
def test_what_the_file_holds_comes_out_as_it_went_in(study, looked, family):
    item = study.item(family)
    choice = first_choice(item, looked)
    assert still_to_choose(choice, item, looked) == []
    registration = registration_from(choice, item, looked)
    assert registration.pop("after_viewing") is True
    again = type(item.registration).model_validate(registration)
    assert again == item.registration
    assert not differs(again, item)


def test_an_unregistered_item_starts_with_its_family_the_log_block_and_another_option(looked, bare):
    choice = first_choice(bare("marker_nk"), looked)
    assert (choice["ask"], choice["block"], choice["flip_to"]) == ({"statistic": "marker"}, "raw", "A")
    assert still_to_choose(choice, bare("marker_nk"), looked) == ["the group of cells"]


@pytest.mark.parametrize(
    ("item", "ask", "lacking"),
    [
        ("marker_nk", {"statistic": ""}, ["the statistic"]),
        ("marker_nk", {"statistic": "marker", "group": {"column": "kind", "value": ""}}, ["the group of cells"]),
        ("specificity_lyz", {"statistic": "specificity", "column": "kind"}, ["the gene asked about"]),
        (
            "marker_nk",
            {"statistic": "specificity", "gene": "LYZ", "column": "kind"},
            [f"the group of option {letter}" for letter in "ABCD"],
        ),
        (
            "expression_ifi6",
            {"statistic": "expression", **{side: {"column": "condition", "value": "stim"} for side in "ab"}},
            ["two different conditions"],
        ),
    ],
)
def test_what_is_missing_is_named(looked, bare, item, ask, lacking):
    choice = first_choice(bare(item), looked) | {"ask": ask}
    assert still_to_choose(choice, bare(item), looked) == lacking


def test_the_answer_of_the_flip_must_be_chosen(looked, bare):
    choice = first_choice(bare("marker_nk"), looked) | {"ask": MARKER, "flip_to": ""}
    assert still_to_choose(choice, bare("marker_nk"), looked) == ["the answer of the flip"]


def test_a_registration_says_the_class_of_its_block_and_only_what_differs(looked, bare):
    item = bare("marker_nk")
    choice = first_choice(item, looked) | {
        "ask": MARKER | {"gene": "LYZ", "within": None},
        "block": "layers/counts",
        "targets": {"A": " CD79B ", "B": "NKG7", "C": "", "Z": "LYZ"},
        "decisions": {"donor": "drop", "condition": ""},
        "after_deletion": None,
    }
    assert registration_from(choice, item, looked) == {
        "ask": {"statistic": "marker", "group": {"kind": "NK"}},
        "block": "layers/counts",
        "block_class": "counts",
        "flip_to": "A",
        "targets": {"A": "CD79B"},
        "after_viewing": True,
        "decisions": {"donor": "drop"},
    }


def test_a_column_that_has_the_name_of_a_field_is_written_out(looked, bare):
    ask = {"statistic": "marker", "group": {"column": "value", "value": "1"}}
    choice = first_choice(bare("marker_nk"), looked) | {"ask": ask}
    assert registration_from(choice, bare("marker_nk"), looked)["ask"]["group"] == {"column": "value", "value": "1"}


def test_when_it_was_made_is_no_difference_and_everything_else_is(study):
    item = study.item("marker_nk")
    assert not differs(item.registration.model_copy(update={"after_viewing": True}), item)
    assert differs(item.registration.model_copy(update={"flip_to": "C"}), item)
    assert differs(item.registration, item.model_copy(update={"registration": None}))
