import pytest

from counterproof.domain.study import Study
from counterproof.trials import machine
from counterproof.trials.machine import examine

STUDY = {
    "study": "x",
    "seed": 1,
    "agents": [
        {"name": "claude", "kind": "claude_code", "model": "m", "endpoint": "one", "binary": "/nowhere/claude"},
        {"name": "own", "kind": "command", "argv": ["sh", "-c", "true"]},
    ],
    "endpoints": {"one": {"dialect": "anthropic", "base_url": "http://127.0.0.1:9", "key_env": "MY_SECRET"}},
}


@pytest.fixture
def findings():
    return lambda study=None, **options: {each.name: each for each in examine(study, **options)}


def test_python_cores_memory_walls_browser_agents_keys_and_the_local_model_are_looked_for(findings):
    found = findings()
    assert {"python", "cores", "memory", "walls: bwrap", "agent claude_code", "agent pi", "local model"} <= set(found)
    assert found["python"].state == "there"
    assert [name for name, each in found.items() if each.needed] == ["python"]
    assert all(each.fix for each in found.values() if each.state != "there")


def test_everything_that_is_looked_for_is_good_for_something(findings):
    for study in (None, Study.model_validate(STUDY)):
        assert not [name for name, each in findings(study).items() if not each.use]


def test_a_key_is_told_by_its_name_and_never_by_its_value(findings, monkeypatch):
    monkeypatch.setenv("MY_SECRET", "sk-hidden-123")
    found = findings(Study.model_validate(STUDY))
    assert (found["key MY_SECRET"].state, found["key MY_SECRET"].needed) == ("there", True)
    assert "hidden" not in str(found)
    monkeypatch.delenv("MY_SECRET")
    assert findings(Study.model_validate(STUDY))["key MY_SECRET"].state == "missing"


def test_what_a_study_needs_is_marked(findings):
    found = findings(Study.model_validate(STUDY))
    assert (found["agent claude"].state, found["agent claude"].needed) == ("missing", True)
    assert "no such program" in found["agent claude"].found
    assert found["agent own"].state == "there"
    assert found["walls: bwrap"].needed
    assert not findings(Study.model_validate(STUDY | {"sandbox": "none"}))["walls: bwrap"].needed


def test_a_machine_without_bubblewrap_says_how_to_get_it(findings, tmp_path):
    found = findings(system_path=str(tmp_path))
    assert {"walls: bwrap", "walls: socat"} <= set(found)
    assert (found["walls: bwrap"].state, found["walls: bwrap"].found) == ("missing", "not installed")
    assert "apt-get install" in found["walls: bwrap"].fix


def test_a_system_that_refuses_its_namespaces_is_told(findings, tmp_path):
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    program.chmod(0o755)
    found = findings(system_path=f"{tmp_path}:/usr/bin:/bin")["walls: bwrap"]
    assert found.state == "refused"
    assert "No permissions to create new namespace" in found.found
    assert "kernel.unprivileged_userns_clone=1" in found.fix


def test_memory_that_is_too_little_is_told(findings, monkeypatch):
    monkeypatch.setattr(machine, "MEMORY_GB", 1e9)
    assert findings()["memory"].state == "missing"
