"""Any program that reads the prompt's file and writes the answer's: its command line is the study's own."""

from pathlib import Path

from counterproof.agents.launch import Launch
from counterproof.domain.agent import CommandAgent
from counterproof.domain.problem import InputError, Problem
from counterproof.sandbox.environment import base_env


def check(spec: CommandAgent) -> None:
    """Nothing, if every folder that the command is given is there.

    Raises
    ------
    InputError
        If not; all that are missing are named.
    """
    problems = [
        Problem(
            file="study.yaml",
            place=f"agents: {spec.name}",
            wrong=f"the tool {inside} has no folder on this machine",
            seen=host,
            fix="correct `tools`, or install it there",
        )
        for inside, host in spec.tools.items()
        if not Path(host).exists()
    ]
    if problems:
        raise InputError(problems)


def launch(spec: CommandAgent, *, endpoint_url: str | None, token: str) -> Launch:
    """The command as it stands, in the working folder that holds the prompt's file and the data.

    Raises
    ------
    InputError
        If a folder that it is given is missing.
    """
    check(spec)
    known = {"{endpoint}": endpoint_url or "", "{model}": spec.model or "", "{token}": token}

    def filled(text: str) -> str:
        for name, value in known.items():
            text = text.replace(name, value)
        return text

    return Launch(
        argv=tuple(filled(part) for part in spec.argv),
        env=base_env() | {name: filled(value) for name, value in spec.env.items()},
        version=spec.version,
        tools={inside: Path(host) for inside, host in spec.tools.items()},
        log=spec.log or "stdout",
    )
