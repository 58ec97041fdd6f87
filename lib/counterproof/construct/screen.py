"""Do the original data decide the item, and for its key?"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterproof.construct.measure import measure, read_evidence
from counterproof.domain.finding import BlockResult, Screening
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Abundance, Coexpression, Specificity
from counterproof.evidence.registry import needs_of, support_of, values_of
from counterproof.matter.cells import Cells


class Exclusion(NamedTuple):
    """Why an item cannot be used: a word or two, and a sentence."""

    reason: str
    detail: str


def screen(path: Path, registration: Registration) -> Screening:
    """Whether the source file decides the item, by every block and by resampled cells.

    An item is decidable when the registered block supports its key with the margin, does so in the registered share of
    resamples, and no other block supports another option.
    """
    blocks = measure(path, registration)
    cells = read_evidence(path, registration, block=registration.block)
    exclusion = exclusion_of(blocks, cells, registration)
    stability = None
    if exclusion is None:
        stability = support_share(cells, registration)
        exclusion = instability(stability, registration)
    return Screening(
        item=registration.item,
        decision="decidable" if exclusion is None else "excluded",
        reason=exclusion.reason if exclusion else None,
        detail=exclusion.detail if exclusion else "",
        stability=stability,
        blocks=blocks,
    )


def exclusion_of(blocks: tuple[BlockResult, ...], cells: Cells, registration: Registration) -> Exclusion | None:
    """Why the values of the cells as they are exclude the item; null where they decide it.

    Parameters
    ----------
    blocks
        What `measure` gives.
    cells
        The evidence of the registered block.
    """
    return _missing(cells, registration) or _unsupported(blocks[0], registration) or _contrary(blocks, registration)


def instability(stability: float, registration: Registration) -> Exclusion | None:
    """Why this share of supporting resamples excludes the item; null where it is enough."""
    if stability >= registration.stability:
        return None
    return Exclusion("unstable", f"{stability:.0%} of {registration.bootstraps} resamples of the cells support the key")


def support_share(cells: Cells, registration: Registration) -> float:
    """Share of resamples that support the key, in [0, 1].

    Cells are drawn with replacement within each combination of the labels that the statistic reads, so that groups and
    samples keep their size.
    """
    rng = np.random.default_rng(registration.seed)
    strata = _strata(cells, registration)
    order = np.argsort(strata, kind="stable")
    sizes = np.bincount(strata)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])[strata[order]]
    within = sizes[strata[order]]
    hits = 0
    for _ in range(registration.bootstraps):
        rows = order[starts + (rng.random(order.size) * within).astype(np.intp)]
        values = values_of(registration.statistic, registration.targets, cells.take(rows))
        hits += support_of(registration.statistic, values, margin=registration.margin).option == registration.key
    return hits / registration.bootstraps


def _strata(cells: Cells, registration: Registration) -> NDArray[np.intp]:
    """A number per cell: cells of one number are exchangeable when cells are drawn again."""
    statistic, columns = registration.statistic, list(cells.labels)
    if isinstance(statistic, Abundance):
        # The sizes of the groups are what it measures: only those of the samples, or of the conditions, are fixed.
        columns = [statistic.sample] if statistic.sample else list({statistic.a.column, statistic.b.column})
    strata = np.zeros(cells.n_cells, dtype=np.intp)
    for column in columns:
        labels = cells.labels[column]
        strata = strata * (len(labels.levels) + 1) + labels.codes + 1
    return np.unique(strata, return_inverse=True)[1]


def _missing(cells: Cells, registration: Registration) -> Exclusion | None:
    absent = [gene for gene in _decisive_genes(registration) if gene not in cells.expression]
    if absent:
        return Exclusion("gene absent", f"{', '.join(absent)} not in block {registration.block}")
    return None


def _decisive_genes(registration: Registration) -> list[str]:
    """The genes without which the item cannot be asked or flipped: the one asked about, the key's and the flip's."""
    statistic, targets = registration.statistic, registration.targets
    ends = (
        []
        if isinstance(statistic, Specificity | Abundance)
        else [targets[registration.key], targets[registration.flip_to]]
    )
    asked = [statistic.gene] if isinstance(statistic, Specificity | Coexpression) else []
    genes = needs_of(statistic, targets).genes
    return [gene for gene in asked + ends if gene in genes]


def _unsupported(result: BlockResult, registration: Registration) -> Exclusion | None:
    key, values = registration.key, result.values
    if result.supported == key:
        return None
    shown = ", ".join(f"{letter} {value:.2f}" for letter, value in values.items() if value is not None)
    own = values[key]
    if own is None:
        return Exclusion("undefined", f"the statistic is undefined for the key; {shown}")
    if result.supported is not None:
        return Exclusion("stronger alternative", f"{registration.targets[result.supported]} leads; {shown}")
    if own <= -registration.margin:
        return Exclusion("opposite direction", f"the key's value is {own:.2f}; {shown}")
    return Exclusion(result.reason or "tied", f"margin {registration.margin:g}; {shown}")


def _contrary(blocks: tuple[BlockResult, ...], registration: Registration) -> Exclusion | None:
    for result in blocks[1:]:
        if result.supported not in (None, registration.key):
            named = registration.targets[result.supported]
            return Exclusion("contrary block", f"block {result.block} supports {named}")
    return None
