"""What the two commands of the README stand on: the locks, the Makefile, the hooks."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

PROJECT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock")


def text(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def pins(name: str) -> set[str]:
    return set(re.findall(r"^[\w.-]+==[^\\\n]+", text(name), flags=re.MULTILINE))


def plain(requirement: str) -> str:
    """The name of a requirement as the locks spell it."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_address(name):
    assert "://" not in text(name)


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_of_a_lock_has_its_hashes(name):
    assert not [block for block in re.split(r"\n(?=\S)", text(name).strip()) if "--hash=sha256:" not in block]


def test_the_dev_lock_holds_the_core_lock_so_that_an_audit_runs_on_either():
    assert pins("requirements.lock") <= pins("requirements-dev.lock")


@pytest.mark.parametrize(("name", "extras"), [("requirements.lock", ()), ("requirements-dev.lock", ("dev",))])
def test_a_lock_holds_everything_that_the_project_asks_for(name, extras):
    project = tomllib.loads(text("pyproject.toml"))["project"]
    asked = [*project["dependencies"], *(ask for extra in extras for ask in project["optional-dependencies"][extra])]
    assert {plain(ask) for ask in asked} <= {plain(pin) for pin in pins(name)}, "run: make lock"


def test_make_alone_tells_what_it_can_do():
    told = subprocess.run(["make", "-C", PROJECT], check=True, capture_output=True, text=True).stdout
    assert re.findall(r"^make (\w+)", told, flags=re.MULTILINE) == ["audit", "test", "check", "lock", "clean"]


def test_the_hooks_download_nothing():
    assert {repo["repo"] for repo in yaml.safe_load(text(".pre-commit-config.yaml"))["repos"]} == {"local"}
