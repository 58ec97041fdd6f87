import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "support"), str(TESTS / "evaluators" / "judge")]

from scripted_judge import Says, serving  # noqa: E402, found by the path above
from scripts import always_seven, follows_evidence  # noqa: E402, after the path above

from counterproof.cli import app  # noqa: E402, after the path above


def check(script, *options):
    with serving(script) as server:
        return CliRunner(env={"COLUMNS": "200"}).invoke(
            app, ["check-judge", "m", "--base-url", server.base_url, *options]
        )


def test_a_judge_that_follows_the_evidence_can_be_used():
    found = check(follows_evidence)
    assert found.exit_code == 0
    assert "m can be used with the grounding prompt" in found.stdout
    assert "hostile_evidence" in found.stdout


def test_one_that_cannot_be_used_is_told_why():
    found = check(always_seven, "--prompt", "standard")
    assert found.exit_code == 1
    assert "m cannot be used with the standard prompt. Does not hold: grounded answers lead" in found.stdout


def test_one_that_cannot_be_asked_is_no_verdict():
    found = check(lambda *_: Says(status=401))
    assert found.exit_code == 2
    assert "could not be asked at http://127.0.0.1" in found.stdout
    assert found.stdout.strip().endswith("HTTP 401")


def test_of_a_server_that_is_not_there_nothing_is_said_but_that():
    found = CliRunner(env={"COLUMNS": "200"}).invoke(app, ["check-judge", "m", "--base-url", "http://127.0.0.1:9/v1"])
    assert found.exit_code == 2
    assert found.stdout.startswith("m could not be asked at http://127.0.0.1:9/v1: ")
    assert "nan" not in found.stdout
    assert "cannot be used" not in found.stdout


def test_a_missing_key_is_named_by_its_variable(monkeypatch):
    monkeypatch.delenv("JUDGE_KEY", raising=False)
    found = check(always_seven, "--key-env", "JUDGE_KEY")
    assert found.exit_code == 2
    assert "check-judge: JUDGE_KEY is not set" in found.stderr


@pytest.mark.parametrize("option", ["--base-url", "--key-env", "--prompt", "--provider"])
def test_the_help_names_every_option(option):
    assert option in CliRunner(env={"COLUMNS": "200"}).invoke(app, ["check-judge", "--help"]).stdout
