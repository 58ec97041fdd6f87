"""The frame that every evaluator returns: a score in [0, 1], or the reason why there is none."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.answer import EXCLUDED_OUTCOMES

COLUMNS = ("digest", "evaluator", "score", "status", "reason")


def score_frame(table: pd.DataFrame, evaluator: str, score: NDArray[np.floating], reason: pd.Series) -> pd.DataFrame:
    """One row a trial: digest, evaluator, score, status (`scored` or `unscored`), reason.

    Parameters
    ----------
    score
        One value a trial, in [0, 1]; read only where there is no reason against it.
    reason
        Why a trial has no score, "" where it has one. A trial of broken machinery is never scored.
    """
    why = reason.mask(is_excluded(table), table["outcome"].astype(str))
    scored = why == ""
    return pd.DataFrame(
        {
            "digest": table["digest"].to_numpy(),
            "evaluator": evaluator,
            "score": np.where(scored, score, np.nan),
            "status": np.where(scored, "scored", "unscored"),
            "reason": why.mask(scored, None).to_numpy(),
        }
    )


def no_reason(table: pd.DataFrame) -> pd.Series:
    """No reason against a score, for every trial of the table."""
    return pd.Series("", index=table.index, dtype=object)


def is_excluded(table: pd.DataFrame) -> pd.Series:
    """Which trials tell nothing about the agent, because the machinery or the configuration failed."""
    return table["outcome"].isin(EXCLUDED_OUTCOMES)


def gives(table: pd.DataFrame, column: str) -> NDArray[np.bool_]:
    """Which trials answered exactly the letters of a column (`key`, `flip_to`, `supported`)."""
    answered = (table["outcome"] == "answered") & (table["choice"] != "")
    return (answered & (table["choice"] == table[column])).to_numpy(dtype=bool)


def denies_support(table: pd.DataFrame) -> NDArray[np.bool_]:
    """Which trials say that the data cannot decide: abstained, or answered with the support `none`."""
    said_none = (table["outcome"] == "answered") & (table["data_support"] == "none")
    return ((table["outcome"] == "abstained") | said_none).to_numpy(dtype=bool)
