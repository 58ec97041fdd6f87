from pathlib import Path

from typer.testing import CliRunner

from counterproof.cli import app

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "pbmc"


def run(*words, **env):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "100", "NO_COLOR": "1"} | env)


def test_the_machine_is_told_and_an_audit_can_run_on_it():
    done = run("doctor", ANTHROPIC_API_KEY="sk-hidden")
    assert done.exit_code == 0, done.output
    rows = {line.strip().partition("  ")[0] for line in done.output.splitlines()}
    assert {"python", "cores", "memory", "walls: bwrap", "local model"} <= rows
    assert "hidden" not in done.output
    assert "An audit can run here." in done.output


def test_a_study_of_reference_agents_needs_nothing_more():
    assert run("doctor", BUNDLED).exit_code == 0


def test_what_a_study_needs_and_is_not_there_ends_with_1(tmp_path):
    text = (BUNDLED / "study.yaml").read_text(encoding="utf-8")
    agent = "agents:\n  - {name: claude, kind: claude_code, model: m, endpoint: one}\n"
    endpoint = 'endpoints: {one: {dialect: anthropic, base_url: "http://127.0.0.1:9", key_env: NO_SUCH_KEY}}\n'
    (tmp_path / "study.yaml").write_text(text.replace("agents:\n", endpoint + agent), encoding="utf-8")
    (tmp_path / "items").symlink_to(BUNDLED / "items")
    done = run("doctor", tmp_path)
    assert done.exit_code == 1
    assert "Needed and not there: key NO_SUCH_KEY" in done.output
    assert "export NO_SUCH_KEY=" in done.output


IDENTITY = """
study: x
kind: identity
source: {kind: labbench, path: SOURCE, lexicon: names.txt}
agents:
  - {name: reader, route: reader}
  - {name: claude, kind: claude_code, model: m, endpoint: one}
endpoints: {one: {dialect: anthropic, base_url: "http://127.0.0.1:9", key_env: NO_SUCH_KEY}}
seed: 1
"""


def test_an_identity_study_of_reference_answerers_needs_nothing_more():
    done = run("doctor", BUNDLED.parent / "invented")
    assert done.exit_code == 0, done.output
    assert "source instances" in done.output


def test_an_identity_study_names_its_agents_endpoints_keys_and_sources(tmp_path):
    (tmp_path / "study.yaml").write_text(IDENTITY.replace("SOURCE", "litqa"), encoding="utf-8")
    done = run("doctor", tmp_path)
    text = " ".join(done.output.split())
    assert done.exit_code == 1, done.output
    assert "Needed and not there: key NO_SUCH_KEY, source labbench, lexicon." in text
    assert "litqa: no such file or folder" in text
    assert "correct source.lexicon" in text
    assert "http://127.0.0.1:9 (not asked)" in text
    assert "agent claude" in text


def test_a_source_with_faults_is_wrong_input(tmp_path):
    (tmp_path / "study.yaml").write_text(IDENTITY.replace("SOURCE", "litqa"), encoding="utf-8")
    (tmp_path / "litqa").mkdir()
    (tmp_path / "names.txt").write_text("TP53|p53\n", encoding="utf-8")
    done = run("doctor", tmp_path)
    assert done.exit_code == 2
    assert "it holds no row at all: give what the kind 'labbench' reads" in done.output
