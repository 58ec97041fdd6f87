"""The page that a real run leaves, opened from the disk with no network."""

import nbformat
import pytest
from accessibility import serious_problems
from demonstration import demonstration
from made_up_audit import HOSTILE

from counterproof.reports.notebooks import run_notebook
from counterproof.reports.page import write_page

pytestmark = pytest.mark.browser
TITLE = "document.querySelector('figure.chart svg .role-title-text text')"
NAME = "it => (it.ariaLabel || it.textContent || it.labels?.[0]?.textContent || '').trim()"
READY = "document.documentElement.dataset.ready === '1'"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    nbformat.write(demonstration(), folder / "source.ipynb")
    run = run_notebook(folder / "source.ipynb", copy=folder / "04_score.ipynb", parameters={})
    assert run.reason is None
    write_page(run.copy, page=folder / "04_score.html", study="A made-up study")
    return folder / "04_score.html"


@pytest.fixture
def page(seen, file):
    page, trouble = seen
    page.goto(file.as_uri())
    page.wait_for_function(READY, timeout=60_000)
    yield page
    assert trouble == []


def stepper(page, number=0):
    return page.locator(".cps").nth(number)


def count(page, number=0):
    return stepper(page, number).locator(".cps-count").inner_text()


def test_the_page_is_drawn_and_asks_for_nothing(page, output):
    assert page.locator("figure.chart svg.marks").count() == 2
    assert page.locator(".cps").count() == 3
    assert page.locator(".twin").count() == 0
    page.screenshot(path=output / "page-light.png", full_page=True)


def test_the_stepper_steps_by_keys(page):
    stepper(page).focus()
    told = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home"):
        page.keyboard.press(key)
        told.append(count(page))
    assert told == [f"step {step} of 5" for step in (2, 3, 2, 5, 5, 1)]


def test_the_stepper_steps_by_buttons_and_slider(page):
    stepper(page).get_by_role("button", name="next step").click()
    assert count(page) == "step 2 of 5"
    stepper(page).get_by_role("button", name="last step").click()
    assert count(page) == "step 5 of 5"
    stepper(page).get_by_role("slider").fill("2")
    assert count(page) == "step 3 of 5"


def test_a_click_on_a_tick_shows_its_step_beside_the_matching_ones(page, output):
    withdraw = stepper(page).get_by_role("region", name="variant withdraw")
    withdraw.locator(".cps-tick").nth(2).click()
    assert "KeyError" in withdraw.locator(".cps-error").inner_text()
    assert "no step beside these" in stepper(page).get_by_role("region", name="variant original").inner_text()
    withdraw.locator(".cps-tick").nth(3).click()
    for name in ("original", "withdraw", "flip"):
        column = stepper(page).get_by_role("region", name=f"variant {name}")
        assert "difference(cells" in column.locator(".cps-input").inner_text()
    stepper(page).screenshot(path=output / "stepper-light.png")


def test_alignment_can_be_by_number_and_by_share(page):
    choice = stepper(page).get_by_label("sync by")
    stepper(page).focus()
    page.keyboard.press("End")
    choice.select_option("number")
    assert count(page) == "step 4 of 5"
    stepper(page).focus()
    page.keyboard.press("End")
    assert "ended after 4 steps" in stepper(page).get_by_role("region", name="variant original").inner_text()
    choice.select_option("share")
    assert count(page) == "step 5 of 5"
    for column in stepper(page).locator(".cps-body").all():
        assert "answer.json" in column.inner_text()


def test_nothing_that_an_agent_wrote_runs(page, output):
    hostile = stepper(page, 1)
    hostile.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        assert "window.harmed" in hostile.inner_text()
    assert page.evaluate("window.harmed") is None
    assert hostile.locator("img, script, svg").count() == 0
    for text in (hostile.inner_text(), page.locator("pre.stream").first.inner_text()):
        assert not {"\x1b", "\u202e", "\x00"} & set(text)
    hostile.screenshot(path=output / "stepper-hostile.png")


def test_two_megabytes_are_folded_and_unfold(page):
    hostile = stepper(page, 1)
    hostile.locator(".cps-tick").nth(1).click()
    shown = hostile.locator(".cps-output").first
    assert len(shown.inner_text()) < 5_000
    more = hostile.locator(".cps-more").first
    assert more.inner_text() == f"show 100,000 more of {2_000_000 + len(HOSTILE):,} characters"
    more.click()
    assert 95_000 < shown.evaluate("it => it.textContent.length") < 110_000
    assert more.get_attribute("aria-expanded") == "true"


def test_twenty_thousand_printed_lines_stay_short(page):
    assert "19,801 lines left out" in page.locator("pre.stream").last.inner_text()


def test_the_theme_turns_dark_and_the_charts_with_it(page, output):
    def ink():
        return page.evaluate(f"{TITLE}.getAttribute('fill')")

    light = ink()
    page.get_by_role("button", name="Dark").click()
    page.wait_for_function(f"{TITLE}.getAttribute('fill') !== '{light}'")
    assert (light, ink()) == ("#1c2128", "#e6e9ed")
    page.screenshot(path=output / "page-dark.png", full_page=True)
    stepper(page).screenshot(path=output / "stepper-dark.png")


def test_code_shows_when_asked_for(page):
    assert not page.locator("details.code").first.is_visible()
    page.get_by_role("button", name="Show code").click()
    assert page.get_by_text("made_up_study()").first.is_visible()


def test_a_table_sorts_by_its_values_with_missing_ones_last(page):
    table = page.locator("table.cp-sortable").nth(1)
    head = table.get_by_role("columnheader", name="EGA strict")

    def agents():
        return table.locator("tbody th").all_inner_texts()

    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert agents() == ["reciter", "fallback", "analyst", "guesser"]
    head.get_by_role("button").click()
    assert agents() == ["analyst", "reciter", "fallback", "guesser"]


def test_every_control_has_a_name_and_the_page_its_landmarks(page):
    assert page.locator("main").count() == page.locator("h1").count() == 1
    assert page.get_by_role("navigation", name="Contents").get_by_role("link").count() == 6
    for role in ("button", "slider", "combobox"):
        for control in stepper(page).get_by_role(role).all():
            assert control.evaluate(
                "it => (it.ariaLabel || it.textContent || it.labels?.[0]?.textContent || '').trim()"
            )
    stepper(page).focus()
    page.keyboard.press("ArrowRight")
    said = stepper(page).get_by_role("status").inner_text()
    assert said.startswith("step 2 of 5. original: python; null: python")


def test_a_narrow_screen_scrolls_no_page(page, output):
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    page.screenshot(path=output / "page-narrow.png", full_page=True)


def test_on_a_narrow_screen_a_charts_title_breaks_and_stands_above_it(page):
    page.set_viewport_size({"width": 390, "height": 800})
    told = page.locator("figure.chart figcaption").first
    told.wait_for()
    title = told.locator("strong").inner_text()
    assert title.startswith("nk_marker: the data support ")
    assert title not in page.locator("figure.chart svg").first.text_content()
    page.set_viewport_size({"width": 1400, "height": 1000})
    told.wait_for(state="detached")


def test_a_broad_table_keeps_the_names_of_its_rows_in_sight(page):
    page.set_viewport_size({"width": 390, "height": 800})
    box = page.locator(".cp-wrap").first
    assert box.get_attribute("tabindex") == "0"
    box.evaluate("it => it.scrollTo(200, 0)")
    name = box.locator("tbody th").first
    assert name.bounding_box()["x"] == pytest.approx(box.bounding_box()["x"], abs=1)


def test_without_javascript_the_twin_and_still_pictures_show(chromium, file, output):
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("figure.chart noscript svg").count() == 2
    assert page.locator(".cps-twin").count() == 3
    page.screenshot(path=output / "page-without-javascript.png", full_page=True)
    context.close()


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_axe_finds_no_serious_problem(page, theme):
    if theme == "Dark":
        page.get_by_role("button", name="Dark").click()
    stepper(page).focus()
    page.keyboard.press("d")
    assert serious_problems(page) == []


def test_what_differs_is_told_marked_and_jumped_to(page, output):
    one = stepper(page)
    told = one.locator(".cps-verdict").inner_text()
    assert told == "1 of 5 steps differs, first step 4: output; answers B and A"
    one.get_by_role("button", name="first difference").click()
    assert count(page) == "step 4 of 5"
    marks = {
        name: one.get_by_role("region", name=f"variant {name}").locator(".cps-output mark").all_inner_texts()
        for name in ("original", "null", "flip")
    }
    assert marks == {"original": ["-0.42", "2.81"], "null": [], "flip": ["2.81", "-0.42"]}
    assert one.locator(".cps-differs").count() == 2
    assert one.get_by_role("status").inner_text().endswith("Compared trials differ: output")
    one.screenshot(path=output / "stepper-differs.png")


def test_any_two_trials_can_be_compared_and_none(page):
    one = stepper(page)
    one.get_by_label("with this trial").select_option("withdraw")
    assert "first step 3: a step of one only" in one.locator(".cps-verdict").inner_text()
    one.focus()
    for place in ("3", "4", "3"):
        page.keyboard.press("d")
        assert count(page) == f"step {place} of 5"
    one.get_by_label("compare this trial").select_option("nothing")
    assert one.locator("mark, .cps-differs").count() == 0
    assert one.get_by_role("button", name="first difference").is_disabled()


def test_tool_calls_alone_can_be_stepped_through(page):
    one = stepper(page)
    one.get_by_label("tool calls only").check()
    assert count(page) == "step 1 of 3"
    assert "load('data.h5ad')" in one.get_by_role("region", name="variant flip").inner_text()
    assert one.locator(".cps-passed").count() == 8
    one.get_by_role("region", name="variant original").locator(".cps-tick").first.click()
    assert count(page) == "step 1 of 5"
    assert not one.get_by_label("tool calls only").is_checked()


def test_badges_tell_how_each_trial_ended_and_what_evaluators_say(page):
    column = stepper(page).get_by_role("region", name="variant flip")
    badges = column.locator(".cps-badges .cps-badge").all_inner_texts()
    assert badges == ["answer A", "answered", "follows the data", "confidence 92 %", "says support full"]
    scores = column.get_by_role("list", name="evaluator scores").get_by_role("listitem").all_inner_texts()
    assert [" ".join(score.split()) for score in scores][:2] == ["benchmark 0.00", "self report 1.00"]
    assert "route: derived" in stepper(page).locator("header").inner_text()


def test_arguments_of_a_tool_are_unfolded_and_stay_readable_as_sent(page, output):
    wide = stepper(page, 2)
    wide.focus()
    page.keyboard.press("ArrowRight")
    column = wide.locator(".cps-column").first
    assert column.get_by_label("input: command").inner_text() == "python - <<'END'\nprint(1)\nEND"
    assert column.get_by_label("input: limits").inner_text() == '{\n  "seconds": 30\n}'
    column.get_by_text("input as sent").click()
    assert column.get_by_label("input as sent").inner_text().startswith('{"command": "python - <<')
    wide.screenshot(path=output / "stepper-six.png")


def test_six_trials_stand_side_by_side_by_agent(page):
    wide = stepper(page, 2)
    titles = wide.locator(".cps-title").all_inner_texts()
    assert len(titles) == 6
    assert titles[0] == "original, analyst"
    assert wide.locator(".cps-column").first.evaluate("it => it.getBoundingClientRect().width") >= 220
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
