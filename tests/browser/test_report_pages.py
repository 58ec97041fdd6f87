"""The report's first page and the pages of its items, opened from the disk with no network."""

import dataclasses
from datetime import UTC, datetime

import pytest
from accessibility import serious_problems
from made_up_audit import made_up_open_study, made_up_study

from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.reports.index import StudyFacts, write_index
from counterproof.reports.items import write_item_pages
from counterproof.reports.plain import Section
from counterproof.store.layout import layout_of
from counterproof.views.tables.answers import answers_overview
from counterproof.views.tables.construction import items_table

pytestmark = pytest.mark.browser
READY = "document.documentElement.dataset.ready === '1'"


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    items, constructions, trials = made_up_study()
    folder = tmp_path_factory.mktemp("report")
    study = dataclasses.replace(made_up_open_study(items), layout=layout_of(folder, out=folder))
    table = trial_table(study, constructions, trials)
    routes = route_table(table)
    pages = write_item_pages(study, constructions, trials, table=table, routes=routes)
    sections = [
        Section("Items", items_table(items, constructions, pages=pages.items).html(), "items"),
        Section("Trials", answers_overview(table, routes, pages=pages.items, links=pages.trials).html(), "trials"),
    ]
    facts = StudyFacts("made_up", "A made-up study", 7, datetime(2026, 11, 30, tzinfo=UTC))
    write_index(study.layout.reports / "index.html", study=facts, runs=[], sections=sections)
    return study.layout.reports / "index.html"


@pytest.fixture
def page(seen, index):
    page, trouble = seen
    page.goto(index.as_uri())
    page.wait_for_function(READY, timeout=60_000)
    yield page
    assert trouble == []


def test_two_clicks_lead_from_the_first_page_to_a_trials_steps_and_back(page, output):
    page.get_by_role("link", name="recall: B B B B").first.click()
    page.wait_for_function(READY, timeout=60_000)
    assert page.url.endswith("items/b_grows.html#agent-reciter")
    assert page.locator(".twin").count() == 0
    steppers = page.locator(".cps")
    assert steppers.count() == 4
    steppers.nth(1).focus()
    page.keyboard.press("End")
    assert steppers.nth(1).locator(".cps-count").inner_text() == "step 2 of 2"
    page.screenshot(path=output / "item.png", full_page=True)
    page.locator(".crumbs a").click()
    assert page.url.endswith("index.html")


def test_steps_on_an_items_page_open_where_trials_part_below_a_question_told_once(page, index):
    page.goto((index.parent / "items" / "nk_marker.html").as_uri())
    page.wait_for_function(READY, timeout=60_000)
    analyst = page.locator(".cps").first
    assert analyst.locator(".cps-verdict").inner_text().startswith("1 of 5 steps differs, first step 4")
    assert analyst.locator(".cps-count").inner_text() == "step 4 of 5"
    assert analyst.locator("mark").count() > 0
    assert not analyst.locator(".cps-question").is_visible()
    analyst.locator("summary", has_text="question and statistic").click()
    assert analyst.locator(".cps-question").is_visible()


def test_the_first_pages_tables_sort(page):
    table = page.locator("table.cp-sortable").nth(1)
    head = table.get_by_role("columnheader", name="guesser")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_axe_finds_no_serious_problem_on_index_and_item(page, index, theme):
    for address in (index, index.parent / "items" / "nk_marker.html"):
        page.goto(address.as_uri())
        page.wait_for_function(READY, timeout=60_000)
        toggle = page.locator("#theme-toggle")
        if toggle.inner_text() == theme:
            toggle.click()
        assert serious_problems(page) == []


def test_on_paper_no_table_or_chart_is_cut(page, index):
    page.set_viewport_size({"width": 1020, "height": 700})
    page.emulate_media(media="print")
    for path in (index, index.parent / "items" / "nk_marker.html"):
        page.goto(path.as_uri())
        page.wait_for_function(READY, timeout=60_000)
        cut = "each => each.filter(one => one.scrollWidth > one.clientWidth + 2).map(one => one.className)"
        assert page.locator("figure.chart, .cp-wrap").evaluate_all(cut) == []
        assert not page.locator(".top").is_visible()
    page.emulate_media(media="screen")


def test_the_longest_name_of_an_item_stays_on_a_phones_page(page, index):
    page.set_viewport_size({"width": 375, "height": 800})
    page.goto((index.parent / "items" / "nk_marker.html").as_uri())
    page.wait_for_function(READY, timeout=60_000)
    page.locator("h1").evaluate("heading => { heading.textContent = 'marker_of_'.repeat(6) }")
    assert page.locator("h1").evaluate("heading => heading.scrollWidth <= heading.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
