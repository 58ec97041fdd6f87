"""Codex, without its web search, analytics, update check, plugins and own sandbox."""

import json

from counterproof.agents.launch import Launch
from counterproof.agents.program import Program, find_program, version_told
from counterproof.domain.agent import HarnessAgent
from counterproof.sandbox.environment import base_env
from counterproof.sandbox.inside import HOME

KEY = "CODEX_GATEWAY_KEY"
OFF = (
    "web_search=disabled",
    "analytics.enabled=false",
    "check_for_update_on_startup=false",
    # Sub-agents and goals outlive the turn that a trial is.
    "features.multi_agent=false",
    "features.goals=false",
    "features.apps=false",
)


def program(spec: HarnessAgent) -> Program:
    """The `codex` of the study, of the package `openai-codex-cli-bin`, or of the PATH.

    Raises
    ------
    InputError
        If there is none.
    """
    return find_program(
        "codex",
        agent=spec.name,
        binary=spec.binary,
        packaged=("codex_cli_bin", "bin/codex"),
        install="install Codex: pip install openai-codex-cli-bin, or npm install -g @openai/codex",
    )


def version(spec: HarnessAgent) -> str | None:
    """The version that the program tells."""
    return version_told(program(spec).host)


def launch(spec: HarnessAgent, *, prompt: str, endpoint_url: str, token: str) -> Launch:
    """One question, answered without a terminal; its log is the stream of events on standard output.

    Codex knows no bound on its turns: the limits of the trial end it.
    """
    found = program(spec)
    provider = {
        "name": "gateway",
        "base_url": f"{endpoint_url}/v1",
        "env_key": KEY,
        "wire_api": "responses",
        "request_max_retries": 1,
        "stream_max_retries": 1,
    }
    table = ",".join(f"{name}={json.dumps(value)}" for name, value in provider.items())
    settings = ("model_provider=gateway", f"model_providers.gateway={{{table}}}", *OFF)
    return Launch(
        argv=(
            *(found.inside, "exec", "--json", "--skip-git-repo-check", "--ephemeral"),
            # The trial's sandbox is the wall; Codex's own needs rights that it does not have inside.
            *("--dangerously-bypass-approvals-and-sandbox", "-m", spec.model),
            *(part for setting in settings for part in ("-c", setting)),
            *("--disable", "plugins", "--", prompt),
        ),
        env=base_env() | {"CODEX_HOME": f"{HOME}/.codex", KEY: token},
        version=version_told(found.host),
        # Codex wants its folder to be there.
        home_files={".codex/.keep": ""},
        tools=found.tools,
        log_format="codex",
    )
