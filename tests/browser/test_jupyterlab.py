"""The same charts, tables and stepper in JupyterLab, with a kernel."""

import nbformat
import pytest
from demonstration import IMPORTS
from lab import Lab

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CELLS = (
    IMPORTS,
    "routes_chart(made_up_scores())",
    "scores_table(made_up_scores())",
    "stepper = stepper_of(study, constructions, trials, item='nk_marker', agent='analyst')\nstepper",
)


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    root = tmp_path_factory.mktemp("lab")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, root / "small.ipynb")
    with Lab(root) as running:
        yield running


def test_charts_tables_and_stepper_work_in_jupyterlab(lab, chromium, output):
    page = chromium.new_context(viewport={"width": 1400, "height": 1400}).new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    lab.run_all(page, "small.ipynb")
    stepper = page.locator(".cps")
    stepper.wait_for(state="attached", timeout=120_000)
    stepper.focus()
    page.keyboard.press("ArrowRight")
    assert stepper.locator(".cps-count").inner_text() == "step 2 of 5"
    page.wait_for_selector(".jp-OutputArea .vega-embed :is(svg, canvas)", timeout=30_000)
    assert "0.97 (0.85, 1.00)" in page.locator("table.cp-table").inner_text()
    page.screenshot(path=output / "lab-light.png")
    page.evaluate("() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })")
    page.wait_for_selector("body[data-jp-theme-light=false]", state="attached", timeout=30_000)
    page.screenshot(path=output / "lab-dark.png")
    assert errors == []
    page.context.close()
