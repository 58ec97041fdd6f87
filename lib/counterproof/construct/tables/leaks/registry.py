"""All leak checks of tables, and the one runner that applies them."""

from collections.abc import Sequence
from pathlib import Path

from counterproof.construct.tables.leaks import form, order, tellers, words
from counterproof.construct.tables.leaks.files import TableCheck, TableFiles, open_written
from counterproof.domain.finding import LeakCheck
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.variant import Variant
from counterproof.matter.table.frame import Frame

TABLE_CHECKS: tuple[TableCheck, ...] = (
    TableCheck("one writer", form.one_writer),
    TableCheck("same number of rows", form.same_rows),
    TableCheck("same writing of cells", form.same_writing),
    TableCheck("own order of rows", order.own_order),
    TableCheck("dropped names", words.removed_columns),
    TableCheck("file names", words.no_file_words),
    TableCheck("tell-tale columns", tellers.no_tellers),
)


def audit_table_leaks(
    variants: Sequence[Variant], registration: TableRegistration, *, work: Path, source: Frame
) -> tuple[LeakCheck, ...]:
    """Every leak check on one item's files. Each entry says what was looked at, also when nothing was found.

    Times of modification are no matter of these files: an agent's copy has one fixed time, whatever the variant.

    Parameters
    ----------
    work
        The folder to which the variants' paths are relative.
    source
        The table that the variants were made from.
    """
    written = {str(variant.name): open_written(variant, registration, work=work) for variant in variants}
    files = TableFiles(registration, source, written)
    return tuple(_applied(check, files) for check in TABLE_CHECKS)


def _applied(check: TableCheck, files: TableFiles) -> LeakCheck:
    leak, looked_at, declared = check.run(files)
    return LeakCheck(
        item=files.registration.item,
        check=check.name,
        passed=not leak,
        evidence=leak or declared or looked_at,
        declared=bool(declared) and not leak,
    )
