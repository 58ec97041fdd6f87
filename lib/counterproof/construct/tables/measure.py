"""The registered analysis of a table, and what its numbers support."""

import tempfile
from pathlib import Path

from counterproof.domain.finding import BlockResult
from counterproof.domain.table_registration import TABLE_BLOCK, TableRegistration
from counterproof.domain.truth import nearness
from counterproof.evidence.numeric import Analysed, analyse_table
from counterproof.evidence.process import Runner
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.write import write_table_file


def measure_table(
    path: Path, registration: TableRegistration, *, study: Path, run: Runner
) -> tuple[Analysed, BlockResult]:
    """What the registered analysis finds in the file at `path`, as it is and as the result of the table's one block."""
    found = analyse_table(path, registration.statistic, study=study, fields=registration.asked, run=run)
    return found, result_of(found, registration)


def measure_frame(
    frame: Frame, registration: TableRegistration, *, study: Path, run: Runner
) -> tuple[Analysed, BlockResult]:
    """Like `measure_table` for a table in memory, written as every variant is: a source may have another encoding."""
    with tempfile.TemporaryDirectory(prefix="source-") as folder:
        path = Path(folder) / f"source.{registration.source.format}"
        write_table_file(path, frame)
        return measure_table(path, registration, study=study, run=run)


def result_of(found: Analysed, registration: TableRegistration) -> BlockResult:
    """The numbers of a table and the registered answer that they support.

    `lead` is how much nearer they lie to that truth than to the other (`truth.nearness`), null without numbers.
    """
    if found.values is None:
        values: dict[str, float | None] = dict.fromkeys(registration.asked)
        supported, lead, reason = None, None, found.reason
    else:
        values = dict(found.values)
        supported = registration.supports(found.values)
        side = nearness(found.values, registration.key_values, registration.flip_values, registration.asked)
        lead = None if side is None else abs(side)
        reason = "" if supported else "no registered answer lies within its tolerance"
    return BlockResult(
        block=TABLE_BLOCK,
        block_class=TABLE_BLOCK,
        values=values,
        supported=supported,
        lead=lead,
        reason=reason or None,
    )
