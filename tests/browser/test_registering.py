"""An item is registered by looking, in JupyterLab; the notebooks 01 to 04 then run on it."""

import re

import anndata
import nbformat
import numpy as np
import pandas as pd
import pytest
import yaml
from accessibility import serious_problems
from blood import NOTEBOOKS, blood_project
from lab import Lab

from counterproof.audit.findings import find
from counterproof.benchmarks.own import open_study
from counterproof.construct.register import registration_attempts
from counterproof.construct.run import read_constructions
from counterproof.reports.notebooks import run_notebook
from counterproof.trials.read import read_trials

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DARK = "() => window.jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })"
HOSTILE = "<img src=x onerror=window.harmed=1>"
FIRST = "notebooks/01_construct_variants.ipynb"


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 1400, "height": 1600})
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def verdict(form):
    return form.locator(".cpg-title").inner_text()


def decided(form, words):
    form.locator(".cpg-title", has_text=words).wait_for(timeout=120_000)


def run_notebooks(root, study):
    """Run the notebooks 01 to 04 on the study, each into a copy of its own."""
    for name in NOTEBOOKS:
        done = run_notebook(
            root / "notebooks" / f"{name}.ipynb",
            copy=root / "done" / f"{name}.ipynb",
            parameters={"study": str(study)},
            folder=root / "notebooks",
        )
        assert (done.name, done.reason) == (done.name, None)


def test_an_unregistered_item_is_registered_by_looking_and_the_notebooks_run_on_it(tmp_path, page, output):
    study = blood_project(tmp_path)
    file = study / "items" / "nk_killers.yaml"
    before = file.read_text()
    with Lab(tmp_path) as lab:
        lab.run_all(page, FIRST)
        form = page.locator(".cpg")
        form.wait_for(timeout=120_000)
        form.scroll_into_view_if_needed()
        assert verdict(form) == "Choose what decides this item."
        assert form.get_by_role("button", name="Save").is_disabled()
        form.get_by_label("Group of cells", exact=True).select_option("bulk_labels")
        form.get_by_label("Group of cells: label").select_option("CD14+ Monocyte")
        decided(form, "The data speak for another answer: CST3 leads by")
        form.get_by_label("Group of cells: label").select_option("CD56+ NK")
        decided(form, re.compile(r"The data decide this item: NKG7 leads by \d\.\d\d, 0\.5 asked"))
        form.get_by_label("the flip must support option D").check()
        form.get_by_text("after the flip CD3D leads by").wait_for(timeout=60_000)
        tags = form.locator(".cpg-version .cpg-tag").all_inner_texts()
        assert [tag.removeprefix("\u2713 ") for tag in tags] == [
            "supports B",
            "supports B",
            "supports none",
            "supports D",
        ]
        assert form.locator("tbody tr").nth(1).locator(".cpg-leads").count() == 2
        assert file.read_text() == before
        form.screenshot(path=output / "registering-light.png")
        assert serious_problems(page, within=".cpg") == []
        page.evaluate(DARK)
        page.wait_for_selector("body[data-jp-theme-light=false]", state="attached", timeout=30_000)
        form.screenshot(path=output / "registering-dark.png")
        assert serious_problems(page, within=".cpg") == []
        form.get_by_role("button", name="Try it").click()
        form.get_by_text("no leak found by 15 checks").wait_for(timeout=120_000)
        assert file.read_text() == before
        form.get_by_role("button", name="Save the registration").click()
        form.get_by_text("Saved into items/nk_killers.yaml").wait_for(timeout=60_000)
        assert form.get_by_role("button", name="Save").is_disabled()

    saved = yaml.safe_load(file.read_text())["registration"]
    assert saved == {
        "ask": {"statistic": "marker", "group": {"bulk_labels": "CD56+ NK"}},
        "block": "raw",
        "block_class": "log",
        "flip_to": "D",
        "after_viewing": True,
    }
    assert file.read_text().startswith(before)

    run_notebooks(tmp_path, study)
    opened = open_study(study)
    accepted = {attempt.item: attempt.accepted for attempt in registration_attempts(opened.layout)}
    assert accepted == {"nk_killers": True, "monocyte_lyz": True}
    constructions = read_constructions(opened)
    made = next(one for one in constructions if one.item == "nk_killers")
    assert (made.excluded, made.registration.after_viewing) == (None, True)
    findings = find(opened, constructions, read_trials(opened, constructions))
    assert findings.finished
    scores = findings.items.query("agent == 'analyst' and group == 'nk_killers' and metric == 'ega'")
    assert scores["value"].tolist() == [1.0]
    shown = [str(nbformat.read(tmp_path / "done" / f"{name}.ipynb", as_version=4)) for name in NOTEBOOKS]
    assert "2 of 2 items are decidable" in shown[0]
    assert "after viewing the data" in shown[0]


def test_names_that_are_code_stay_text(tmp_path, page, output):
    """Genes, labels and columns come from anybody's file."""
    study = tmp_path / "study"
    (study / "items").mkdir(parents=True)
    rng = np.random.default_rng(1)
    kinds = np.repeat(["NK", HOSTILE, "B"], 40)
    genes = ["GENE1", HOSTILE, "GENE3"]
    values = np.where((kinds == HOSTILE)[:, None] & (np.array(genes) == HOSTILE), 3.0, 1.0) + rng.random((120, 3)) / 3
    obs = pd.DataFrame({"kind": kinds, "<b>batch": np.tile(["1", "2"], 60)}, index=[f"c{n}" for n in range(120)])
    anndata.AnnData(values, obs=obs, var=pd.DataFrame(index=genes)).write_h5ad(study / "cells.h5ad")
    item = {
        "id": "hostile",
        "family": "marker",
        "question": f"Which gene, `<b>GENE1` or another? {HOSTILE}",
        "options": dict(zip("ABC", genes, strict=True)),
        "key": "B",
        "data": {"source": "cells.h5ad"},
    }
    (study / "items" / "hostile.yaml").write_text(yaml.safe_dump(item))
    agents = [{"name": "analyst", "kind": "reference", "route": "analyst"}]
    (study / "study.yaml").write_text(
        yaml.safe_dump({"study": "hostile", "agents": agents, "seed": 1, "bootstraps": 20})
    )
    root = tmp_path / "lab"
    root.mkdir()
    cells = [
        "import counterproof.notebook as cp",
        f"cp.register_by_looking(cp.open_study({str(study)!r}))",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, root / "hostile.ipynb")
    with Lab(root) as lab:
        lab.run_all(page, "hostile.ipynb")
        form = page.locator(".cpg")
        form.wait_for(timeout=120_000)
        assert form.get_by_text("Only 'Try it' sees that").is_visible()
        assert form.locator(".cpg-question code").inner_text() == "<b>GENE1"
        form.get_by_label("Group of cells", exact=True).select_option("kind")
        form.get_by_label("Group of cells: label").select_option(HOSTILE)
        decided(form, f"The data decide this item: {HOSTILE} leads by")
        form.get_by_label("option A stands for").fill("<")
        page.wait_for_function(
            "() => [...document.querySelectorAll('.cpg datalist option')].some((it) => it.value.startsWith('<'))"
        )
        form.get_by_label("option A stands for").fill("GENE1")
        decided(form, f"The data decide this item: {HOSTILE} leads by")
        form.get_by_role("button", name="Save").click()
        form.get_by_text("Saved into items/hostile.yaml").wait_for(timeout=60_000)
        assert form.locator("img, script, b:not(.cpg-option b)").count() == 0
        assert page.evaluate("window.harmed") is None
        form.screenshot(path=output / "registering-hostile.png")
    again = open_study(study).item("hostile").registration
    assert again.ask.group.value == HOSTILE
