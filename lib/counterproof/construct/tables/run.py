"""The table items of a study: registered and frozen first, then constructed one by one."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from counterproof.construct.changed import source_changed
from counterproof.construct.register import freeze
from counterproof.construct.tables.item import construct_table
from counterproof.construct.tables.register import table_registration_of
from counterproof.domain.construction import Construction
from counterproof.domain.problem import InputError
from counterproof.domain.registration import Registration
from counterproof.domain.study import Study
from counterproof.domain.table_item import TableItem
from counterproof.domain.table_registration import TableRegistration
from counterproof.evidence.runner import runner_of
from counterproof.jobs.pool import Pool
from counterproof.matter.source import locate
from counterproof.store.digest import file_digest
from counterproof.store.layout import Layout
from counterproof.store.records import read_record, write_record
from counterproof.store.study import OpenStudy

FEW = 8
"""So many table items are constructed in this process before workers have started."""


class TableTask(NamedTuple):
    """One table item to construct: its source file and its frozen registration."""

    source: Path
    registration: TableRegistration


def frozen_tables(study: OpenStudy) -> tuple[TableTask, ...]:
    """The table items of a study with their registrations, frozen now where they were not before.

    Raises
    ------
    InputError
        If a registration differs from the frozen one, or a source or an analysis is missing.
    """
    layout = study.layout
    items = [item for item in study.items if isinstance(item, TableItem) and item.table is not None]
    paths = [locate(item.data.source, study=layout.study, sources=layout.sources) for item in items]
    wanted = [
        table_registration_of(item, study.study, data_sha256=file_digest(path), folder=layout.study)
        for item, path in zip(items, paths, strict=True)
    ]
    frozen = [one for one in freeze(wanted, layout) if isinstance(one, TableRegistration)]
    return tuple(map(TableTask, paths, frozen))


def constructed_tables(
    tasks: tuple[TableTask, ...],
    study: OpenStudy,
    *,
    standing: Callable[[Registration], Construction | None],
    record: Callable[[str], Path],
    pool: Pool,
) -> Iterator[Construction]:
    """Each construction as it ends; what stands already with the same registration is kept.

    Parameters
    ----------
    standing
        What was made before from a registration, if it still counts.
    record
        Where the record of an item's construction lies.
    """
    todo = []
    for task in tasks:
        known = standing(task.registration)
        if known is None:
            todo.append(task)
        else:
            yield known
    work = partial(_construct_and_write, study=study.study, layout=study.layout, record=record)
    for item in pool.each(work, todo, few=FEW, label=lambda task: task.registration.item):
        pool.appeared([record(item)])
        known = read_record(record(item), Construction)
        pool.appeared(study.layout.work / variant.path for variant in known.variants)
        yield known


def _construct_and_write(task: TableTask, *, study: Study, layout: Layout, record: Callable[[str], Path]) -> str:
    # By the walls of the machine that does it.
    known = construct_table(task.source, task.registration, layout, started=runner_of(study))
    if file_digest(task.source) != task.registration.data_sha256:
        raise InputError([source_changed(task.source.name)])
    write_record(record(task.registration.item), known)
    return known.item
