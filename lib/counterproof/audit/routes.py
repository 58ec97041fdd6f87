"""By which route a correct answer was reached: a pattern of behaviour over the variants, not observed reasoning."""

import numpy as np
import pandas as pd

from counterproof.audit.paired import Bools, Paired, Responses, pair_variants, responses
from counterproof.domain.variant import VariantName

ROUTES = ("derived", "elimination", "recall", "flagged_kept", "other")


def responded(paired: Paired, did: Responses, variant: VariantName) -> Bools:
    """Which rows responded to a variant: another answer than the key, or a flag that `original` did not have.

    A timeout or a failed trial is no response. The response to `null` is the noise floor of that to `withdraw`.
    """
    changed = paired.true(did.answered, variant) & ~paired.true(did.correct, variant)
    newly_flagged = paired.true(did.flagged, variant) & ~paired.true(did.flagged, "original")
    return changed | newly_flagged


def routes(paired: Paired, did: Responses) -> dict[str, Bools]:
    """Which rows took each route, shape (n_rows,) each; a row whose original answer is not the key took none."""
    correct = paired.true(did.correct, "original")
    response = responded(paired, did, "withdraw")
    followed, kept = paired.true(did.flipped, "flip"), paired.true(did.correct, "flip")
    return {
        "derived": correct & response & followed,
        "elimination": correct & ~response & followed,
        "recall": correct & ~response & kept,
        "flagged_kept": correct & response & kept,
        "other": correct & ~followed & ~kept,
    }


def route_table(table: pd.DataFrame) -> pd.DataFrame:
    """The route of each complete replicate: agent, item, replicate, route; "" where the original was not correct."""
    paired = pair_variants(table).complete()
    taken = routes(paired, responses(paired.table))
    route = np.select(list(taken.values()), list(taken), default="")
    return paired.index[["agent", "item", "replicate"]].assign(route=route)
