"""What one trial or call uses of tokens and time."""

from collections.abc import Iterable, Mapping

from pydantic import Field

from counterproof.domain.record import Record

ANY = "any"
"""What stands for all agents without an assumption of their own."""


class Use(Record):
    """What one trial or call uses on average; null where nobody knows.

    The tokens are parted as those of `Totals`: `input_tokens` were neither read from a cache nor written to one.
    `seconds` is wall time.
    """

    input_tokens: float | None = Field(default=None, ge=0)
    cached_input_tokens: float = Field(default=0, ge=0)
    cache_write_tokens: float = Field(default=0, ge=0)
    output_tokens: float | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, ge=0)


def check_assumed(assumed: Mapping[str, Use], *, agents: Iterable[Record]) -> None:
    """Nothing, if all that is assumed is assumed of one of the agents, or of any.

    Raises
    ------
    ValueError
        If not. Without an agent nothing is said: then the agents themselves are wrong.
    """
    known = [str(getattr(agent, "name", "")) for agent in agents]
    strange = [name for name in assumed if known and name not in {*known, ANY}]
    if strange:
        msg = f"assumes something of {', '.join(map(repr, strange))}; the agents are {', '.join(known)}, or any"
        raise ValueError(msg)
