"""The same charts, tables and stepper in JupyterLab, with a kernel; and notebook 07 as a person opens it."""

import shutil
from pathlib import Path

import nbformat
import pytest
from accessibility import serious_problems
from demonstration import IMPORTS
from lab import Lab

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.trials.run import run_trials

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PROJECT = Path(__file__).resolve().parents[2]
CELLS = (
    IMPORTS,
    "routes_chart(made_up_scores())",
    "scores_table(made_up_scores())",
    "stepper = stepper_of(study, constructions, trials, item='nk_marker', agent='analyst')\nstepper",
)
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
RUN = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
CLEAR = "() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')"
DARK = "() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })"
CHART_INK = "getComputedStyle(document.querySelector('.vega-embed svg .role-title-text text')).fill"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    root = tmp_path_factory.mktemp("lab")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, root / "small.ipynb")
    with Lab(root) as running:
        yield running


@pytest.fixture
def page(chromium):
    page = chromium.new_context(viewport={"width": 1400, "height": 1400}).new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    yield page
    assert page.errors == []
    page.context.close()


def test_charts_tables_and_stepper_work_in_jupyterlab(lab, page, output):
    lab.run_all(page, "small.ipynb")
    stepper = page.locator(".cps")
    stepper.wait_for(state="attached", timeout=120_000)
    stepper.focus()
    page.keyboard.press("ArrowRight")
    assert stepper.locator(".cps-count").inner_text() == "step 2 of 5"
    page.wait_for_selector(".jp-OutputArea .vega-embed svg", timeout=30_000)
    assert "0.97 (0.85, 1.00)" in page.locator("table.cp-table").inner_text()
    page.screenshot(path=output / "lab-light.png")
    page.evaluate(DARK)
    page.wait_for_selector("body[data-jp-theme-light=false]", state="attached", timeout=30_000)
    page.wait_for_function(f"{CHART_INK} !== 'rgb(0, 0, 0)' && !{CHART_INK}.startsWith('rgba(0, 0, 0')")
    assert page.locator(".vega-embed svg .background").first.get_attribute("fill") == "transparent"
    page.screenshot(path=output / "lab-dark.png")
    assert serious_problems(page, within=".cps") == []


def test_notebook_07_runs_its_steppers_move_and_its_labels_survive_a_restart(study_with_trials, chromium, page, output):
    root, name = study_with_trials
    with Lab(root) as lab:
        lab.run_all(page, name, seconds=180)
        page.wait_for_function("document.querySelectorAll('.cps').length >= 5", timeout=240_000)
        stepper = page.locator(".cps").first
        stepper.scroll_into_view_if_needed()
        stepper.focus()
        page.keyboard.press("ArrowRight")
        assert stepper.locator(".cps-count").inner_text().startswith("step 2 of")
        page.keyboard.press("End")
        last = stepper.locator(".cps-count").inner_text().split()
        assert last[1] == last[3]
        assert page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
        page.screenshot(path=output / "lab-07.png")
        assert serious_problems(page, within=".jp-OutputArea-output:has(.cps)") == []

        form = page.locator(".cpr")
        form.get_by_label("prior or vocabulary shortcut").check()
        page.wait_for_function("() => document.querySelector('.cpr-status').textContent.startsWith('saved')")
        read = form.get_by_role("heading").inner_text()
        form.scroll_into_view_if_needed()
        page.screenshot(path=output / "lab-07-review.png")
        page.evaluate(CLEAR)
        page.evaluate(RESTART)
        page.evaluate(RUN)
        form.wait_for(timeout=240_000)
        form.get_by_text("labelled by reader").wait_for(timeout=60_000)
        form.get_by_role("option").first.click()
        assert form.get_by_role("heading").inner_text() == read
        assert form.get_by_label("prior or vocabulary shortcut").is_checked()


@pytest.fixture(scope="module")
def study_with_trials(tmp_path_factory):
    """A project of its own with notebook 07 and a small study whose agents have run; the folder and the notebook."""
    root = tmp_path_factory.mktemp("project")
    study = root / "data" / "studies" / "pbmc"
    shutil.copytree(PROJECT / "data" / "studies" / "pbmc", study)
    for item in (study / "items").glob("*.yaml"):
        if item.stem not in {"marker_nk_nkg7", "expression_b_cytotoxic_cd74"}:
            item.unlink()
    text = (study / "study.yaml").read_text()
    (study / "study.yaml").write_text(text.replace("replicates: 3", "replicates: 1"))
    opened = open_study(study)
    run_trials(opened, construct(opened), jobs=1, progress=False)
    (root / "notebooks").mkdir()
    shutil.copy(PROJECT / "notebooks" / "07_case_studies.ipynb", root / "notebooks")
    return root, "notebooks/07_case_studies.ipynb"
