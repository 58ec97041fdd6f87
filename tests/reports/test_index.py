import re
from datetime import UTC, datetime

import pytest
from made_up_audit import HOSTILE, made_up_scores

from counterproof.reports.found import Found
from counterproof.reports.index import Instrument, KeyFigure, StudyFacts, write_index
from counterproof.reports.outcome import NotebookRun
from counterproof.reports.plain import Section
from counterproof.views.tables import scores_table

STUDY = StudyFacts("pbmc", "PBMC: markers", 20261130, datetime(2026, 11, 3, 9, 5, tzinfo=UTC))


@pytest.fixture
def index(tmp_path):
    def write(*runs: tuple, **options) -> str:
        (tmp_path / "00_start_here.html").write_text("x")
        made = [NotebookRun(*run, tmp_path / f"{run[0]}.ipynb") for run in runs]
        write_index(tmp_path / "index.html", study=STUDY, runs=made, **options)
        return (tmp_path / "index.html").read_text()

    return write


def test_the_index_tells_study_date_seed_and_version(index):
    assert "Study pbmc, 3 November 2026, 09:05 UTC, seed 20261130, Counterproof 0.1.0" in index()


def test_a_notebook_links_to_its_page_where_there_is_one(index):
    page = index(("00_start_here", "00 Start here", "done", None, 12.3), ("01", "01 Construct", "not run", None, None))
    assert '<a href="00_start_here.html">00 Start here</a>' in page
    assert "01.html" not in page
    assert "not run" in page


def test_a_failed_notebook_is_counted_with_its_reason(index):
    page = index(("02", "02 Verify", "failed", "cell 4: KeyError: 'raw'", 3.0))
    assert "1 of 1 notebooks failed." in page
    assert "cell 4: KeyError: &#39;raw&#39;" in page


@pytest.mark.parametrize(
    ("instrument", "said"),
    [
        (None, "The instrument was not checked.</strong> No reference agent ran in this study."),
        (
            Instrument(None, "The study has no reference agent."),
            "not checked.</strong> The study has no reference agent.",
        ),
        (Instrument(holds=True, detail="14 of 14"), "The instrument holds.</strong> 14 of 14"),
        (Instrument(holds=False, detail="reciter: EGA"), "does not hold: trust no figure below.</strong> reciter: EGA"),
    ],
)
def test_the_index_says_whether_the_instrument_holds(index, instrument, said):
    assert said in index(instrument=instrument)


def test_key_figures_and_tables_stand_on_the_first_page(index):
    page = index(figures=[KeyFigure("EGA", "0.41", "(0.33, 0.49)")], tables=[scores_table(made_up_scores())])
    assert "<dt>EGA</dt><dd>0.41<span>(0.33, 0.49)</span></dd>" in page
    assert "Scores with 95% intervals over items" in page


def test_longer_parts_have_headings_to_jump_to(index):
    page = index(sections=[Section("Items", "<table></table>", "items"), Section("Trials", "<p></p>", "trials")])
    assert re.findall(r'<li class="l2"><a href="#(\w+)">', page) == ["notebooks", "items", "trials"]
    assert '<h2 id="items">Items</h2>\n<table></table>' in page


def test_no_text_becomes_an_element(index):
    page = index((HOSTILE, HOSTILE, "failed", HOSTILE, 1.0), figures=[KeyFigure(HOSTILE, HOSTILE, HOSTILE)])
    assert "<img" not in page
    assert "<svg" not in page


def test_the_index_holds_no_address_outside(index):
    assert "http" not in index().replace("http-equiv", "")


def test_caveats_are_said_before_the_figures(index):
    page = index(caveats=["Agents ran without walls."], figures=[KeyFigure("EGA", "0.41")])
    assert page.index("Agents ran without walls.") < page.index("<dt>EGA</dt>")


def test_what_was_found_stands_first_with_the_notebook_that_shows_it(tmp_path):
    (tmp_path / "04_score.html").write_text("x")
    found = (Found("2 of 3 agents lose <half>.", "04_score"), Found("None would notice.", "07_case_studies"))
    study = STUDY._replace(found=found)
    write_index(tmp_path / "index.html", study=study, runs=[], figures=[KeyFigure("EGA", "0.41")])
    page = (tmp_path / "index.html").read_text()
    assert '<meta name="description" content="2 of 3 agents lose &lt;half&gt;.">' in page
    assert '<li>2 of 3 agents lose &lt;half&gt;. <a href="04_score.html">Notebook 04</a></li>' in page
    assert "<li>None would notice.</li>" in page
    assert page.index("None would notice") < page.index("<dt>EGA</dt>")


def test_a_notebook_tells_its_question(tmp_path):
    run = NotebookRun("04", "04 Score", "done", None, 3.0, tmp_path / "04.ipynb", "How much follows?")
    write_index(tmp_path / "index.html", study=STUDY, runs=[run])
    assert '<p class="run-question">How much follows?</p>' in (tmp_path / "index.html").read_text()
