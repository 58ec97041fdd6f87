"""All statistics by name, and the one runner that applies them."""

import math
from collections.abc import Mapping

from counterproof.domain.statistic import Family, Statistic
from counterproof.evidence import abundance, coexpression, expression, marker, specificity
from counterproof.evidence.decide import Support, supported
from counterproof.evidence.facts import Facts, Needs
from counterproof.matter.cells import Cells

STATISTICS: dict[Family, Facts] = {
    "marker": marker.FACTS,
    "specificity": specificity.FACTS,
    "expression": expression.FACTS,
    "abundance": abundance.FACTS,
    "coexpression": coexpression.FACTS,
}


def needs_of(ask: Statistic, targets: Mapping[str, str]) -> Needs:
    """The genes and obs columns that the statistic reads."""
    return STATISTICS[ask.statistic].needs(ask, targets)


def values_of(ask: Statistic, targets: Mapping[str, str], cells: Cells) -> dict[str, float]:
    """One value per option letter, NaN where the statistic is undefined, in the unit of the statistic."""
    found = STATISTICS[ask.statistic].values(ask, targets, cells)
    return {letter: found.get(letter, math.nan) for letter in targets}


def support_of(ask: Statistic, values: Mapping[str, float], *, margin: float) -> Support:
    """The option that the values support with the margin."""
    return supported(values, margin=margin, floor=STATISTICS[ask.statistic].floor)
