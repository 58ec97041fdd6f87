"""Small trial tables, and real records to build one from; the made-up audit is importable here."""

import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from counterproof.audit.table import DTYPES

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))  # where thousands of made-up trials are written
sys.path.append(str(Path(__file__).parents[1] / "views"))
sys.path.append(str(Path(__file__).parent))

FULL = {"outcome": "answered", "data_support": "full"}
NONE = {"outcome": "answered", "data_support": "none"}


def trial(variant: str, choice: str = "", *, agent: str = "a", item: str = "i0", replicate: int = 0, **facts) -> dict:
    """One row of a trial table: key C, flip D of four options, full support, unless `facts` say otherwise."""
    row = {
        "item": item,
        "family": "marker",
        "variant": variant,
        "arm": "standard",
        "agent": agent,
        "replicate": replicate,
        "outcome": "answered" if choice else "abstained",
        "reason": None,
        "choice": choice,
        "key": "C",
        "flip_to": "D",
        "supported": {"original": "C", "null": "C", "flip": "D"}.get(variant, ""),
        "n_options": 4,
        "confidence": 90.0,
        "data_support": "full",
        "seconds": 1.0,
        "tool_calls": 3,
        "noticed": False,
        "second_analysis": None,
        "ordinary_looking": None,
        "eliminable": None,
        "digest": f"{agent}-{item}-{variant}-{replicate}",
    }
    return row | facts


def frame(rows: list[dict]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(DTYPES)).astype(DTYPES)


def replicate_rows(choices: str, *, flag: bool = False, **facts) -> list[dict]:
    """Rows of one replicate from four letters, the choices on original, null, withdraw and flip; "-" abstains.

    `flag` says `none` for the data support on withdraw.
    """
    rows = []
    for variant, letter in zip(("original", "null", "withdraw", "flip"), choices, strict=True):
        support = {"data_support": "none"} if flag and variant == "withdraw" else {}
        rows.append(trial(variant, letter.replace("-", ""), **(facts | support)))
    return rows


@pytest.fixture(scope="session")
def make_trial() -> Callable[..., dict]:
    return trial


@pytest.fixture(scope="session")
def make_frame() -> Callable[[list[dict]], pd.DataFrame]:
    return frame


@pytest.fixture(scope="session")
def make_replicate() -> Callable[..., list[dict]]:
    return replicate_rows


@pytest.fixture
def worked_example() -> pd.DataFrame:
    """The paper's worked example: one item, 16 trials; 3 flag and follow, 2 only follow, 11 keep the key."""
    patterns = [("CCCD", True)] * 3 + [("CCCD", False)] * 2 + [("CCCC", False)] * 11
    return frame([row for r, (p, flag) in enumerate(patterns) for row in replicate_rows(p, flag=flag, replicate=r)])


@pytest.fixture
def agent_of_61_30_9() -> pd.DataFrame:
    """One agent on 100 items: 61 follow the flip, 30 keep the key, 9 do other."""
    letters = ["D"] * 61 + ["C"] * 30 + ["A"] * 9
    return frame([row for i, x in enumerate(letters) for row in replicate_rows("CCC" + x, item=f"i{i}")])
