"""What went through a trial's gateway, counted."""

from collections.abc import Sequence
from typing import NamedTuple

from counterproof.trials.gateway.exchange import Exchange, Fault
from counterproof.trials.gateway.route import asks_for_answer


class Traffic(NamedTuple):
    """The exchanges of one trial in the order in which they ended, and what they come to.

    `unanswered_seconds` is how long the oldest request had waited without any reply when the trial ended; 0 where none
    did.
    """

    exchanges: tuple[Exchange, ...] = ()
    unanswered_seconds: float = 0

    @property
    def forwarded(self) -> tuple[Exchange, ...]:
        """Those that went on to the model's service."""
        return tuple(each for each in self.exchanges if each.attempts)

    @property
    def retries(self) -> int:
        """Tries beyond the first of each request."""
        return sum(len(each.attempts) - 1 for each in self.forwarded)

    @property
    def usd(self) -> float | None:
        """US dollars; null where a reply that may have cost something has no price, or none of them has one."""
        return _sum([each.usd for each in self._answered])

    @property
    def hosted_tools(self) -> tuple[str, ...]:
        """Tools that the provider was asked to run on its side."""
        return tuple(sorted({tool for each in self.exchanges for tool in each.hosted_tools}))

    @property
    def hosted_requests(self) -> int:
        """How many requests that went on asked for such a tool."""
        return sum(bool(each.hosted_tools) for each in self.forwarded)

    @property
    def last_fault(self) -> tuple[Fault, str] | None:
        """The fault of the last request for an answer, with its reason; null where it was answered well.

        Where none was for an answer, that of the last request.
        """
        last = next((each for each in reversed(self.exchanges) if _for_answer(each)), None)
        last = self.exchanges[-1] if last is None and self.exchanges else last
        return None if last is None or last.fault is None else (last.fault, last.why)

    def tokens(self, name: str) -> int | None:
        """The sum of one field of tokens over the replies; null where one of them does not state it."""
        known = [getattr(each, name) for each in self._answered]
        return None if not known or None in known else sum(known)

    @property
    def _answered(self) -> Sequence[Exchange]:
        return [each for each in self.forwarded if _for_answer(each) and each.status is not None and each.status < 400]


def _for_answer(exchange: Exchange) -> bool:
    return asks_for_answer(exchange.method, exchange.path)


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known), 9) if known and len(known) == len(values) else None
