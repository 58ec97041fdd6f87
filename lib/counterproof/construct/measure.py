"""A registered statistic, read from a written file."""

import math
from collections.abc import Callable, Iterable
from pathlib import Path

from counterproof.domain.finding import BlockResult
from counterproof.domain.registration import Registration
from counterproof.evidence.registry import needs_of, support_of, values_of
from counterproof.matter.cells import Cells
from counterproof.matter.h5ad import UnknownClassError, block_names, read_cells

UNKNOWN = "unknown"
"""Class of a block that is not measured."""


def read_evidence(path: Path, registration: Registration, *, block: str) -> Cells:
    """The genes and labels that the registered statistic reads, from one block of the file."""
    needs = needs_of(registration.statistic, registration.targets)
    return read_cells(path, block=block, genes=needs.genes, columns=needs.columns)


def measure(path: Path, registration: Registration) -> tuple[BlockResult, ...]:
    """The statistic in every block of the file, the registered block first.

    Another block whose values are of no known class is not measured, and its result says why: no item asks about it,
    and a margin on a scale that nobody knows would mean nothing.

    Raises
    ------
    UnknownClassError
        If the values of the registered block are of no known class.
    """
    return measured(
        lambda block: read_evidence(path, registration, block=block), registration, blocks=block_names(path)
    )


def measured(
    cells_of: Callable[[str], Cells], registration: Registration, *, blocks: Iterable[str]
) -> tuple[BlockResult, ...]:
    """As `measure`, of the cells that `cells_of` gives for a block."""
    registered = result_of(cells_of(registration.block), registration, block=registration.block)
    others = [name for name in blocks if name != registration.block]
    return (registered, *(_other_result(cells_of, registration, block=block) for block in others))


def _other_result(cells_of: Callable[[str], Cells], registration: Registration, *, block: str) -> BlockResult:
    try:
        return result_of(cells_of(block), registration, block=block)
    except UnknownClassError as error:
        return BlockResult(
            block=block,
            block_class=UNKNOWN,
            values=dict.fromkeys(registration.targets),
            supported=None,
            lead=None,
            reason=f"not measured: {'; '.join(problem.wrong for problem in error.problems)}",
        )


def result_of(cells: Cells, registration: Registration, *, block: str) -> BlockResult:
    """Values, lead and supported option of one block."""
    values = values_of(registration.statistic, registration.targets, cells)
    support = support_of(registration.statistic, values, margin=registration.margin)
    return BlockResult(
        block=block,
        block_class=cells.block_class,
        values={letter: None if math.isnan(value) else value for letter, value in values.items()},
        supported=support.option,
        lead=None if math.isnan(support.lead) else support.lead,
        reason=support.reason,
    )
