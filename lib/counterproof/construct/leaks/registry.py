"""All leak checks in their order, and the one runner that applies them to an item's files."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType

import pandas as pd

from counterproof.construct.leaks import contents, identifiers, names, order, rebuild, reencode, storage
from counterproof.construct.leaks.files import DataFile, Files, Written
from counterproof.construct.leaks.finding import Check
from counterproof.domain.finding import LeakCheck
from counterproof.domain.registration import Registration
from counterproof.domain.variant import DataVariantName, Variant

CHECKS = (
    Check("storage", storage.same_storage),
    Check("order of values", storage.same_value_order),
    Check("times", storage.no_times),
    Check("left-over values", storage.no_orphans),
    Check("derived blocks", contents.derived_blocks),
    Check("unused categories", contents.unused_categories),
    Check("hidden values", contents.hidden_values),
    Check("removed names", names.removed_names),
    Check("file names", names.no_file_names),
    Check("gene identifiers", identifiers.identifiers_follow_names),
    Check("own order", order.own_order),
    Check("order and labels", order.order_tells_no_label),
    Check("sums of rows", rebuild.rows_hide_nothing),
    Check("columns of cells", rebuild.columns_hide_nothing),
    Check("label re-encoders", reencode.nothing_re_encodes),
)


def audit_leaks(
    variants: Sequence[Variant],
    registration: Registration,
    *,
    work: Path,
    source: Path | DataFile,
    cells: Mapping[DataVariantName, pd.Index | None] = MappingProxyType({}),
) -> tuple[LeakCheck, ...]:
    """Every leak check on one item's files. Each entry says what was looked at, also when nothing was found.

    Parameters
    ----------
    work
        The folder to which the variants' paths are relative.
    source
        The file that the variants were made from, or its path. Only the checks look into it.
    cells
        For a variant whose cells have opaque names the source's names, in the variant's order: without them no check
        could hold its cells against those of another file.
    """
    written = {one.name: Written(one, work / one.path, cells=cells.get(one.name)) for one in variants}
    files = Files(registration, source if isinstance(source, DataFile) else DataFile(source), written)
    with ExitStack() as stack:
        for file in (files.source, *written.values()):
            stack.enter_context(file.open())
        return tuple(_applied(check, files) for check in CHECKS)


def _applied(check: Check, files: Files) -> LeakCheck:
    found = check.run(files)
    return LeakCheck(
        item=files.registration.item,
        check=check.name,
        passed=not found.leak,
        evidence=found.leak or found.declared or found.looked_at,
        declared=bool(found.declared) and not found.leak,
    )
