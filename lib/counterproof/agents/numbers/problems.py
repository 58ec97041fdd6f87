"""The computations that the reference analyst can do on a table, in plain arithmetic.

Each takes a table and gives the asked numbers, or raises `MissingColumnError` where the table lacks what it needs.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import fmean

import numpy as np

from counterproof.agents.numbers.table import AgentTable

Numbers = dict[str, float]
PRIOR_VARIANCE = 0.04
LEAST_QUALITY = 0.8
LOOP = (14, 33)


def allele_effect(table: AgentTable) -> Numbers:
    """The slope of what is left of the trait on what is left of the dosage, once the covariates are taken out.

    References
    ----------
    Frisch, Waugh (1933). Econometrica 1, 387-401.
    """
    female = [1.0 if sex == "F" else 0.0 for sex in table.texts("sex")]
    covariates = np.column_stack([table.numbers("ancestry"), table.numbers("age"), female, np.ones(table.n_rows)])
    basis, _ = np.linalg.qr(covariates)

    def left(values: Sequence[float]) -> np.ndarray:
        column = np.array(values)
        return np.asarray(column - basis @ (basis.T @ column))

    dosage, trait = left(table.numbers("dosage")), left(table.numbers("trait"))
    return {"effect": float(dosage @ trait / (dosage @ dosage))}


def causal_effects(table: AgentTable) -> Numbers:
    """Weighted means of the variants' ratios of effects, in both directions."""
    sums = {"forward": [0.0, 0.0], "reverse": [0.0, 0.0]}
    sides = [[table.texts(f"counted_{trait}"), table.texts(f"other_{trait}")] for trait in (1, 2)]
    effects = [table.numbers(f"beta_{trait}") for trait in (1, 2)]
    errors = [table.numbers(f"se_{trait}") for trait in (1, 2)]
    for row in range(table.n_rows):
        first, second = ((side[0][row], side[1][row]) for side in sides)
        if second not in (first, first[::-1]):
            continue
        one, other = effects[0][row], effects[1][row] * (1 if second == first else -1)
        error_one, error_other = errors[0][row], errors[1][row]
        if abs(one) / error_one > abs(other) / error_other:
            name, ratio, weight = "forward", other / one, (one / error_other) ** 2
        else:
            name, ratio, weight = "reverse", one / other, (other / error_one) ** 2
        sums[name][0] += weight * ratio
        sums[name][1] += weight
    return {name: total / weights for name, (total, weights) in sums.items()}


def causal_position(table: AgentTable) -> Numbers:
    """The position with the largest log Bayes factor, among well-imputed variants."""
    best = (-math.inf, math.nan)
    rows = zip(*(table.numbers(name) for name in ("position", "info", "beta", "se")), strict=True)
    for position, info, beta, error in rows:
        if info >= LEAST_QUALITY:
            total = PRIOR_VARIANCE + error**2
            score = math.log(error / math.sqrt(total)) + beta**2 / 2 * (1 / error**2 - 1 / total)
            best = max(best, (score, position))
    return {"position": best[1]}


def loop_change(table: AgentTable) -> Numbers:
    """The difference of the conditions' mean log2 enrichment of the loop, over their libraries."""
    of_loop: dict[tuple[str, str], float] = {}
    same_distance = defaultdict(list)
    rows = zip(table.texts("condition"), table.texts("library"), strict=True)
    places = zip(table.numbers("bin_1"), table.numbers("bin_2"), table.numbers("contacts"), strict=True)
    for key, (one, two, contacts) in zip(rows, places, strict=True):
        if (one, two) == LOOP:
            of_loop[key] = contacts
        elif two - one == LOOP[1] - LOOP[0]:
            same_distance[key].append(contacts)
    logs = defaultdict(list)
    for (condition, library), contacts in of_loop.items():
        logs[condition].append(math.log2(contacts) - math.log2(fmean(same_distance[condition, library])))
    return {"change": fmean(logs["treated"]) - fmean(logs["control"])}


PROBLEMS: dict[str, Callable[[AgentTable], Numbers]] = {
    "allele_effect": allele_effect,
    "causal_effects": causal_effects,
    "causal_position": causal_position,
    "loop_change": loop_change,
}
