"""Pi, without start-up network, telemetry, extensions, skills, and files of context."""

import json

from counterproof.agents.launch import Launch
from counterproof.agents.program import Program, find_program, version_told
from counterproof.domain.agent import HarnessAgent
from counterproof.domain.endpoint import Dialect
from counterproof.sandbox.environment import base_env

TOOLS = "bash,read,write,edit"
OFF = ("--no-session", "--offline", "--no-extensions", "--no-skills", "--no-prompt-templates", "--no-context-files")
APIS: dict[Dialect, tuple[str, str]] = {
    "anthropic": ("anthropic-messages", ""),
    "openai_responses": ("openai-responses", "/v1"),
    "openai_chat": ("openai-completions", "/v1"),
}
"""Pi's name of each dialect, and the path that its clients want below the address."""


def program(spec: HarnessAgent) -> Program:
    """The `pi` of the study or of the PATH.

    Raises
    ------
    InputError
        If there is none.
    """
    return find_program(
        "pi", agent=spec.name, binary=spec.binary, install="install Pi: npm install -g @mariozechner/pi-coding-agent"
    )


def version(spec: HarnessAgent) -> str | None:
    """The version that the program tells."""
    return version_told(program(spec).host)


def launch(spec: HarnessAgent, *, prompt: str, endpoint_url: str, token: str, dialect: Dialect) -> Launch:
    """One question, answered without a terminal; its log is the stream of events on standard output.

    Pi knows no bound on its turns: the limits of the trial end it.
    """
    found = program(spec)
    api, path = APIS[dialect]
    # Pi would multiply tokens by a price of its own; the gateway counts by the study's.
    model = {"id": spec.model, "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}
    gateway = {"baseUrl": f"{endpoint_url}{path}", "api": api, "apiKey": token, "models": [model]}
    return Launch(
        argv=(
            *(found.inside, "-p", "--mode", "json", *OFF),
            *("--provider", "gateway", "--model", spec.model, "--tools", TOOLS, prompt),
        ),
        env=base_env() | {"PI_OFFLINE": "1", "PI_TELEMETRY": "0"},
        version=version_told(found.host),
        home_files={".pi/agent/models.json": json.dumps({"providers": {"gateway": gateway}})},
        tools=found.tools,
        log_format="pi",
    )
