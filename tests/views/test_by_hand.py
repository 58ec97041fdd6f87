import json
from dataclasses import replace

from made_up_audit import made_up_construction, made_up_item, made_up_open_study

from counterproof.domain.loaded_item import LoadedItem
from counterproof.evaluators.imports import import_runs
from counterproof.store.layout import layout_of
from counterproof.views.by_hand import ABOVE, by_hand
from counterproof.views.charts.lead import lead_overview
from counterproof.views.note import Note

ITEMS = [made_up_item("b_marker"), made_up_item("nk_marker")]
FIRST = made_up_construction(ITEMS[0], excluded="tied")
SECOND = made_up_construction(ITEMS[1])


def parts(one):
    return [one.registration, one.edits, one.blocks, one.chart]


def test_the_first_decidable_item_is_shown_where_none_is_named():
    one = by_hand(ITEMS, [FIRST, SECOND])
    assert one.made is SECOND
    assert "nk_marker" in one.card.html()
    assert not [part for part in parts(one) if isinstance(part, Note)]


def test_an_excluded_item_is_shown_by_its_name():
    assert by_hand(ITEMS, [FIRST, SECOND], "b_marker").made is FIRST


def test_a_study_without_any_registration_gets_a_sentence_that_leads_to_the_form():
    one = by_hand(ITEMS, [])
    told = (
        "No item of this study has a registration yet (2 items: b_marker, nk_marker): save a registration in the form"
    )
    assert one.card.text.startswith(told)
    assert parts(one) == [ABOVE] * 4
    assert one.prompt("original") == one.stepper(None, [], [], agent="analyst") == one.card
    assert one.steps([], agent="analyst", variant="flip") == ABOVE


def test_an_item_without_a_trial_says_that_agents_are_to_be_run():
    one = by_hand(ITEMS, [SECOND])
    assert "nk_marker" in one.prompt("original").text or ITEMS[1].question in one.prompt("original").text
    assert "run the agents first" in one.steps([], agent="analyst", variant="flip").text
    assert "run the agents first" in one.stepper(None, [SECOND], [], agent="analyst").text


def test_a_named_item_without_a_registration_gets_a_sentence():
    one = by_hand(ITEMS, [SECOND], "b_marker")
    assert one.card.text.startswith("The item b_marker has no registration yet")
    assert parts(one) == [ABOVE] * 4


def test_where_nothing_is_decidable_the_items_are_listed():
    assert by_hand(ITEMS, [FIRST]).card.text.endswith("with the parameter `item`: b_marker.")


def test_an_item_without_any_measurement_has_a_sentence_in_the_place_of_its_charts():
    screening = FIRST.screening.model_copy(update={"blocks": ()})
    bare = FIRST.model_copy(update={"screening": screening, "verifications": (), "detail": "no gene XYZ"})
    assert by_hand(ITEMS, [bare], "b_marker").chart.text == "No file of b_marker was measured: no gene XYZ."
    assert isinstance(lead_overview(ITEMS, [bare]), Note)
    assert isinstance(lead_overview(ITEMS, []), Note)


def test_a_named_item_that_only_its_grader_can_score_has_a_stepper_over_its_imported_runs(tmp_path):
    block = {
        "type": "numeric_tolerance",
        "config": {"ground_truth": {"n": 10}, "tolerances": {"n": {"type": "absolute", "value": 2}}},
    }
    item = LoadedItem(id="count", benchmark="latch", source_id="count", question="How many?", grader=block)
    study = replace(made_up_open_study([item]), layout=layout_of(tmp_path, out=tmp_path))
    for number in (1, 2):
        folder = tmp_path / "runs" / "count" / "openai" / "gpt" / "pi" / f"r{number}"
        folder.mkdir(parents=True)
        (folder / "eval_answer.json").write_text(json.dumps({"n": 9 + 2 * number}))
    import_runs(study, [tmp_path / "runs"])
    shown = by_hand(study.items, [], "count").stepper(study, [], [], agent="analyst")
    assert [column["scores"][0]["score"] for column in shown.data["columns"]] == [1, 0]
