"""The benchmark's own grader: the recorded key, whatever the data say."""

import pandas as pd

from counterproof.evaluators.scores import gives, no_reason, score_frame


def benchmark(table: pd.DataFrame) -> pd.DataFrame:
    """1 for a trial that chose exactly the key, else 0, also for one that did not answer."""
    return score_frame(table, "benchmark", gives(table, "key").astype(float), no_reason(table))
