"""What would be registered for an item as its file and its data stand, and what its author must still decide."""

from collections.abc import Mapping
from functools import partial

import pandas as pd

from counterproof.construct.along import moving_columns
from counterproof.construct.leaks.reencode import undecided, way_out
from counterproof.construct.register import registration_of
from counterproof.domain.item import Item
from counterproof.domain.registration import Registration
from counterproof.domain.study import Study


def intended(
    item: Item,
    study: Study,
    *,
    data_sha256: str,
    keep_obs: tuple[str, ...],
    obs: pd.DataFrame,
    known: Mapping[str, set[str]],
) -> Registration:
    """The registration of an item, with the columns of samples and donors that move with an exchanged condition.

    Parameters
    ----------
    keep_obs
        The columns that all variants of this source keep (`register.kept_columns`).
    obs
        These columns of the source, its index the cells' names.
    known
        What `along.identities` gives.

    Raises
    ------
    InputError
        If a decision of the author, or a chosen edit, cannot be carried out.
    """
    make = partial(registration_of, item, study, data_sha256=data_sha256, keep_obs=keep_obs)
    alone = make()
    along = moving_columns(alone, obs[list(alone.keep_obs)], known, source=item.data.source)
    return make(along=along) if along else alone


def open_question(registration: Registration, obs: pd.DataFrame) -> str:
    """What the item's author must decide before it is registered, or an empty text."""
    return "; ".join(
        f"{teller.column} tells {teller.share:.0%} of {teller.label}: {way_out(teller)}"
        for teller in undecided(obs[list(registration.keep_obs)], registration)
    )
