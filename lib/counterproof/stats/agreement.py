"""How far people who label the same things agree: raw, and beyond chance."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import permutations
from typing import NamedTuple


class Agreement(NamedTuple):
    """An agreement; nan where `reason` tells why there is none. `n` counts the units that two or more have labelled."""

    value: float
    n: int
    reason: str | None = None


def raw_agreement(first: Sequence[Hashable], second: Sequence[Hashable]) -> Agreement:
    """The share of units to which two raters gave one label.

    Parameters
    ----------
    first, second
        The labels of the same units in the same order.
    """
    if _length(first, second) == 0:
        return Agreement(math.nan, 0, "no unit has two labels")
    return Agreement(sum(a == b for a, b in zip(first, second, strict=True)) / len(first), len(first))


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> Agreement:
    """Cohen's kappa of two raters: their agreement beyond what their own label rates would give by chance.

    It is at most 1, and nan where both gave one and the same label throughout: nothing could have differed.

    References
    ----------
    Cohen (1960). Educ. Psychol. Meas. 20, 37-46.
    """
    n = _length(first, second)
    if n == 0:
        return Agreement(math.nan, 0, "no unit has two labels")
    rates, others = Counter(first), Counter(second)
    expected = sum(rates[label] * others[label] for label in rates) / n**2
    if expected == 1:
        return Agreement(math.nan, n, "both gave one label throughout")
    return Agreement((raw_agreement(first, second).value - expected) / (1 - expected), n)


def nominal_alpha(units: Iterable[Sequence[Hashable]]) -> Agreement:
    """Krippendorff's alpha for labels without an order, over any number of raters; a unit may lack some of them.

    Parameters
    ----------
    units
        The labels that each unit has; one with fewer than two tells nothing and is left out.

    References
    ----------
    Krippendorff (2011). Computing Krippendorff's Alpha-Reliability. University of Pennsylvania.
    """
    paired = [tuple(found) for found in units if len(found) > 1]
    if not paired:
        return Agreement(math.nan, 0, "no unit has two labels")
    totals = Counter(label for found in paired for label in found)
    n = totals.total()
    expected = (n**2 - sum(count**2 for count in totals.values())) / (n * (n - 1))
    if expected == 0:
        return Agreement(math.nan, len(paired), "only one label was given")
    differing = sum(sum(a != b for a, b in permutations(found, 2)) / (len(found) - 1) for found in paired)
    return Agreement(1 - differing / n / expected, len(paired))


def _length(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    if len(first) != len(second):
        msg = f"both label the same units, got {len(first)} and {len(second)} labels"
        raise ValueError(msg)
    return len(first)
