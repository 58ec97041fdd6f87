"""The rule by which values support an option: the largest, if it leads by the margin."""

import math
from collections.abc import Mapping
from typing import NamedTuple


class Support(NamedTuple):
    """The option that the values support, or null with the reason.

    `lead` is the largest value minus the second largest; NaN where fewer than two options are defined.
    """

    option: str | None
    lead: float
    reason: str | None


def supported(values: Mapping[str, float], *, margin: float, floor: bool) -> Support:
    """The option supported by these values.

    Parameters
    ----------
    values
        One number per option letter; NaN where the statistic is undefined.
    margin
        Smallest lead over the second option, in the unit of the values; > 0.
    floor
        Whether the best value must reach the margin itself. With a floor a lone defined option can be supported;
        without one a single value says nothing.

    Returns
    -------
    Support
        `reason` is `undefined`, `no effect` or `tied` where no option is supported.
    """
    defined = sorted((-value, letter) for letter, value in values.items() if not math.isnan(value))
    if not defined or (len(defined) == 1 and not floor):
        return Support(None, math.nan, "undefined")
    best = -defined[0][0]
    lead = best + defined[1][0] if len(defined) > 1 else math.nan
    if floor and best < margin:
        return Support(None, lead, "no effect")
    if lead < margin:
        return Support(None, lead, "tied")
    return Support(defined[0][1], lead, None)
