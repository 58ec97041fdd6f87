"""The model behind an address, in the dialect that its service speaks."""

# Each client takes seconds to import, so only the one that is spoken is.
# ruff: noqa: PLC0415

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from pydantic_ai.models import Model

from counterproof.agents.model.settings import LoopSettings

REPLY_SECONDS = 600


@asynccontextmanager
async def opened(settings: LoopSettings) -> AsyncIterator[Model]:
    """The model that the settings name, reached at their address and nowhere else, for as long as the block lasts."""
    async with httpx2.AsyncClient(timeout=REPLY_SECONDS) as http:
        yield _model(settings, http)


def _model(settings: LoopSettings, http: httpx2.AsyncClient) -> Model:
    if settings.dialect == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        service = AnthropicProvider(base_url=settings.base_url, api_key=settings.token, http_client=http)
        return AnthropicModel(settings.model, provider=service)
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(base_url=f"{settings.base_url}/v1", api_key=settings.token, http_client=http)
    if settings.dialect == "openai_responses":
        return OpenAIResponsesModel(settings.model, provider=provider)
    return OpenAIChatModel(settings.model, provider=provider)
