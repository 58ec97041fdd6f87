"""A simulated table as text: the way in which its cells are written is fixed here, once."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

Column = Sequence[str] | np.ndarray


def write_text_table(path: Path, columns: Mapping[str, Column], *, delimiter: str) -> None:
    """Put columns at `path`, a header first; numbers with as many digits as they read back with."""
    rows = zip(*(map(_cell, column) for column in columns.values()), strict=True)
    lines = [delimiter.join(columns), *(delimiter.join(row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")


def names(prefix: str, number: int, rng: np.random.Generator) -> list[str]:
    """Distinct names of five digits in random order."""
    return [f"{prefix}{code:05d}" for code in rng.choice(100_000, size=number, replace=False)]


def _cell(value: object) -> str:
    if isinstance(value, float | np.floating):
        return repr(float(value))
    return str(value)
