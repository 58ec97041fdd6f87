"""Claude Code, without its web tools, telemetry, updates, memory and settings."""

from counterproof.agents.launch import Launch
from counterproof.agents.program import Program, find_program, version_told
from counterproof.domain.agent import HarnessAgent
from counterproof.sandbox.environment import base_env

TOOLS = "Bash,Read,Edit,Write"
"""A white list: WebFetch, WebSearch and sub-agents are not offered to the model at all."""

OFF = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    # The gateway retries what is the provider's fault; a second layer of retries would hide it.
    "CLAUDE_CODE_MAX_RETRIES": "1",
    # Without it the mode above is refused to root, who is root of nothing but the sandbox.
    "IS_SANDBOX": "1",
}


def program(spec: HarnessAgent) -> Program:
    """The `claude` of the study, of the package `claude-agent-sdk`, or of the PATH.

    Raises
    ------
    InputError
        If there is none.
    """
    return find_program(
        "claude",
        agent=spec.name,
        binary=spec.binary,
        packaged=("claude_agent_sdk", "_bundled/claude"),
        install="install Claude Code: pip install claude-agent-sdk, or npm install -g @anthropic-ai/claude-code",
    )


def version(spec: HarnessAgent) -> str | None:
    """The version that the program tells."""
    return version_told(program(spec).host)


def launch(spec: HarnessAgent, *, prompt: str, endpoint_url: str, token: str) -> Launch:
    """One question, answered without a terminal; its log is the stream of events on standard output."""
    found = program(spec)
    return Launch(
        argv=(
            *(found.inside, "--bare", "-p", prompt),
            *("--output-format", "stream-json", "--verbose", "--no-session-persistence"),
            # Anything else denies commands that touch files outside the working folder, /tmp among them.
            *("--permission-mode", "bypassPermissions", "--tools", TOOLS),
            *("--model", spec.model, "--max-turns", str(spec.max_turns)),
        ),
        env=base_env() | OFF | {"ANTHROPIC_BASE_URL": endpoint_url, "ANTHROPIC_API_KEY": token},
        version=version_told(found.host),
        tools=found.tools,
        log_format="claude_code",
    )
