"""Whose fault a reply is that is none, and whether asking again can help."""

from typing import NamedTuple

from counterproof.trials.gateway.exchange import Fault

AGAIN = frozenset({408, 429, 500, 502, 503, 504, 520, 522, 524, 529})
"""Statuses of a service that is overloaded or failing."""

NO_ACCESS = frozenset({401, 402, 403, 404})
NO_MONEY = (b"insufficient_quota", b"credit balance is too low", b"billing_hard_limit")
NO_MODEL = (b"model_not_found", b"invalid_model", b"does not exist")


class Verdict(NamedTuple):
    """The fault (null where there is none, or where it may be the agent's), and whether to try again."""

    fault: Fault | None
    again: bool


def verdict_of(status: int, body: bytes) -> Verdict:
    """What a status with the body of its reply means."""
    if status < 400:
        return Verdict(None, again=False)
    if any(words in body for words in NO_MONEY):
        return Verdict("configuration", again=False)
    if status in NO_ACCESS or (status == 400 and any(words in body for words in NO_MODEL)):
        return Verdict("configuration", again=False)
    return Verdict("provider", again=True) if status in AGAIN or status >= 500 else Verdict(None, again=False)
