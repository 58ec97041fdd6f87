import re
import shutil
from io import StringIO
from pathlib import Path

import pytest
import yaml
from rich.console import Console
from tiny_study import write_tiny_study

from counterproof.agents import registry
from counterproof.benchmarks.own import open_study
from counterproof.construct.run import read_constructions
from counterproof.domain.problem import InputError
from counterproof.reports import library
from counterproof.reports.audit import run_audit
from counterproof.reports.library import notebooks
from counterproof.store.tables import read_table

GENETICS = Path(__file__).parents[2] / "data" / "studies" / "genetics"
ITEMS = ("marker_nk", "specificity_lyz")


@pytest.fixture
def spoken():
    """A console that keeps what it is told, in `file`."""
    return Console(file=StringIO(), width=200)


@pytest.fixture
def one_notebook(written, monkeypatch, tmp_path):
    """Make these the notebooks of the library; each is a name with its only cell."""

    def use(**cells):
        folder = tmp_path / "notebooks"
        folder.mkdir()
        for name, cell in cells.items():
            source = written(cell, parameters='study: str = ""\nout: str = ""', name=f"{name}.ipynb")
            source.rename(folder / source.name)
        monkeypatch.setattr(library, "FOLDERS", (folder,))

    return use


def text_of(page):
    return " ".join(page.read_text(encoding="utf-8").split())


def states_of(index):
    """How every notebook stands, as the index says."""
    return re.findall(r'<span class="state">(.*?)</span>', index.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_an_audit_ends_well_with_every_page_and_an_instrument_that_holds(tmp_path, spoken):
    folder = write_tiny_study(tmp_path / "tiny")
    outcome = run_audit(folder, console=spoken, jobs=2)
    assert (outcome.exit_code, outcome.holds, outcome.failed) == (0, True, ())
    assert outcome.index == folder / "reports" / "index.html"
    index = text_of(outcome.index)
    assert "The instrument holds" in index
    assert "does not hold" not in index
    assert "5 of 5" in index
    for notebook in notebooks():
        page = outcome.index.with_name(f"{notebook.stem}.html")
        assert page.exists()
        assert f'href="{page.name}"' in index
    assert states_of(outcome.index) == ["done"] * len(notebooks())
    said = spoken.file.getvalue()
    assert "constructed: 5 of 5 items are decidable and verified" in said
    assert "trials: 125 run, 0 kept from before" in said
    assert "the instrument holds" in said
    saved = {path.stem for path in open_study(folder).layout.findings.iterdir()}
    assert saved == {"trials", "routes", "agents", "families", "items", "evaluators", "instrument", "scores"}

    def times():
        files = [path for ending in ("json", "h5ad") for path in open_study(folder).layout.work.rglob(f"*.{ending}")]
        return {path: path.stat().st_mtime_ns for path in files}

    before, pages = times(), {page: page.stat().st_mtime_ns for page in outcome.index.parent.glob("0*.html")}
    again = run_audit(folder, console=spoken, only=["00"])
    assert again.exit_code == 0
    assert "trials: 0 run, 125 kept from before" in spoken.file.getvalue()
    assert times() == before
    changed = {page.stem for page, then in pages.items() if page.stat().st_mtime_ns != then}
    assert changed == {"00_start_here"}


def test_a_broken_reference_agent_breaks_the_instrument(tmp_path, spoken, monkeypatch, one_notebook):
    def stubborn(task):
        task.journal.answer("A", confidence=95, support="full", evidence="It is always A.")

    monkeypatch.setitem(registry.REFERENCE_AGENTS, "analyst", stubborn)
    one_notebook(**{"00_hello": "study"})
    outcome = run_audit(write_tiny_study(tmp_path / "tiny", items=ITEMS), console=spoken)
    assert (outcome.exit_code, outcome.holds, outcome.failed) == (1, False, ())
    index = text_of(outcome.index)
    assert "The instrument does not hold: trust no figure below." in index
    assert "not: analyst (ega), analyst (followed), analyst (route_derived)" in index
    assert "the instrument does NOT hold: see the index page" in spoken.file.getvalue()
    instrument = read_table(open_study(tmp_path / "tiny").layout.findings / "instrument.parquet")
    assert set(instrument.loc[~instrument["holds"], "agent"]) == {"analyst"}


def test_a_study_without_reference_agents_says_that_nothing_was_checked(tmp_path, spoken, one_notebook):
    one_notebook(**{"00_hello": "study"})
    mine = {"name": "mine", "kind": "command", "argv": ["true"]}
    folder = write_tiny_study(tmp_path / "tiny", items=ITEMS, agents=[mine], sandbox="none")
    outcome = run_audit(folder, console=spoken)
    assert (outcome.exit_code, outcome.holds, outcome.failed) == (1, None, ())
    assert "The instrument was not checked.</strong> The study has no reference agent." in text_of(outcome.index)
    assert "the instrument was NOT CHECKED: The study has no reference agent." in spoken.file.getvalue()


def test_a_notebook_that_fails_is_failed_on_the_index_and_ends_the_audit_with_1(tmp_path, spoken, one_notebook):
    one_notebook(**{"00_good": "study", "01_bad": "1 / 0"})
    outcome = run_audit(write_tiny_study(tmp_path / "tiny", items=ITEMS), console=spoken, out=tmp_path / "out")
    assert (outcome.exit_code, outcome.holds, outcome.failed) == (1, True, ("01_bad",))
    assert outcome.index == tmp_path / "out" / "reports" / "index.html"
    index = text_of(outcome.index)
    assert "1 of 2 notebooks failed" in index
    assert "ZeroDivisionError: division by zero" in index
    assert states_of(outcome.index) == ["done", "failed"]
    assert "ZeroDivisionError" in text_of(outcome.index.with_name("01_bad.html"))
    assert "01_bad: " in spoken.file.getvalue()
    assert not (tmp_path / "tiny" / "work").exists()


def test_a_notebook_that_was_not_asked_for_is_not_run(tmp_path, spoken, one_notebook):
    one_notebook(**{"00_good": "study", "01_bad": "1 / 0"})
    outcome = run_audit(write_tiny_study(tmp_path / "tiny", items=ITEMS), console=spoken, only=["0"])
    assert outcome.exit_code == 0
    assert states_of(outcome.index) == ["done", "not run"]
    assert not outcome.index.with_name("01_bad.html").exists()


def test_a_wrong_name_lists_the_notebooks_and_nothing_is_done(tmp_path, spoken):
    folder = write_tiny_study(tmp_path / "tiny", items=ITEMS)
    with pytest.raises(
        InputError, match=r"there is no such notebook \(seen: 4x\)\n    fix: choose among 00_start_here, 01"
    ):
        run_audit(folder, console=spoken, only=["4x"])
    assert spoken.file.getvalue() == ""
    assert not (folder / "work").exists()


def test_an_audit_without_a_decidable_item_says_why(tmp_path, spoken, one_notebook):
    one_notebook(**{"00_good": "study"})
    folder = write_tiny_study(tmp_path / "tiny", items=ITEMS, margins={"marker": 50, "specificity": 50})
    with pytest.raises(InputError, match="no item is decidable") as caught:
        run_audit(folder, console=spoken)
    assert [(problem.file, problem.wrong) for problem in caught.value.problems[1:]] == [
        ("items/marker_nk.yaml", "excluded: no effect"),
        ("items/specificity_lyz.yaml", "excluded: tied"),
    ]
    assert [made.excluded for made in read_constructions(open_study(folder))] == ["no effect", "tied"]


def test_the_items_that_dropped_out_are_named_with_their_reason(tmp_path, spoken, one_notebook):
    one_notebook(**{"00_good": "study"})
    # A folder whose name reads like markup of the terminal keeps it.
    folder = write_tiny_study(tmp_path / "[old]" / "[" / "tiny", items=ITEMS, margins={"marker": 50})
    run_audit(folder, console=spoken)
    told = spoken.file.getvalue()
    assert "  marker_nk is left out as no effect: " in told
    assert f"  `counterproof show {folder} ITEM` has the figures of one" in told
    assert f"report: {folder / 'reports' / 'index.html'}\n" in told


def test_an_analysis_that_ran_without_walls_is_told_in_the_log_and_on_every_page(tmp_path, spoken, one_notebook):
    one_notebook(**{"00_good": "study"})
    folder = tmp_path / "genetics"
    shutil.copytree(GENETICS, folder, ignore=shutil.ignore_patterns("c*.yaml", "allele*.yaml", "work", "reports"))
    settings = yaml.safe_load((folder / "study.yaml").read_text(encoding="utf-8"))
    (folder / "study.yaml").write_text(yaml.safe_dump(settings | {"sandbox": "none", "replicates": 1}))
    outcome = run_audit(folder, console=spoken)
    assert outcome.exit_code == 0, spoken.file.getvalue()
    told = "The reference analysis of 1 item ran without walls (the study says sandbox: none)"
    assert told in spoken.file.getvalue()
    pages = [*outcome.index.parent.rglob("*.html")]
    assert len(pages) == 3
    assert [page.name for page in pages if told not in text_of(page)] == []
