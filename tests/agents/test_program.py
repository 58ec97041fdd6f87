import os
import sys
from pathlib import Path

import pytest

from counterproof.agents.program import bound, find_program, package_version, version_told
from counterproof.domain.problem import InputError


@pytest.fixture
def make(tmp_path):
    def make(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    return make


def test_a_program_of_the_system_needs_nothing():
    program = bound(Path("/usr/bin/env"))
    assert (program.inside, program.tools) == ("/usr/bin/env", {})


def test_a_binary_is_bound_with_its_folder_under_a_name_that_says_nothing_of_this_machine(make):
    path = make("secret/place/tool", "\x7fELF")
    program = bound(path)
    assert (program.inside, program.tools) == ("/opt/agent/tool", {"/opt/agent": path.parent})


def test_a_shell_script_is_bound_alone(make):
    path = make("place/tool", "#!/bin/sh\n")
    assert bound(path).tools == {"/opt/agent/tool": path}


def test_a_link_into_node_packages_brings_all_packages_along(make, tmp_path):
    real = make("node_modules/pi/cli.js", "#!/usr/bin/env node\n")
    link = tmp_path / "node_modules/.bin/pi"
    link.parent.mkdir()
    link.symlink_to(real)
    program = bound(link)
    assert program.inside == str(real)
    assert program.tools[str(tmp_path / "node_modules")] == tmp_path / "node_modules"


def test_a_script_of_an_environment_brings_the_environment_and_its_interpreter_along(make, tmp_path):
    python = tmp_path / "env/bin/python"
    python.parent.mkdir(parents=True)
    python.symlink_to(Path(sys.executable).resolve())
    script = make("env/bin/mini", f"#!{python}\n")
    tools = bound(script).tools
    assert tools[str(tmp_path / "env")] == tmp_path / "env"
    real = Path(sys.executable).resolve()
    assert real.is_relative_to("/usr") or any(real.is_relative_to(folder) for folder in tools)


@pytest.mark.parametrize(
    ("said", "version"),
    [("codex-cli 0.163.0", "0.163.0"), ("2.1.332 (Claude Code)", "2.1.332"), ("v1.2.3-beta.1", "1.2.3-beta.1")],
)
def test_a_version_is_read_from_what_a_program_says(make, said, version):
    assert version_told(make("tool", f"#!/bin/sh\necho '{said}'\n")) == version


def test_a_program_that_tells_no_version_has_none(make):
    assert version_told(make("tool", "#!/bin/sh\necho hello\n")) is None
    assert version_told(make("broken", "#!/bin/sh\necho needs python 3.99; exit 1\n")) is None


def test_a_package_has_the_version_of_the_python_behind_a_script(make):
    script = make("tool", f"#!{sys.executable}\n")
    assert package_version(script, "pytest") == pytest.__version__
    assert package_version(script, "no-such-package") is None


def test_what_cannot_be_run_is_told(make):
    path = make("tool", "text")
    path.chmod(0o644)
    with pytest.raises(InputError, match="is no program that can be run"):
        find_program("tool", agent="x", binary=str(path), install="install it")


def test_a_program_is_found_in_its_package_before_the_path(make, tmp_path, monkeypatch):
    packaged = make("somepackage/bin/tool", "#!/bin/sh\n")
    (tmp_path / "somepackage/__init__.py").touch()
    on_path = make("path/tool", "#!/bin/sh\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PATH", f"{on_path.parent}{os.pathsep}/usr/bin")
    options = {"agent": "x", "binary": None, "install": "install it"}
    assert find_program("tool", packaged=("somepackage", "bin/tool"), **options).host == packaged
    assert find_program("tool", packaged=("otherpackage", "bin/tool"), **options).host == on_path
