"""Does stated confidence move with accuracy across the conditions?"""

import math
from typing import Any

import numpy as np
import pandas as pd


def confidence_table(accuracy: pd.DataFrame) -> pd.DataFrame:
    """A row for each agent and condition: mean accuracy, mean stated confidence (0 to 1), and their difference."""
    rows = accuracy.dropna(subset=["mean", "confidence"])
    stated = rows["confidence"] / 100
    return pd.DataFrame(
        {
            "agent": rows["agent"],
            "condition": rows["condition"],
            "accuracy": rows["mean"],
            "confidence": stated,
            "overconfidence": stated - rows["mean"],
        }
    ).reset_index(drop=True)


def confidence_slope(confidence: pd.DataFrame) -> pd.DataFrame:
    """A row an agent: the OLS slope of mean confidence on accuracy over its conditions, and the span of both.

    A slope of 1 with no overconfidence would be calibration; the conditions are few and share instances, so that the
    slope is a description without an interval.
    """
    rows: list[dict[str, Any]] = []
    for agent, own in confidence.groupby("agent", sort=False):
        x, y = own["accuracy"].to_numpy(), own["confidence"].to_numpy()
        varies = len(own) > 1 and np.ptp(x) > 0
        slope = float(np.polyfit(x, y, 1)[0]) if varies else math.nan
        rows.append(
            {
                "agent": agent,
                "slope": slope if varies else None,
                "accuracy_span": float(np.ptp(x)),
                "confidence_span": float(np.ptp(y)),
                "conditions": len(own),
                "reason": "" if varies else "accuracy is the same under all conditions",
            }
        )
    return pd.DataFrame(rows, columns=["agent", "slope", "accuracy_span", "confidence_span", "conditions", "reason"])
