"""Which code starts an agent of the study that is a program."""

from collections.abc import Callable

from counterproof import __version__
from counterproof.agents import biomni, claude_code, codex, command, mini_swe, pi
from counterproof.agents.launch import Launch
from counterproof.agents.model import start
from counterproof.domain.agent import CommandAgent, HarnessAgent, HarnessKind, LaunchedAgent, ModelAgent
from counterproof.domain.endpoint import Dialect

ONE_DIALECT = {"claude_code": claude_code.launch, "codex": codex.launch, "biomni": biomni.launch}
SEVERAL_DIALECTS = {"pi": pi.launch, "mini_swe": mini_swe.launch}
VERSIONS: dict[HarnessKind, Callable[[HarnessAgent], str | None]] = {
    "claude_code": claude_code.version,
    "codex": codex.version,
    "pi": pi.version,
    "mini_swe": mini_swe.version,
    "biomni": biomni.version,
}


def launch_for(
    spec: LaunchedAgent, *, prompt: str, endpoint_url: str | None, token: str, dialect: Dialect | None = None
) -> Launch:
    """How to start an agent.

    Parameters
    ----------
    prompt
        What it is asked; the same text stands in the prompt's file in its working folder.
    endpoint_url
        Address of the gateway inside the sandbox, without a path: `http://127.0.0.1:18200`.
    token
        The trial's own key, which the gateway knows; never a real one.
    dialect
        That of the agent's endpoint, for agents that speak several.

    Raises
    ------
    InputError
        If its program is not installed; the message says how to install it.
    """
    url = endpoint_url or ""
    if isinstance(spec, CommandAgent):
        return command.launch(spec, endpoint_url=endpoint_url, token=token)
    if isinstance(spec, ModelAgent):
        return start.launch(spec, prompt=prompt, endpoint_url=url, token=token, dialect=dialect or "openai_chat")
    if spec.kind in SEVERAL_DIALECTS:
        start_one = SEVERAL_DIALECTS[spec.kind]
        return start_one(spec, prompt=prompt, endpoint_url=url, token=token, dialect=dialect or "openai_chat")
    return ONE_DIALECT[spec.kind](spec, prompt=prompt, endpoint_url=url, token=token)


def version_of(spec: LaunchedAgent) -> str | None:
    """The version of an agent's program, as it tells it; None where it cannot be known.

    Raises
    ------
    InputError
        If the program is not installed; the message says how to install it.
    """
    if isinstance(spec, CommandAgent):
        command.check(spec)
        return spec.version
    if isinstance(spec, ModelAgent):
        return __version__
    return VERSIONS[spec.kind](spec)
