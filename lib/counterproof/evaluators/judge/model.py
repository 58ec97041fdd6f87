"""A judge's model over pydantic-ai: its provider, its key from the environment, its settings."""

import os
from typing import TYPE_CHECKING

from counterproof.domain.judge import JudgeSpec
from counterproof.domain.problem import InputError, Problem

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.settings import ModelSettings

NO_KEY = "none"
"""Sent to a server that needs no key: the client library insists on one."""
RESENT = 4
"""How often the provider's client sends a request again after 408, 409, 429 or 5xx, waiting as the server says."""


def key_of(spec: JudgeSpec) -> str:
    """The judge's key, read from the environment.

    Raises
    ------
    InputError
        If the variable is not set.
    """
    name = spec.key_variable
    if name is None:
        return NO_KEY
    key = os.environ.get(name, "").strip()
    if not key:
        fix = f"export {name}=..., or name another variable with key_env"
        problem = Problem(file="study.yaml", place=f"judge {spec.name}", wrong=f"{name} is not set", fix=fix)
        raise InputError([problem])
    return key


def model_of(spec: JudgeSpec) -> "Model":
    """The judge's model, ready to be asked.

    Raises
    ------
    InputError
        If its key is not in the environment.
    """
    key = key_of(spec)
    # 2 s to import, for the few who ask a model.
    if spec.provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415, costs 2 s that a study without judges need not pay
        from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415, costs 2 s that a study without judges need not pay

        return AnthropicModel(spec.model, provider=AnthropicProvider(api_key=key, base_url=spec.base_url))
    from pydantic_ai.models.openai import OpenAIChatModel  # noqa: PLC0415, costs 2 s that a study without judges need not pay
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415, costs 2 s that a study without judges need not pay

    return OpenAIChatModel(spec.model, provider=OpenAIProvider(api_key=key, base_url=spec.base_url))


def settings_of(spec: JudgeSpec, *, seed: int, doubled: bool = False) -> "ModelSettings":
    """The settings of one request: temperature and seed where the model takes them, and its limits.

    `doubled` gives the reply twice the room.
    """
    settings: ModelSettings = {
        "max_tokens": spec.max_tokens * (2 if doubled else 1),
        "timeout": spec.seconds,
        "max_retries": RESENT,
    }
    if spec.temperature is not None:
        settings["temperature"] = spec.temperature
        settings["seed"] = seed % 2**31
    return settings
