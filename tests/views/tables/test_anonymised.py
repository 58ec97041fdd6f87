import pytest
from made_up_audit import made_up_item

from counterproof.construct.anonymise.residue import RESIDUE
from counterproof.domain.anonymised import Anonymised
from counterproof.domain.finding import LeakCheck, Verification
from counterproof.views.note import Note
from counterproof.views.tables.anonymised import anonymised_prompt, anonymised_table


def check(name, **facts):
    return LeakCheck(item="nk_marker", check=name, evidence=f"{name} looked at", **{"passed": True} | facts)


@pytest.fixture
def asked():
    item = made_up_item().model_copy(update={"question": "Is it Gene-B?", "from_background": True})
    verdicts = tuple(
        Verification(item=item.id, variant=name, expected="A", passed=True, reason=None, blocks=())
        for name in ("original", "null")
    )
    leaks = (*map(check, RESIDUE), check("storage"), check("sums of rows", declared=True))
    return Anonymised(item=item, named="0", verifications=verdicts, leaks=leaks)


def texts(table, row=0):
    return [cell.text for cell in table.rows[row]]


def test_an_item_of_the_arm_shows_its_variants_its_search_for_names_and_its_leak_checks(asked):
    table = anonymised_table({"nk_marker": asked})
    assert table.caption == "Items under opaque names: 1 of 1 are asked"
    assert texts(table) == ["nk_marker", "asked", "2 of 2", "none left", "2 of 2*", "yes"]
    assert table.rows[0][4].title == "declared: sums of rows: sums of rows looked at"
    looked = "; ".join(f"{name}: {name} looked at" for name in RESIDUE)
    assert table.rows[0][3].title == looked


def test_a_name_that_is_left_and_a_leak_are_told(asked):
    leaks = (check(RESIDUE[0], passed=False), check(RESIDUE[1]), check("storage", passed=False))
    table = anonymised_table(
        {"nk_marker": asked.model_copy(update={"leaks": leaks, "excluded": "leak", "detail": "x"})}
    )
    assert texts(table)[1:5] == ["leak", "2 of 2", "found", "0 of 1"]
    assert table.rows[0][4].title == "storage: storage looked at"


def test_an_item_that_was_not_renamed_has_no_file_to_count(asked):
    left_out = asked.model_copy(update={"excluded": "nothing to hide", "verifications": (), "leaks": ()})
    table = anonymised_table({"nk_marker": left_out})
    assert table.caption == "Items under opaque names: 0 of 1 are asked"
    assert texts(table)[1:5] == ["nothing to hide", "\N{EN DASH}", "\N{EN DASH}", "\N{EN DASH}"]


def test_without_the_arm_the_way_to_it_is_told():
    assert isinstance(anonymised_table({}), Note)
    assert "add it to `arms` in study.yaml" in anonymised_table({}).text


def test_the_prompt_is_that_of_the_item_or_of_the_one_with_the_most_opaque_options(asked):
    left_out = asked.model_copy(update={"excluded": "nothing to hide", "detail": "It has no name."})
    both = {"abundance": left_out, "nk_marker": asked}
    assert "Is it Gene-B?" in anonymised_prompt(both).text
    assert anonymised_prompt(both) == anonymised_prompt(both, "nk_marker")
    options = {letter: f"Gene-{letter}" for letter in asked.item.options}
    opaque = asked.model_copy(update={"item": asked.item.model_copy(update={"options": options})})
    assert anonymised_prompt({**both, "other": opaque}) == anonymised_prompt({"other": opaque})
    assert anonymised_prompt(both, "abundance").text == "It has no name."
    assert anonymised_prompt({"abundance": left_out}).text == "No item is asked under opaque names."
    assert "arms" in anonymised_prompt({}).text
