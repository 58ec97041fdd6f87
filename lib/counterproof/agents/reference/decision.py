"""Which option the values support: the best, where it leads by the margin."""

from collections.abc import Sequence
from typing import NamedTuple

from counterproof.agents.reference.option_value import OptionValue
from counterproof.domain.statistic import Family


class Decision(NamedTuple):
    """The supported letter, or None, and a sentence that gives the reason with its numbers."""

    letter: str | None
    reason: str


def decide(rows: Sequence[OptionValue], *, family: Family, margin: float) -> Decision:
    """The option with the largest value, if the margin is met.

    It must lead the second by `margin`. In all families but specificity, whose values are levels and no differences, it
    must also reach `margin` itself, and may then be the only one left.
    """
    values = sorted(((row.found.value, row) for row in rows if row.found.value is not None), key=lambda pair: -pair[0])
    if not values:
        return Decision(None, "No option has a value, so the data cannot decide.")
    best, row = values[0]
    name = f"{row.target} ({row.letter})"
    if family != "specificity" and best < margin:
        return Decision(
            None, f"The best option, {name}, has {best:.3f}: less than {margin:g}, so the data decide nothing."
        )
    if len(values) == 1:
        if family == "specificity":
            return Decision(None, f"Only {name} has a value, with nothing to compare it with.")
        return Decision(row.letter, f"{name} is the only option with a value: {best:.3f}, at least {margin:g}.")
    second, other = values[1]
    numbers = f"{name} has {best:.3f}, next comes {other.target} ({other.letter}) with {second:.3f}"
    if best - second < margin:
        return Decision(
            None, f"{numbers}: a lead of {best - second:.3f}, less than {margin:g}, so they cannot be told apart."
        )
    return Decision(row.letter, f"{numbers}: a lead of {best - second:.3f}, at least {margin:g}.")
