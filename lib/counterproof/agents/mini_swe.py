"""mini-swe-agent, which has bash and nothing else. It stands on LiteLLM, so it lives in an environment of its own."""

from counterproof.agents.launch import Launch
from counterproof.agents.program import Program, find_program, package_version
from counterproof.domain.agent import HarnessAgent
from counterproof.domain.endpoint import Dialect
from counterproof.sandbox.environment import base_env
from counterproof.sandbox.inside import HOME

LOG = ".mini/trajectory.json"
COMMAND_SECONDS = 600
"""Its own bound on one command is 30 s, less than reading a large file takes."""


def program(spec: HarnessAgent) -> Program:
    """The `mini` of the study or of the PATH.

    Raises
    ------
    InputError
        If there is none.
    """
    return find_program(
        "mini",
        agent=spec.name,
        binary=spec.binary,
        install="install mini-swe-agent: pipx install mini-swe-agent, or name its `mini` as `binary`",
    )


def version(spec: HarnessAgent) -> str | None:
    """The version of the package beside the program, which tells none itself."""
    return package_version(program(spec).host, "mini-swe-agent")


def launch(spec: HarnessAgent, *, prompt: str, endpoint_url: str, token: str, dialect: Dialect) -> Launch:
    """One question, answered without a terminal; its log is a file in its home, written after every step."""
    found = program(spec)
    provider = "anthropic" if dialect == "anthropic" else "openai"
    address = endpoint_url if dialect == "anthropic" else f"{endpoint_url}/v1"
    settings = ("mini.yaml", f"agent.step_limit={spec.max_turns}", f"environment.timeout={COMMAND_SECONDS}")
    return Launch(
        argv=(
            *(found.inside, "--model", f"{provider}/{spec.model}", "--yolo", "--exit-immediately", "--cost-limit", "0"),
            *(part for setting in settings for part in ("--config", setting)),
            *("--output", f"{HOME}/{LOG}", "--task", prompt),
        ),
        env=base_env()
        | {
            f"{provider.upper()}_API_BASE": address,
            f"{provider.upper()}_API_KEY": token,
            "MSWEA_CONFIGURED": "true",
            # It does not know the price of every model, and would stop; the gateway counts by the study's.
            "MSWEA_COST_TRACKING": "ignore_errors",
            "MSWEA_SILENT_STARTUP": "1",
            # Otherwise LiteLLM asks the network for a list of prices.
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        },
        version=version(spec),
        home_files={".mini/.keep": "", ".config/mini-swe-agent/.env": ""},
        tools=found.tools,
        log=f"home:{LOG}",
        log_format="mini_swe",
    )
