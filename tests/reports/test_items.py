import dataclasses
import json
import re

import pytest
from made_up_audit import made_up_open_study, made_up_study, made_up_trial

from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.domain.answer import Answer
from counterproof.domain.loaded_item import LoadedItem
from counterproof.reports.items import write_item_pages
from counterproof.store.layout import layout_of

ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()
SAID = (11, 34)
WEAK = "the answer 0 passes: an agent that reports nothing is right"


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    return dataclasses.replace(made_up_open_study(ITEMS), layout=layout_of(folder, out=folder))


def write(study):
    table = trial_table(study, CONSTRUCTIONS, TRIALS)
    return write_item_pages(study, CONSTRUCTIONS, TRIALS, table=table, routes=route_table(table))


@pytest.fixture(scope="module")
def written(study):
    (study.layout.reports / "items").mkdir(parents=True)
    (study.layout.reports / "items" / "gone.html").write_text("an item that is excluded now")
    return write(study)


def test_each_decidable_item_has_a_page_and_no_other(study, written):
    there = {path.stem for path in (study.layout.reports / "items").glob("*.html")}
    assert there == {item.id for item in ITEMS} - {"dc_marker"}


def test_addresses_lead_from_the_first_page_to_each_item_and_agent(study, written):
    assert written.items["nk_marker"] == "items/nk_marker.html"
    for address in written.trials.values():
        file, anchor = address.split("#")
        assert f'id="{anchor}"' in (study.layout.reports / file).read_text()
    assert len(written.trials) == 5 * 4


def test_a_page_has_a_stepper_for_each_agent_one_program_and_the_item_as_text(written):
    page = written.files[0].path.read_text()
    data = json.loads(re.search(r'id="widget-models">(.*?)</script>', page)[1])
    assert [model["state"]["data"]["agent"] for model in data.values()] == ["analyst", "reciter", "fallback", "guesser"]
    assert page.count("Trajectory stepper: its parts") == 1
    for told in ("Which gene marks CD56+ NK cells", "The statistic of nk_marker, file by file", "Answers by variant"):
        assert told in page
    assert data["stepper-analyst"]["state"]["data"]["columns"][0]["scores"]


def test_the_same_records_give_the_same_pages(study, written):
    before = [file.path.read_bytes() for file in written.files]
    again = write(study)
    assert [file.path.read_bytes() for file in again.files] == before


def test_an_item_page_over_the_budget_has_a_page_for_each_agent(study, monkeypatch):
    monkeypatch.setattr("counterproof.reports.items.SPLIT", 1_000)
    found = write(study)
    first = found.files[0]
    assert [part.path.name for part in first.parts] == [
        f"nk_marker-{agent}.html" for agent in ("analyst", "reciter", "fallback", "guesser")
    ]
    assert '<p class="part"><a href="nk_marker-analyst.html">' in first.path.read_text()
    assert found.trials["nk_marker", "analyst"] == "items/nk_marker.html#agent-analyst"


def test_an_item_of_many_agents_has_a_page_for_each(study, monkeypatch):
    monkeypatch.setattr("counterproof.reports.items.MOST_STEPPERS", 3)
    assert len(write(study).files[0].parts) == 4


@pytest.fixture(scope="module")
def graded(study):
    """The page of an item that only its own grader can score, on which one agent ran twice."""
    grader = {
        "type": "numeric_tolerance",
        "config": {"ground_truth": {"n": 10}, "tolerances": {"n": {"type": "absolute", "value": 12}}},
    }
    item = LoadedItem(
        id="count", benchmark="latch", source_id="count", question="How many <b>cells</b>?", grader=grader
    )
    trials = [
        made_up_trial(ITEMS[0], agent="analyst", variant="original", replicate=number)
        for number in range(1, len(SAID) + 1)
    ]
    trials = [
        trial.model_copy(
            update={"key": trial.key.model_copy(update={"item": "count"}), "answer": Answer(value={"n": said})}
        )
        for trial, said in zip(trials, SAID, strict=True)
    ]
    own = dataclasses.replace(study, items=(*study.items, item))
    table = trial_table(study, CONSTRUCTIONS, TRIALS)
    pages = write_item_pages(own, CONSTRUCTIONS, TRIALS, table=table, routes=route_table(table), elsewhere=trials)
    return pages, (own.layout.reports / pages.items["count"]).read_text()


def test_an_item_without_a_registration_has_a_page_where_it_has_trials(graded):
    pages, page = graded
    assert pages.trials["count", "analyst"] == "items/count.html#agent-analyst"
    assert set(pages.items) == {item.id for item in ITEMS} - {"dc_marker"} | {"count"}
    for told in (
        "1 of 2 trials pass by the item&#x27;s own grader",
        "from latch, its data are not here",
        "has no versions",
        WEAK,
    ):
        assert told in page
    assert "<b>cells" not in page


def test_its_stepper_shows_replicates_side_by_side_with_the_graders_verdicts(graded):
    (model,) = json.loads(re.search(r'id="widget-models">(.*?)</script>', graded[1])[1]).values()
    data = model["state"]["data"]
    assert data["statistic"] is None
    assert [column["label"] for column in data["columns"]] == ["replicate 1", "replicate 2"]
    assert [column["choice"] for column in data["columns"]] == [['{"n": 11}'], ['{"n": 34}']]
    assert [column["scores"][0]["score"] for column in data["columns"]] == [1, 0]
