import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE.parents[1] / "benchmarks")]  # where made-up runs and trials are written


def trials(*rows: dict) -> pd.DataFrame:
    """A trial table of the columns that evaluators read: key C, flip D; a row answers C on original by default."""
    plain = {
        "variant": "original",
        "outcome": "answered",
        "choice": "C",
        "key": "C",
        "flip_to": "D",
        "supported": "C",
        "confidence": 90.0,
        "data_support": "full",
    }
    return pd.DataFrame([{"digest": f"t{number}"} | plain | row for number, row in enumerate(rows)])


@pytest.fixture
def make_trials() -> Callable[..., pd.DataFrame]:
    return trials
