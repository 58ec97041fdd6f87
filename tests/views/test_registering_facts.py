import pytest
from tiny_study import write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.foresee import foresee, resampled
from counterproof.construct.looked import Looked
from counterproof.construct.screen import Exclusion
from counterproof.construct.sources import source_path
from counterproof.domain.problem import Problem
from counterproof.views.registering_facts import facts_of, lacking_facts, refused_facts, shown, written_facts


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return open_study(write_tiny_study(tmp_path_factory.mktemp("tiny") / "study"))


@pytest.fixture(scope="module")
def looked(study):
    return Looked(source_path(study, "cells.h5ad"))


@pytest.fixture
def seen(study, looked):
    """The item and what is foreseen of it, after these changes of its registration."""

    def run(name="marker_nk", *, key=None, **changes):
        item = study.item(name)
        draft = item.registration.model_copy(update=changes)
        item = item.model_copy(update={"registration": draft, **({"key": key} if key else {})})
        return item, resampled(foresee(item, study, looked), looked)

    return run


def told(item, foreseen, **more):
    return facts_of(foreseen, item, **more)["verdict"]


def test_the_verdict_names_the_leader_its_lead_and_what_was_asked(seen):
    item, foreseen = seen()
    verdict = told(item, foreseen)
    lead = shown(foreseen.blocks[0].lead)
    assert (verdict["tone"], verdict["title"]) == (
        "good",
        f"The data decide this item: NKG7 leads by {lead}, 0.5 asked.",
    )
    assert verdict["lines"][0] == "100% of 20 resamples of the cells support it too (95% asked)."
    assert verdict["lines"][1].startswith(
        "Every edit does what it must: withdrawal leaves no answer, and after the flip CD79A"
    )


def test_every_option_has_a_number_in_the_data_and_after_each_edit(seen):
    item, foreseen = seen()
    facts = facts_of(foreseen, item)
    assert [column["name"] for column in facts["columns"]] == ["in the data", "null", "withdraw", "flip"]
    assert [column["must"] for column in facts["columns"]] == ["B", "B", "none", "A"]
    assert all(column["ok"] for column in facts["columns"])
    by_letter = {option["letter"]: option for option in facts["options"]}
    assert [by_letter[letter]["role"] for letter in "ABCD"] == ["flip", "key", "other", "other"]
    data, null, withdraw, flip = by_letter["B"]["shown"]
    assert (data, withdraw) == (null, "\u2013")
    assert by_letter["A"]["shown"][3] == data
    assert flip == by_letter["A"]["shown"][0]
    assert facts["holds"]


@pytest.mark.parametrize(
    ("exclusion", "words"),
    [
        (Exclusion("tied", "x"), "do not decide this item: NKG7 leads by only"),
        (Exclusion("no effect", "x"), "do not decide this item: NKG7 has most with"),
        (Exclusion("opposite direction", "x"), "speak against the key: NKG7 has"),
        (Exclusion("undefined", "x"), "the statistic is undefined for NKG7"),
        (
            Exclusion("contrary block", "block X supports LYZ"),
            "contradict themselves: block X supports LYZ, and raw NKG7",
        ),
        (Exclusion("unstable", "80% of 20"), "not decide this item firmly: 80% of 20, 95% asked"),
        (Exclusion("something new", "x"), "do not decide this item: something new."),
    ],
)
def test_why_the_data_do_not_decide_is_a_sentence(seen, exclusion, words):
    item, foreseen = seen()
    verdict = told(item, foreseen._replace(exclusion=exclusion))
    assert words in verdict["title"]
    assert verdict["tone"] == "bad"
    assert verdict["lines"] == [f"Excluded as {exclusion.reason}: {exclusion.detail}."]


def test_another_option_that_leads_is_named(seen):
    verdict = told(*seen(key="A", flip_to="B"))
    assert verdict["title"].startswith("The data speak for another answer: NKG7 leads by")
    assert verdict["title"].endswith("not CD79A.")


def test_an_absent_gene_and_the_swap_that_it_forbids_are_told(seen):
    item, foreseen = seen(targets={"A": "NOGENE"})
    facts = facts_of(foreseen, item)
    assert facts["verdict"]["title"] == "The data cannot decide this item: a gene that it needs is not there."
    flip = facts["columns"][-1]
    assert (flip["says"], flip["ok"], flip["why"]) == ("cannot be made", False, "'NOGENE' matches no gene")


def test_an_edit_that_does_not_do_what_it_must_is_told(seen):
    item, foreseen = seen()
    failed = foreseen.edited["withdraw"].model_copy(update={"passed": False, "reason": "block raw supports C"})
    foreseen = foreseen._replace(edited=foreseen.edited | {"withdraw": failed})
    facts = facts_of(foreseen, item)
    assert facts["verdict"]["tone"] == "doubt"
    assert "withdraw: block raw supports C." in facts["verdict"]["lines"]
    assert not facts["columns"][2]["ok"]


def test_an_open_decision_is_asked_for_with_its_ways_out(seen):
    item, foreseen = seen("specificity_lyz", decisions={})
    facts = facts_of(foreseen, item)
    assert facts["verdict"]["tone"] == "doubt"
    assert {"drop", "keep"} <= set(facts["decide"][0]["ways"])
    assert any(line.startswith("Decide below what becomes of") for line in facts["verdict"]["lines"])
    assert not facts["holds"]


def test_items_that_would_be_refused_beside_it_are_told(seen):
    verdict = told(*seen(), beside=["a", "b", "c", "d"])
    assert "4 frozen items keep (a, b, c, ...)" in verdict["lines"][-1]
    assert verdict["tone"] == "doubt"


def test_before_the_cells_are_drawn_again_that_is_said(seen):
    item, foreseen = seen()
    pending = facts_of(foreseen._replace(stability=None), item)
    assert "Drawing the cells again, 20 times" in pending["verdict"]["lines"][0]
    assert (pending["verdict"]["tone"], pending["holds"]) == ("quiet", False)


def test_what_is_lacking_or_refused_has_a_verdict_and_no_numbers():
    lacking = lacking_facts(["the gene asked about", "the answer of the flip"])
    assert written_facts(lacking) == (
        "Choose what decides this item. Still to choose: the gene asked about, the answer of the flip."
    )
    refused = refused_facts([Problem(file="x", wrong="is no flip", seen="swap")])
    assert written_facts(refused) == "This registration cannot be made. is no flip (seen: swap)"


def test_numbers_have_a_true_minus_and_missing_ones_a_dash():
    assert [shown(value) for value in (1.25, -0.5, -0.001, None)] == ["1.25", "\u22120.50", "0.00", "\u2013"]
