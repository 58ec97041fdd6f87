"""Which columns of samples and donors move along with an exchanged condition."""

from collections.abc import Iterable, Mapping

import pandas as pd

from counterproof.construct.leaks.reencode import undecided
from counterproof.domain.item import Item
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Abundance, Expression


def identities(items: Iterable[Item]) -> dict[str, set[str]]:
    """For each source the columns that some item on it calls its donors or its samples."""
    found: dict[str, set[str]] = {}
    for item in items:
        own = found.setdefault(item.data.source, set())
        ask = item.registration.ask if item.registration else None
        name = ask.donor if isinstance(ask, Expression) else ask.sample if isinstance(ask, Abundance) else None
        own.update([name] if name else [])
    return found


def moving_columns(
    registration: Registration, obs: pd.DataFrame, known: Mapping[str, set[str]], *, source: str
) -> tuple[str, ...]:
    """The columns of samples and donors that tell an exchanged condition, and so must move with it.

    Parameters
    ----------
    registration
        As it would be if nothing moved along.
    obs
        The kept columns of the source.
    known
        What `identities` gives.
    """
    return tuple(teller.column for teller in undecided(obs, registration) if teller.column in known.get(source, set()))
