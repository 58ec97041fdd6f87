"""Evaluators whose scores are known beforehand: they check the instrument that measures evaluators."""

import numpy as np
import pandas as pd

from counterproof.evaluators.scores import denies_support, gives, no_reason, score_frame


def follows_key(table: pd.DataFrame) -> pd.DataFrame:
    """1 for a trial that gave the key on any variant, else 0: its flip AUC is 0.5 * other / (other + kept)."""
    return score_frame(table, "follows_key", gives(table, "key").astype(float), no_reason(table))


def follows_evidence(table: pd.DataFrame) -> pd.DataFrame:
    """1 for a trial that gave what its variant supports, or denied support where nothing is: its flip AUC is 1."""
    nothing_supported = (table["supported"] == "").to_numpy()
    right = np.where(nothing_supported, denies_support(table), gives(table, "supported"))
    return score_frame(table, "follows_evidence", right.astype(float), no_reason(table))
