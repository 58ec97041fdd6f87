"""A label that is given in JupyterLab is saved at once, and is there again after the kernel has been restarted."""

import nbformat
import pytest
from demonstration import IMPORTS
from lab import Lab

from counterproof.store.layout import layout_of
from counterproof.store.reviews import read_reviews

pytestmark = [pytest.mark.browser, pytest.mark.slow]
REVIEW = """\
from counterproof.store.layout import layout_of
from counterproof.store.study import OpenStudy
from counterproof.views.review import review_of
here = OpenStudy(study.study, items, layout_of(Path.cwd(), out=Path.cwd() / "out"))
review_of(here, constructions, trials, reviewer="Ann", n=12)"""
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
RUN = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
CLEAR = "() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')"
COLUMNS = "getComputedStyle(document.querySelector('.cpr')).gridTemplateColumns.split(' ').length"
NOTE = "Recites <img src=x onerror=alert(1)> the key."


@pytest.fixture
def root(tmp_path):
    cells = [nbformat.v4.new_code_cell(text) for text in (IMPORTS, REVIEW)]
    book = nbformat.v4.new_notebook(cells=cells)
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, tmp_path / "review.ipynb")
    return tmp_path


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 1400, "height": 1600})
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def saved(root):
    return read_reviews(layout_of(root, out=root / "out"))


def test_a_label_is_saved_at_once_and_survives_a_restart(root, page, output):
    with Lab(root) as lab:
        lab.run_all(page, "review.ipynb")
        form = page.locator(".cpr")
        form.wait_for(timeout=120_000)
        first = form.get_by_role("heading").inner_text()
        form.get_by_label("prior or vocabulary shortcut").check()
        form.get_by_label("the grader").check()
        form.get_by_role("textbox", name="Note").fill(NOTE)
        page.wait_for_function("() => document.querySelector('.cpr-status').textContent.startsWith('saved')")
        form.get_by_text("1 of 12 labelled by Ann").wait_for()
        (kept,) = saved(root)
        assert (kept.reviewer, kept.behaviour, kept.fault, kept.note) == ("Ann", "prior_shortcut", "grader", NOTE)
        page.screenshot(path=output / "review-light.png")
        page.set_viewport_size({"width": 700, "height": 1600})
        page.wait_for_function(f"{COLUMNS} === 1")
        page.set_viewport_size({"width": 1400, "height": 1600})
        page.wait_for_function(f"{COLUMNS} === 2")

        # Choosing another trial before the note's pause is over loses nothing, and shows that trial's steps.
        form.get_by_role("button", name="next trial").click()
        form.get_by_role("textbox", name="Note").press_sequentially("Quick.")
        form.get_by_role("listbox").focus()
        page.keyboard.press("ArrowDown")
        page.wait_for_function("() => document.querySelector('.cpr-status').textContent.startsWith('saved')")
        third = form.get_by_role("heading").inner_text()
        # The stepper comes from the kernel, after the form.
        page.locator(".cps", has_text=third.split(",")[0]).wait_for(timeout=60_000)
        assert {each.note for each in saved(root)} == {NOTE, "Quick."}

        page.evaluate(CLEAR)
        page.evaluate(RESTART)
        page.evaluate(RUN)
        form.wait_for(timeout=120_000)
        form.get_by_text("1 of 12 labelled by Ann").wait_for(timeout=60_000)
        form.get_by_role("option").first.click()
        assert form.get_by_role("heading").inner_text() == first
        assert form.get_by_label("prior or vocabulary shortcut").is_checked()
        assert form.get_by_label("the grader").is_checked()
        assert form.get_by_role("textbox", name="Note").input_value() == NOTE
        page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })")
        page.wait_for_selector("body[data-jp-theme-light=false]", state="attached", timeout=30_000)
        page.screenshot(path=output / "review-dark.png")
    assert len(saved(root)) == 2
