"""OpenAI's token counts, in the shapes that its interfaces and the tools on top of them write."""

from typing import Any

from counterproof.trajectories.fields import count, mapping


def token_totals(usage: dict[str, Any]) -> dict[str, int | None]:
    """The token fields of `Totals`. Its input counts the cached parts, too; ours does not."""
    whole = count(usage.get("input_tokens", usage.get("prompt_tokens")))
    details = mapping(usage.get("input_tokens_details")) or mapping(usage.get("prompt_tokens_details"))
    cached = count(usage.get("cached_input_tokens", details.get("cached_tokens")))
    written = count(details.get("cache_creation_tokens"))
    return {
        "input_tokens": None if whole is None else max(0, whole - (cached or 0) - (written or 0)),
        "cached_input_tokens": cached,
        "cache_write_tokens": written,
        "output_tokens": count(usage.get("output_tokens", usage.get("completion_tokens"))),
    }
