"""What the agent says about its own answer."""

import pandas as pd

from counterproof.evaluators.scores import no_reason, score_frame

SUPPORT_SCORES = {"full": 1.0, "partial": 0.5, "none": 0.0}


def self_report(table: pd.DataFrame) -> pd.DataFrame:
    """Two evaluators of every trial: `self_report`, the stated data support, and `self_report_confidence`.

    The support is the agent's report proper: it speaks of the data, as an evaluator of grounding should, and it has one
    scale for all agents (full 1, partial 0.5, none 0; abstaining says none). Confidence, in percent over 100, speaks of
    the answer, however it was reached; it stands beside. A trial that ended without an answer reported nothing.
    """
    ended_well = table["outcome"].isin(["answered", "abstained"])
    unreported = no_reason(table).mask(~ended_well, table["outcome"].astype(str) + ": nothing reported")
    support = table["data_support"].map(SUPPORT_SCORES).astype(float).mask(table["outcome"] == "abstained", 0.0)
    confidence = table["confidence"].astype(float) / 100
    frames = [
        score_frame(table, name, score.to_numpy(), unreported.mask(ended_well & score.isna(), f"no {what} stated"))
        for name, score, what in (
            ("self_report", support, "data support"),
            ("self_report_confidence", confidence, "confidence"),
        )
    ]
    return pd.concat(frames, ignore_index=True)
