"""Biomni's A1, without its data lake and tool retriever, in the Python environment that has it."""

import json
import sys
from pathlib import Path

from counterproof.agents import biomni_program
from counterproof.agents.launch import Launch
from counterproof.agents.program import Program, bound, find_program, package_version
from counterproof.domain.agent import HarnessAgent
from counterproof.domain.problem import InputError, Problem
from counterproof.sandbox.environment import base_env
from counterproof.sandbox.inside import HOME

PROGRAM = "/opt/biomni_program.py"
SETTINGS = ".biomni/settings.json"
INSTALL = (
    "install Biomni into an environment of its own: pip install biomni pandas langchain-openai langchain-anthropic "
    "tqdm beautifulsoup4, and name its Python as `binary`"
)


def program(spec: HarnessAgent) -> Program:
    """The Python of the study that has Biomni, or ours where that has it.

    Raises
    ------
    InputError
        If there is none, or it does not have Biomni.
    """
    found = (
        bound(Path(sys.executable))
        if spec.binary is None
        else find_program("python", agent=spec.name, binary=spec.binary, install=INSTALL)
    )
    if package_version(found.host, "biomni") is None:
        wrong = "the Python named as `binary` has no Biomni" if spec.binary else "Biomni is not installed"
        raise InputError([Problem(file="study.yaml", place=f"agents: {spec.name}", wrong=wrong, fix=INSTALL)])
    return found


def version(spec: HarnessAgent) -> str | None:
    """The version of the package."""
    return package_version(program(spec).host, "biomni")


def launch(spec: HarnessAgent, *, prompt: str, endpoint_url: str, token: str) -> Launch:
    """One question; its log is what Biomni prints. The limits of the trial bound its turns."""
    found = program(spec)
    model = {"llm": spec.model, "source": "Custom", "base_url": f"{endpoint_url}/v1", "api_key": token}
    settings = {"prompt": prompt, "folder": f"{HOME}/.biomni", "model": model}
    return Launch(
        argv=(found.inside, PROGRAM, f"{HOME}/{SETTINGS}"),
        env=base_env() | {"PYTHONUNBUFFERED": "1"},
        version=version(spec),
        home_files={SETTINGS: json.dumps(settings)},
        tools=found.tools | {PROGRAM: Path(biomni_program.__file__)},
        log_format="biomni",
    )
