import http.server
import shutil
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from counterproof.cli import app

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "invented"
STUDY = """
study: planned
kind: identity
source: {kind: instances, path: instances.jsonl}
conditions: [named, blind, delete, recall]
agents:
  - {name: reader, route: reader}
  - {name: claude, kind: claude_code, model: big, endpoint: one}
endpoints:
  one: {dialect: anthropic, base_url: "ADDRESS"}
prices: {big: {input: 5, output: 25}}
assumed: {any: {input_tokens: 10000, output_tokens: 2000, seconds: 90}}
limits: LIMITS
replicates: 3
seed: 1
"""
USD = (3 * 48 + 60) * 3 * (0.05 + 0.05)
"""Three conditions of 48 instances, and 60 in the recall probe; three replicates."""


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "80", "NO_COLOR": "1"})


@pytest.fixture
def study(tmp_path):
    def build(*, address="http://127.0.0.1:9", limits="{}"):
        folder = tmp_path / "planned"
        folder.mkdir()
        shutil.copy(BUNDLED / "instances.jsonl", folder)
        (folder / "study.yaml").write_text(STUDY.replace("ADDRESS", address).replace("LIMITS", limits))
        return folder

    return build


def test_the_plan_counts_calls_dollars_and_what_could_be_found(study):
    folder = study()
    done = run("plan", folder)
    assert done.exit_code == 0, done.output
    assert max(map(len, done.output.splitlines())) <= 80
    assert "…" not in done.output
    text = " ".join(done.output.split())
    assert "60 instances (0 rows of the source refused), 1 a call, 3 replicates" in text
    assert "recall 60 180" in text
    assert f"{USD:,.2f}* dollars ({USD:,.2f}* for those left)" in text
    rows = {line.split("  ")[0].strip(): line.split() for line in done.output.splitlines()}
    assert rows["identity cost (named - blind)"][-4:-1] == ["48", "0.20*", "0.179"]
    assert float(rows["identity cost (named - blind)"][-1]) < 0.179
    assert rows["recall (recognised, right)"][-1] == "none"
    assert not (folder / "work").exists()


def test_a_plan_above_the_budget_ends_with_1(study):
    done = run("plan", study(limits="{study_usd: 1}"))
    assert done.exit_code == 1
    assert f"Above the budget: about {USD:.2f} dollars are expected" in " ".join(done.output.split())


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


@pytest.mark.parametrize("command", ["audit", "run"])
def test_a_budget_of_0_refuses_before_the_first_request(study, listening, command):
    address, requests = listening
    folder = study(address=address, limits="{study_usd: 0}")
    done = run(command, folder, "--jobs", "1")
    assert done.exit_code == 2
    assert f"limits.study_usd: about {USD:.2f} dollars are expected, and the budget is 0.00" in " ".join(
        done.output.split()
    )
    assert requests == []
    assert not list((folder / "work").rglob("r*.json"))
