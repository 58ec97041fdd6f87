"""p-values of a family of tests, adjusted for how many were registered."""

import math
from collections.abc import Sequence

import numpy as np


def holm(p_values: Sequence[float], *, m: int | None = None) -> tuple[float, ...]:
    """Holm's step-down p-values, in the order given; nan stays nan and is one of the family all the same.

    Parameters
    ----------
    m
        How many tests the family was registered with; at least as many as are given, which is the default. A test that
        has no p-value counts as one that failed.

    Raises
    ------
    ValueError
        If `m` is smaller than the number of p-values: tests were added after registration.

    References
    ----------
    Holm (1979). Scand. J. Stat. 6, 65-70. Not statsmodels' `multipletests`, which collects garbage at every call and so
    takes a second where much is in memory; the tests compare with it.
    """
    size = len(p_values) if m is None else m
    if size < len(p_values):
        msg = f"the family was registered with {size} tests, got {len(p_values)}"
        raise ValueError(msg)
    if not p_values:
        return ()
    given = np.asarray(p_values, dtype=np.float64)
    known = np.where(np.isnan(given), 1.0, given)
    order = np.argsort(known, kind="stable")
    adjusted = np.empty(known.size)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(known[order] * (size - np.arange(known.size))))
    return tuple(math.nan if math.isnan(p) else float(a) for p, a in zip(given, adjusted, strict=True))
