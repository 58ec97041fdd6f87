"""A registered statistic, read from a written file."""

import math
from pathlib import Path

from counterproof.domain.finding import BlockResult
from counterproof.domain.registration import Registration
from counterproof.evidence.registry import needs_of, support_of, values_of
from counterproof.matter.cells import Cells
from counterproof.matter.h5ad import block_names, read_cells


def read_evidence(path: Path, registration: Registration, *, block: str) -> Cells:
    """The genes and labels that the registered statistic reads, from one block of the file."""
    needs = needs_of(registration.statistic, registration.targets)
    return read_cells(path, block=block, genes=needs.genes, columns=needs.columns)


def measure(path: Path, registration: Registration) -> tuple[BlockResult, ...]:
    """The statistic in every block of the file, the registered block first."""
    others = [name for name in block_names(path) if name != registration.block]
    return tuple(
        result_of(read_evidence(path, registration, block=block), registration, block=block)
        for block in (registration.block, *others)
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
