import sys
from pathlib import Path

import pytest

from counterproof.agents.launch import Launch
from counterproof.sandbox.inside import HOME, MODEL_URL, VENV, WORKSPACE


def placed(*argv, workspace="/tmp/one/work", home="/tmp/one/home", tools=None, **more):
    launch = Launch(argv=argv, env={}, version=None, tools=tools or {}, **more)
    return launch.on_host(workspace=Path(workspace), home=Path(home), model_url="http://127.0.0.1:9")


@pytest.mark.parametrize(
    ("inside", "here"),
    [
        (f"{WORKSPACE}/prompt.md", "/tmp/one/work/prompt.md"),
        (f"--log={HOME}/log", "--log=/tmp/one/home/log"),
        (f"{MODEL_URL}/v1", "http://127.0.0.1:9/v1"),
        (f"{VENV}/bin/python", f"{sys.prefix}/bin/python"),
        (f"work in {WORKSPACE}, not {HOME}.", "work in /tmp/one/work, not /tmp/one/home."),
        (f'"{WORKSPACE}"', '"/tmp/one/work"'),
        (f"{VENV}/bin:/usr/bin:{HOME}/bin", f"{sys.prefix}/bin:/usr/bin:/tmp/one/home/bin"),
    ],
)
def test_every_path_inside_becomes_one_of_this_machine(inside, here):
    assert placed(inside).argv == (here,)


@pytest.mark.parametrize(
    "text", ["/workspaces/me/tool", "/data/workspace/tool", "/home/agents/x", "/opt/env-2/bin", f"{MODEL_URL}0/v1"]
)
def test_a_path_that_only_looks_like_one_inside_stays(text):
    assert placed(text).argv == (text,)


def test_a_path_of_this_machine_that_holds_one_inside_is_replaced_once():
    # As where the project lies in a container's own /workspace.
    one = placed(f"{HOME}/log", f"{WORKSPACE}/x", workspace="/workspace/t/work", home="/workspace/t/home")
    assert one.argv == ("/workspace/t/home/log", "/workspace/t/work/x")


def test_the_longest_of_several_tools_decides_and_nothing_is_bound():
    tools = {"/opt/tool": Path("/a"), "/opt/tool/deep": Path("/b")}
    one = placed("/opt/tool/x", "/opt/tool/deep/x", tools=tools)
    assert one.argv == ("/a/x", "/b/x")
    assert one.tools == {}


def test_the_environment_and_the_files_of_the_home_are_changed_and_their_names_are_not():
    one = Launch(
        argv=("x",),
        env={"HOME": HOME},
        version="1",
        home_files={".config": f"root = '{WORKSPACE}'"},
        log=f"home:{HOME}",
    ).on_host(workspace=Path("/w"), home=Path("/h"), model_url="http://127.0.0.1:9")
    assert one.env == {"HOME": "/h"}
    assert one.home_files == {".config": "root = '/w'"}
    assert (one.version, one.log) == ("1", f"home:{HOME}")
