"""No key reaches a page: a whole audit with agents that look for it, and a service that says it aloud."""

import zipfile

import pytest
from model_service import KEY, plain, serving
from rich.console import Console
from tiny_study import write_tiny_study

from counterproof.reports.audit import run_audit

ASK = (
    "import sys, urllib.request; request = urllib.request.Request(sys.argv[1] + '/v1/messages', "
    "data=b'{\"model\": \"m\"}', headers={'x-api-key': sys.argv[2]}); print(urllib.request.urlopen(request).read())"
)
MESSAGE = {"usage": {"input_tokens": 10, "output_tokens": 1}, "content": [{"type": "text", "text": KEY}]}


def contents(path):
    """The bytes of a file; of an archive those of its members."""
    if path.suffix != ".zip":
        return path.read_bytes()
    with zipfile.ZipFile(path) as kept:
        return b"".join(kept.read(name) for name in kept.namelist())


@pytest.mark.slow
def test_a_planted_key_is_in_no_file_of_work_and_reports(tmp_path, monkeypatch, walls):
    monkeypatch.setenv("KEY_OF_TEST", KEY)
    with serving() as service:
        service.script = [plain(200, MESSAGE)]
        address = f"http://127.0.0.1:{service.server_address[1]}"
        agents = [
            {"name": "analyst", "route": "analyst"},
            {
                "name": "asks",
                "kind": "command",
                "model": "m",
                "endpoint": "one",
                "argv": ["python", "-c", ASK, "{endpoint}", "{token}"],
            },
            {"name": "looks", "kind": "command", "argv": ["sh", "-c", "env; cat /proc/*/environ"]},
        ]
        endpoints = {"one": {"dialect": "anthropic", "base_url": address, "key_env": "KEY_OF_TEST"}}
        folder = write_tiny_study(tmp_path / "tiny", items=("marker_nk",), agents=agents, endpoints=endpoints)
        outcome = run_audit(folder, console=Console(quiet=True), only=["00", "03", "07"])
        assert outcome.failed == ()
        assert KEY in str(service.asked)
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert {"index.html", "03_run_agents.html", "07_case_studies.ipynb"} <= {path.name for path in written}
    assert [path for path in written if KEY.encode() in contents(path)] == []
