import json
import re

import pytest
from made_up_audit import made_up_open_study, made_up_scores, made_up_study

from counterproof.reports.page import PageExporter
from counterproof.reports.parts import slug
from counterproof.views.charts import routes_chart
from counterproof.views.stepper import stepper_of


@pytest.fixture
def pages(executed):
    items, constructions, trials = made_up_study()
    study = made_up_open_study(items)
    shown = [
        stepper_of(study, constructions, trials, item=item, agent=agent)
        for item, agent in (("nk_marker", "analyst"), ("b_marker", "analyst"), ("nk_marker", "reciter"))
    ]
    chart, _ = routes_chart(made_up_scores())._repr_mimebundle_()
    outputs = [stepper._repr_mimebundle_()[0] for stepper in shown]
    state = {each.model_id: {"model_name": "AnyModel", "state": each.get_state()} for each in shown}
    book = executed(chart, *outputs, {"text/plain": "stays"}, prose="# Cases", state=state)
    exporter = PageExporter(study="A study", index="index.html")
    return lambda split: exporter.pages_of(book, name="07_cases", split=split)


def models(page: str) -> list[dict]:
    data = re.search(r'id="widget-models">(.*?)</script>', page)[1]
    return [model["state"]["data"] for model in json.loads(data).values()]


def test_a_page_within_the_budget_is_one_page(pages):
    assert list(pages(25_000_000)) == ["07_cases.html"]


def test_a_page_over_the_budget_has_its_steppers_on_a_page_for_each_item(pages):
    found = pages(1_000)
    assert list(found) == ["07_cases.html", "07_cases-nk_marker.html", "07_cases-b_marker.html"]
    told = {name: [(data["item"]["id"], data["agent"]) for data in models(page)] for name, page in found.items()}
    assert told == {
        "07_cases.html": [],
        "07_cases-nk_marker.html": [("nk_marker", "analyst"), ("nk_marker", "reciter")],
        "07_cases-b_marker.html": [("b_marker", "analyst")],
    }


def test_what_is_left_links_to_the_parts_and_keeps_its_charts(pages):
    main, part, _ = pages(1_000).values()
    assert re.findall(r'<p class="part"><a href="([^"]+)">', main) == [
        "07_cases-nk_marker.html",
        "07_cases-b_marker.html",
        "07_cases-nk_marker.html",
    ]
    assert "data-widget" not in re.sub(r"<script.*?</script>", "", main, flags=re.DOTALL)
    assert main.count("globalThis.vegaEmbed=") == 1
    assert "globalThis.vegaEmbed=" not in part
    assert '<a href="07_cases.html">Cases</a>' in part


@pytest.mark.parametrize(("name", "shown"), [("nk_marker", "nk_marker"), ("a/b c", "a_b_c"), ("../x", ".._x")])
def test_a_name_becomes_part_of_a_file_name(name, shown):
    assert slug(name) == shown
