import json
import re

import nbformat
import pytest
from made_up_audit import HOSTILE, made_up_open_study, made_up_scores, made_up_study

from counterproof.reports.outcome import mark
from counterproof.reports.page import PageExporter, write_page
from counterproof.views.charts import routes_chart
from counterproof.views.stepper import stepper_of

LOADED = re.compile(
    r"""\b(?:src|href|srcset|action)\s*=\s*["']?\s*(?:\w+:)?//|@import|url\((?!["']?(?:data:|#))""", re.IGNORECASE
)


def page_of(book: nbformat.NotebookNode) -> str:
    (page,) = PageExporter(study="A <study>", index="index.html").pages_of(book, name="04_score").values()
    return page


@pytest.fixture(scope="module")
def outputs():
    items, constructions, trials = made_up_study()
    stepper = stepper_of(made_up_open_study(items), constructions, trials, item="nk_marker", agent="analyst")
    state = {stepper.model_id: {"model_name": "AnyModel", "state": stepper.get_state()}}
    chart, _ = routes_chart(made_up_scores())._repr_mimebundle_()
    return [chart, chart, stepper._repr_mimebundle_()[0]], state


@pytest.fixture
def page(executed, outputs):
    data, state = outputs
    return page_of(executed(*data, prose="# Title\n\n## One & two\n\n### Three\n\n## One & two", state=state))


def test_a_page_has_one_copy_of_vega_of_each_dataset_and_of_the_stepper(page):
    assert page.count("globalThis.vegaEmbed=") == 1
    data = re.search(r'id="chart-data">(.*?)</script>', page)[1]
    assert len(json.loads(data)) == 1
    assert page.count("Trajectory stepper: its parts") == 1


def test_a_page_without_charts_carries_no_vega(executed):
    assert len(page_of(executed({"text/plain": "x"}))) < 60_000


def test_a_page_loads_nothing(page):
    outside_scripts = re.sub(r"<script type=\"module\">.*?</script>", "", page, flags=re.DOTALL)
    assert not LOADED.search(outside_scripts)
    hosts = {address.split("/")[2] for address in re.findall(r"https?://[^\s\"'`)<]+", page)}
    assert hosts <= {"www.w3.org"}


def test_the_policy_names_every_script_by_its_hash(page):
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert policy.count("sha256-") == len(re.findall(r'<script type="module">', page)) == 3
    assert "unsafe-eval" not in policy
    assert page.index("Content-Security-Policy") < page.index("<style")


def test_headings_become_a_table_of_contents_with_names_of_their_own(page):
    links = re.findall(r'<li class="l\d"><a href="#(s\d+)">', page)
    assert len(links) == len(set(links)) == 3
    assert all(f'id="{link}"' in page for link in links)


def test_code_is_folded_and_parameters_are_named(executed):
    book = executed({"text/plain": "x"})
    book.cells.append(nbformat.v4.new_code_cell("n: int = 1", metadata={"tags": ["parameters"]}))
    page = page_of(book)
    assert page.count('<details class="code"><summary>') == 2
    assert "<summary>default parameters</summary>" in page
    assert '<details class="code" open' not in page


def test_what_was_printed_is_text(executed):
    book = executed({"text/plain": HOSTILE})
    stream = nbformat.v4.new_output("stream", name="stdout", text=HOSTILE)
    book.cells.append(nbformat.v4.new_code_cell("print(it)", outputs=[stream]))
    error = nbformat.v4.new_output("error", ename=HOSTILE, evalue=HOSTILE, traceback=[HOSTILE])
    book.cells.append(nbformat.v4.new_code_cell("fail()", outputs=[error]))
    outside_scripts = re.sub(r"<script.*?</script>", "", page_of(book), flags=re.DOTALL)
    assert "<img" not in outside_scripts
    assert "<svg" not in outside_scripts


def test_a_failed_notebook_says_so_at_its_head(executed):
    book = executed({"text/plain": "x"})
    mark(book, status="failed", reason="cell 2: <b>KeyError</b>")
    page = page_of(book)
    assert "This notebook failed.</strong> cell 2: &lt;b&gt;KeyError&lt;/b&gt;." in page


def test_a_run_that_was_cut_off_does_not_look_finished(executed):
    book = executed({"text/plain": "x"})
    mark(book, status="running")
    assert "the run was interrupted" in page_of(book)


def test_the_page_is_written_beside_nothing_else(executed, tmp_path):
    nbformat.write(executed({"text/plain": "x"}), tmp_path / "04_score.ipynb")
    write_page(tmp_path / "04_score.ipynb", page=tmp_path / "out" / "04_score.html", study="s")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["04_score.html"]
    assert "<title>Title \N{MIDDLE DOT} s</title>" in (tmp_path / "out" / "04_score.html").read_text()


def test_a_page_says_the_caveats_before_all_else(executed, tmp_path):
    nbformat.write(executed({"text/plain": "x"}), tmp_path / "04_score.ipynb")
    write_page(tmp_path / "04_score.ipynb", page=tmp_path / "04_score.html", study="s", caveats=["No <walls>."])
    text = (tmp_path / "04_score.html").read_text()
    main = text[text.index('<main id="main">') :]
    assert '<div class="banner bad" role="note">No &lt;walls&gt;.</div>' in main[:200]


def test_the_same_notebook_gives_the_same_page(executed, outputs):
    data, state = outputs
    assert page_of(executed(*data, state=state)) == page_of(executed(*data, state=state))


def test_making_a_page_leaves_the_notebook_as_it_was(executed, outputs):
    data, state = outputs
    book = executed(*data, state=state)
    before = nbformat.writes(book)
    page_of(book)
    assert nbformat.writes(book) == before


def test_a_link_to_a_notebook_leads_to_its_page(executed):
    text = page_of(executed({"text/plain": "x"}, prose="# T\n\n[04 Score](04_score.ipynb), [out](other/x.ipynb)"))
    assert '<a href="04_score.html">04 Score</a>' in text
    assert '<a href="other/x.ipynb">out</a>' in text
