import json
import sys
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from counterproof.agents.launchers import launch_for, version_of
from counterproof.domain.agent import AgentSpec, HarnessAgent
from counterproof.domain.problem import InputError
from counterproof.sandbox.inside import HOME, MODEL_URL, WORKSPACE

PROMPT = "## Question\n\nWhich gene marks NK cells?\n"
HARNESSES = ("claude_code", "codex", "pi", "mini_swe", "biomni")
OFF = {
    "claude_code": ["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY", "--tools"],
    "codex": ["web_search=disabled", "analytics.enabled=false", "check_for_update_on_startup=false", "plugins"],
    "pi": ["--offline", "PI_TELEMETRY", "--no-extensions", "--no-context-files"],
    "mini_swe": ["LITELLM_LOCAL_MODEL_COST_MAP", "--cost-limit"],
    "biomni": [],
}


@pytest.fixture
def program(tmp_path):
    """A program that tells a version, under any name; a Python tells that of every package, Biomni's too."""
    path = tmp_path / "bin" / "agent"
    path.parent.mkdir()
    path.write_text(f"#!{sys.executable}\nprint('agent 1.2.3')\n")
    path.chmod(0o755)
    return path


def spec_of(kind, **fields):
    return TypeAdapter(AgentSpec).validate_python({"name": "x", "kind": kind, **fields})


def harness(kind, program):
    return spec_of(kind, model="model-1", endpoint="e", binary=str(program))


def launched(spec, **fields):
    return launch_for(spec, prompt=PROMPT, endpoint_url=MODEL_URL, token="dummy", **fields)


def everything(launch):
    return json.dumps([launch.argv, dict(launch.env), dict(launch.home_files)])


@pytest.mark.parametrize("kind", [kind for kind in HARNESSES if kind != "biomni"])
def test_an_agent_is_started_with_the_prompt_its_model_the_gateway_and_the_trials_own_key(kind, program):
    told = everything(launched(harness(kind, program)))
    assert all(part in told for part in (json.dumps(PROMPT)[1:-1], "model-1", MODEL_URL, "dummy"))
    assert all(switch in told for switch in OFF[kind])


@pytest.mark.parametrize("kind", [kind for kind in HARNESSES if kind != "biomni"])
def test_nothing_of_this_machines_environment_is_handed_on(kind, program, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "real")
    monkeypatch.setenv("SECRET", "hidden-value")
    launch = launched(harness(kind, program))
    assert launch.env["HOME"] == HOME
    assert not {"real", "hidden-value"} & set(launch.env.values())
    assert "hidden-value" not in everything(launch)


@pytest.mark.parametrize("kind", HARNESSES)
@pytest.mark.parametrize("start", [launched, version_of])
def test_a_program_that_is_not_there_is_told_with_the_way_to_get_it(kind, start):
    with pytest.raises(InputError, match=r"no such program.*\n.*install") as raised:
        start(harness(kind, "/nowhere/agent"))
    assert raised.value.problems[0].place == "agents: x"


@pytest.mark.parametrize(("kind", "name"), [("pi", "pi"), ("mini_swe", "mini")])
def test_a_program_that_is_not_on_the_path_is_told_with_the_way_to_get_it(kind, name, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(InputError, match=rf"the program '{name}' is not installed\n.*install"):
        version_of(HarnessAgent(name="x", kind=kind, model="m", endpoint="e"))


def test_a_python_without_biomni_is_told_with_the_way_to_get_it():
    with pytest.raises(InputError, match=r"the Python named as `binary` has no Biomni\n.*pip install biomni"):
        version_of(harness("biomni", sys.executable))


def test_a_command_is_run_as_it_stands_with_its_own_tools(tmp_path):
    spec = spec_of(
        "command",
        argv=["/opt/mine/run", "--model", "{model}"],
        model="m",
        endpoint="e",
        tools={"/opt/mine": str(tmp_path)},
        env={"URL": "{endpoint}/v1", "KEY": "{token}"},
        log="out/log.jsonl",
        version="7",
    )
    launch = launched(spec)
    assert launch.argv == ("/opt/mine/run", "--model", "m")
    assert (launch.env["URL"], launch.env["KEY"]) == (f"{MODEL_URL}/v1", "dummy")
    assert (launch.tools["/opt/mine"], launch.log, launch.log_format) == (tmp_path, "out/log.jsonl", None)
    assert launch.version == version_of(spec) == "7"


def test_a_command_whose_tool_is_missing_is_refused_before_any_trial():
    spec = spec_of("command", argv=["run"], tools={"/opt/mine": "/nowhere/mine"})
    with pytest.raises(InputError, match="the tool /opt/mine has no folder on this machine"):
        version_of(spec)


def test_without_walls_every_path_inside_becomes_one_of_this_machine(tmp_path):
    spec = spec_of(
        "command", argv=["/opt/mine/run", f"{WORKSPACE}/x"], tools={"/opt/mine": str(tmp_path)}, endpoint="e"
    )
    launch = launched(spec).on_host(workspace=Path("/w"), home=Path("/h"), model_url="http://127.0.0.1:5")
    assert launch.argv == (f"{tmp_path}/run", "/w/x")
    assert launch.env["HOME"] == "/h"
    assert launch.env["PATH"].startswith(f"{sys.prefix}/bin:")
    assert not launch.tools


def test_our_own_loop_is_told_everything_in_a_file_of_its_home():
    launch = launched(spec_of("model", model="m", endpoint="e", max_turns=7), dialect="anthropic")
    (text,) = launch.home_files.values()
    settings = json.loads(text)
    assert (settings["dialect"], settings["max_turns"], settings["prompt"]) == ("anthropic", 7, PROMPT)
    assert PROMPT not in " ".join(launch.argv)


def test_the_local_model_chooses_its_actions_by_schema_in_a_small_window():
    launch = launched(spec_of("model", model="m", endpoint="local"))
    settings = json.loads(next(iter(launch.home_files.values())))
    assert (settings["actions"], settings["output_chars"], settings["max_tokens"]) == ("schema", 800, 1000)
