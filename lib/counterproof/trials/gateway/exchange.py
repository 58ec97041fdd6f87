"""One request of an agent and what became of it, as it is kept beside the trial."""

from typing import Literal

from counterproof.domain.record import Record

Fault = Literal["provider", "configuration", "budget", "refused"]
"""`provider`: the model's service failed. `configuration`: it refused the key, the model or the account. `budget`: the
trial's or the study's money was spent. `refused`: the request is none that the gateway forwards."""


class Attempt(Record):
    """One try of a request: the status of its reply, or why there was none, and the seconds waited before the next."""

    status: int | None
    why: str = ""
    waited: float = 0


class Exchange(Record):
    """A request, its tries and its reply; keys are replaced by `[key]` in both bodies.

    `at` is the second of the trial in which it came, `seconds` how long it took, `first_byte` when the reply began
    (null where none came). `status` is what the agent was told. `hosted_tools` are tools that it asked the provider to
    run on its side. Tokens and `usd` are null where they were not stated or have no price. `cut` says that the reply
    broke off.
    """

    at: float
    method: str
    path: str
    model: str | None = None
    hosted_tools: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    status: int | None = None
    first_byte: float | None = None
    seconds: float = 0
    input_tokens: int | None = None
    cached_input_tokens: int | None = None
    cache_write_tokens: int | None = None
    output_tokens: int | None = None
    usd: float | None = None
    fault: Fault | None = None
    why: str = ""
    cut: bool = False
    request: str = ""
    response: str = ""
