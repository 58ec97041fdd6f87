"""The p-values of a study's registered family, adjusted together: those of an agent's contrasts and of its slope."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from counterproof.stats.family import holm


class Family(NamedTuple):
    """The tables of contrasts and of slopes, each with `p_holm` (null where there is no p) and the `family`'s size."""

    contrasts: pd.DataFrame
    slopes: pd.DataFrame


def adjusted(contrasts: pd.DataFrame, slopes: pd.DataFrame, *, n_tests: int) -> Family:
    """Both tables with Holm's p-values, one family an agent.

    Parameters
    ----------
    contrasts, slopes
        As from `contrasts.contrast_table` and `redaction.slope_table`: the exact p of each contrast, and that of the
        slope over the redaction gradient.
    n_tests
        How many tests were registered for an agent (`IdentityStudy.n_tests`).
    """
    agent = np.array([*contrasts["agent"], *slopes["agent"]], dtype=object)
    p_values = np.array([*contrasts["p"], *slopes["p_value"]], dtype=np.float64)
    p_holm = np.full(agent.size, np.nan)
    for name in dict.fromkeys(agent):
        own = np.flatnonzero(agent == name)
        p_holm[own] = holm(p_values[own].tolist(), m=n_tests)
    n = len(contrasts)
    return Family(
        contrasts.assign(p_holm=p_holm[:n], family=n_tests),
        slopes.assign(p_holm=p_holm[n:], family=n_tests),
    )
