import http.server
import shutil
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from counterproof.cli import app

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "pbmc"
AGENTS = """
agents:
  - {name: analyst, kind: reference, route: analyst}
  - {name: claude, kind: claude_code, model: big, endpoint: one}
  - {name: codex, kind: codex, model: small, endpoint: two}
endpoints:
  one: {dialect: anthropic, base_url: "ADDRESS"}
  two: {dialect: openai_responses, base_url: "ADDRESS"}
prices: {big: {input: 5, output: 25}, small: {input: 1, output: 8}}
assumed: {any: {input_tokens: 100000, output_tokens: 10000, seconds: 360}}
replicates: 3
bootstraps: 20
seed: 1
"""


def run(*words, width=120):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": str(width), "NO_COLOR": "1"})


@pytest.fixture
def study(tmp_path):
    """A study of one bundled item, or of all, with three agents; nothing of it was constructed."""

    def build(*, items=("marker_nk_nkg7",), address="http://127.0.0.1:9", limits="{}"):
        folder = tmp_path / "planned"
        (folder / "items").mkdir(parents=True)
        for path in (BUNDLED / "items").glob("*.yaml"):
            if items is None or path.stem in items:
                shutil.copy(path, folder / "items")
        text = f"study: planned\nlimits: {limits}\n{AGENTS.replace('ADDRESS', address)}"
        (folder / "study.yaml").write_text(text)
        return folder

    return build


def test_the_plan_of_the_bundled_items_with_3_agents_and_3_replicates(study):
    done = run("plan", study(items=None))
    assert done.exit_code == 0, done.output
    items = len(list((BUNDLED / "items").glob("*.yaml")))
    text = " ".join(done.output.split())
    assert f"{items} of {items} items are registered (not constructed: some may drop out), 3 replicates" in text
    trials = items * 5 * 3
    assert f"all {trials:,} {trials:,} {trials:,}" in text
    assert f"Together: {3 * trials:,} trials, {2 * trials * 110_000 / 1e6:,.1f} M* tokens" in text
    assert f"{trials * (0.75 + 0.18):,.2f}* dollars" in text
    assert f"{trials * (0.2 + 0.05 / 3600):,.2f}* hours of agents' time left" in text
    rows = {line.split()[0]: line.split()[1:] for line in done.output.splitlines() if line.split()}
    assert rows["null"] == [str(items), "0.02*", "unattainable", "unattainable"]
    assert all(0 < float(rows["flip"][place]) < 0.67 for place in (2, 3))
    assert not list(done.output.splitlines()[-1].split("Above the budget")[1:])


def test_a_plan_fits_a_narrow_terminal(study):
    done = run("plan", study(), width=80)
    assert max(map(len, done.output.splitlines())) <= 80
    assert "…" not in done.output


def test_what_has_run_is_left_no_more_in_any_arm(tmp_path):
    folder = tmp_path / "armed"
    (folder / "items").mkdir(parents=True)
    shutil.copy(BUNDLED / "items" / "marker_nk_nkg7.yaml", folder / "items")
    (folder / "study.yaml").write_text(
        "study: armed\nseed: 1\nreplicates: 1\nvariants: [original, null, withdraw, flip]\n"
        "agents:\n  - {name: analyst, kind: reference, route: analyst}\n"
        "arms:\n  - standard\n  - {name: abstain_option, agents: [analyst], variants: [original]}\n"
    )
    ran = run("run", folder)
    assert ran.exit_code == 0, ran.output
    rows = {line.split()[0]: line.split()[1:] for line in run("plan", folder).output.splitlines() if line.split()}
    assert (rows["all"], rows["left"]) == (["5"], ["0"])


def test_options_are_assumed_where_the_study_states_nothing(study):
    folder = study()
    text = (folder / "study.yaml").read_text()
    (folder / "study.yaml").write_text(
        "".join(li for li in text.splitlines(keepends=True) if not li.startswith("assumed"))
    )
    unknown = run("plan", folder)
    assert "claude: no cost: no trial has told its tokens: state `assumed` in study.yaml" in unknown.output
    told = run("plan", folder, "--input-tokens", "100000", "--output-tokens", "10000", "--seconds", "360")
    assert "11.25*" in told.output


def test_a_plan_above_the_budget_says_so_and_ends_with_1(study):
    done = run("plan", study(limits="{study_usd: 1}"))
    assert done.exit_code == 1
    assert "Above the budget: about 13.95 dollars are expected" in " ".join(done.output.split())


@pytest.fixture
def listening():
    """The address of a server, and the requests that reached it."""
    requests = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            requests.append(self.path)
            self.send_error(500)

        do_GET = do_POST  # noqa: N815, the name that the server calls

        def log_message(self, *words):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", requests
    server.shutdown()
    thread.join()
    server.server_close()


def test_audit_with_a_budget_of_0_refuses_before_the_first_request(study, listening):
    address, requests = listening
    folder = study(address=address, limits="{study_usd: 0}")
    done = run("audit", folder, "--jobs", "1")
    assert done.exit_code == 2
    assert "limits.study_usd: about 13.95 dollars are expected, and the budget is 0.00" in " ".join(done.output.split())
    assert requests == []
    assert not list((folder / "work" / "trials").rglob("*.json"))
