"""Standard errors of a difference when items share an agent call."""

import math
import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Errors(NamedTuple):
    """Standard errors of mean(a) - mean(b), on the scale of the scores; nan where `reason` tells why.

    `paired_iid` takes items as independent, `paired_clustered` calls, `unpaired_clustered` calls and drops the pairing.
    """

    paired_iid: float
    paired_clustered: float
    unpaired_clustered: float
    n_clusters: int
    reason: str | None = None


def difference_errors(a: Floats, b: Floats, *, call_a: NDArray[np.intp], call_b: NDArray[np.intp]) -> Errors:
    """The three standard errors of a difference between two conditions over the same items.

    Parameters
    ----------
    a, b
        One score an item, shape (n_items,), in the same order.
    call_a, call_b
        The call that answered each item in either condition. Where both conditions group the items alike, the paired
        cluster is that group; where they do not, it is the finest grouping that holds both (items linked by a call).

    References
    ----------
    Cameron, Gelbach and Miller (2011). J. Bus. Econ. Stat. 29, 238-249; computed by statsmodels' OLS with clusters,
    with its small-sample factor.
    """
    pair = linked(call_a, call_b)
    n_clusters = int(np.unique(pair).size)
    if a.size < 2:
        return Errors(math.nan, math.nan, math.nan, n_clusters, "fewer than 2 items")
    difference = a - b
    if np.ptp(difference) == 0:
        return Errors(math.nan, math.nan, math.nan, n_clusters, "every pair differs by the same amount")
    iid = float(difference.std(ddof=0) / math.sqrt(a.size))
    if n_clusters < 2:
        return Errors(iid, math.nan, math.nan, n_clusters, "fewer than 2 calls")
    paired = _ols_error(difference, np.ones((a.size, 1)), pair, which=0)
    scores = np.concatenate([a, b])
    design = np.column_stack([np.ones(scores.size), np.repeat([1.0, 0.0], a.size)])
    one, other = (np.unique(calls, return_inverse=True)[1] for calls in (call_a, call_b))
    # Calls of different conditions are different calls.
    calls = np.concatenate([one, one.max() + 1 + other])
    return Errors(iid, paired, _ols_error(scores, design, calls, which=1), n_clusters)


def linked(first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.intp]:
    """The number of each item's group: items that share a call in either condition, directly or by a chain."""
    from scipy.sparse import coo_array  # noqa: PLC0415, half a second that few callers need
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415, as above

    one, other = (np.unique(calls, return_inverse=True)[1] for calls in (first, second))
    n_one, n_both = int(one.max()) + 1, int(one.max()) + int(other.max()) + 2
    graph = coo_array((np.ones(one.size), (one, other + n_one)), shape=(n_both, n_both))
    labels = connected_components(graph, directed=False)[1]
    return np.asarray(labels[one], dtype=np.intp)


def _ols_error(scores: Floats, design: Floats, groups: NDArray[np.intp], *, which: int) -> float:
    from statsmodels.regression.linear_model import OLS  # noqa: PLC0415, a second that few callers need

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a summary's F test is undefined for a constant alone; only the error is used
        fit = OLS(scores, design).fit(cov_type="cluster", cov_kwds={"groups": groups})
        return float(fit.bse[which])
