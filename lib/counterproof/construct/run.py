"""Construction of a whole study: what stands already, with the same registration, is kept."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tqdm.auto import tqdm

from counterproof import __version__
from counterproof.construct.along import identities
from counterproof.construct.anonymise.run import anonymise, anonymised_arm, read_anonymised
from counterproof.construct.changed import source_changed
from counterproof.construct.drafts import refuse_drafts
from counterproof.construct.intended import intended, open_question
from counterproof.construct.item import construct_item, undecided_item
from counterproof.construct.leaks.files import DataFile
from counterproof.construct.register import freeze, kept_columns
from counterproof.construct.renormalise import with_renormalised
from counterproof.construct.room import refuse_without_room
from counterproof.construct.tables.run import constructed_tables, frozen_tables
from counterproof.domain.construction import Construction
from counterproof.domain.problem import InputError
from counterproof.domain.registration import Registration
from counterproof.evidence.runner import runner_of
from counterproof.jobs.bar import bar_settings
from counterproof.jobs.interrupts import interrupts_arrive
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared
from counterproof.matter.source import locate
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import Layout
from counterproof.store.records import read_record, write_record
from counterproof.store.study import OpenStudy


class Task(NamedTuple):
    """One item to construct: its source file, its registration, and what its author must still decide, if anything."""

    source: Path
    registration: Registration
    question: str


FEW = 8
"""So many items are constructed in this process before workers have started."""


def construct(
    study: OpenStudy,
    *,
    jobs: int = 1,
    force: bool = False,
    progress: bool = True,
    scheduler: str | None = None,
) -> tuple[Construction, ...]:
    """Every item of the study with its verified variants, or with the reason why it has none.

    Items without a registration are left out. What was made before from the same registration is kept, unless `force`.
    Each item is written down as it ends, so that nothing is lost by a kill. Where the study has the arm `anonymised`,
    its files are made next.

    Parameters
    ----------
    jobs
        Worker processes; with one, or with few items to make, all are made in this process.
    scheduler
        Address of a running dask cluster, whose machines see the study's folders and its data under the same paths. It
        then makes all items; registration, and whether a file stands as it was, is looked at here.

    Raises
    ------
    InputError
        If a registration is a draft or differs from the frozen one, the disk has no room, or the cluster cannot do the
        work. Nothing is built then, unless by the workers that were there before one that joined late.
    ClusterLostError
        If the cluster goes away in the middle. What was made is kept.
    """
    on_tables = frozen_tables(study)
    items = [item for item in study.items if item.registration is not None]
    refuse_drafts(items)
    keep = kept_columns(study.study, items)
    paths = {source: source_path(study, source) for source in keep}
    digests = {source: file_digest(path) for source, path in paths.items()}
    tables = {source: DataFile(path).table("obs", columns=keep[source]) for source, path in paths.items()}
    known_names = identities(items)
    asked = [
        with_renormalised(
            intended(
                item,
                study.study,
                data_sha256=digests[item.data.source],
                keep_obs=keep[item.data.source],
                obs=tables[item.data.source],
                known=known_names,
            ),
            paths[item.data.source],
            frozen=study.layout.registration(item.id),
        )
        for item in items
    ]
    wanted = [one.registration for one in asked]
    # An item that awaits a decision is not frozen: deciding later must not count as a change.
    questions = {
        item.id: "; ".join(filter(None, [open_question(one.registration, tables[item.data.source]), one.question]))
        for item, one in zip(items, asked, strict=True)
    }
    ready = {one.item: one for one in freeze([one for one in wanted if not questions[one.item]], study.layout)}
    frozen = [ready.get(one.item, one) for one in wanted]
    made = {} if force else {known.item: known for known in _standing_of(frozen, study.layout)}
    sources = {item.id: paths[item.data.source] for item in items}
    todo = [Task(sources[new.item], new, questions[new.item]) for new in frozen if new.item not in made]
    written = Counter(task.source for task in todo if not task.question for _ in task.registration.edits)
    if anonymised_arm(study.study) is not None:
        # Every file once more, under opaque names; also those of items that stand from before there was the arm.
        written += written
        hidden = read_anonymised(study, tuple(made.values()))
        bare = [known for known in made.values() if known.excluded is None and known.item not in hidden]
        written.update(sources[known.item] for known in bare for _ in known.variants)
    refuse_without_room(written, study.layout.work)
    total = len(items) + len(on_tables)
    shared = Shared(
        study.layout.work,
        reads=tuple({*paths.values(), *(task.source for task in on_tables)}),
        checks=(partial(runner_of, study.study),) if on_tables else (),
    )
    with interrupts_arrive(), Pool(shared, jobs=jobs, scheduler=scheduler) as pool:
        with tqdm(
            total=total, initial=len(made), desc="constructing", unit="item", **bar_settings(shown=progress)
        ) as bar:
            for known in _constructed(todo, study.layout, pool=pool):
                made[known.item] = known
                bar.update()
            standing = partial(_standing_unless, layout=study.layout, force=force)
            for known in constructed_tables(
                on_tables, study, standing=standing, record=study.layout.constructed, pool=pool
            ):
                made[known.item] = known
                bar.update()
        changed = [source for source, path in paths.items() if file_digest(path) != digests[source]]
        if changed:
            # Once the source is back, these would stand as if they were made from it.
            for task in (task for task in todo if task.source in {paths[source] for source in changed}):
                study.layout.constructed(task.registration.item).unlink(missing_ok=True)
            raise InputError(map(source_changed, changed))
        found = tuple(made[item.id] for item in study.items if item.id in made)
        anonymise(study, found, path_of=partial(source_path, study), pool=pool, force=force, progress=progress)
    return found


def read_constructions(study: OpenStudy) -> tuple[Construction, ...]:
    """What construction made, in the order of the items; items that were not constructed are left out."""
    paths = [study.layout.constructed(item.id) for item in study.items]
    return tuple(read_record(path, Construction) for path in paths if path.exists())


def source_path(study: OpenStudy, source: str) -> Path:
    """The local file of a data source of this study."""
    return locate(source, study=study.layout.study, sources=study.layout.sources)


def _constructed(todo: Sequence[Task], layout: Layout, *, pool: Pool) -> Iterator[Construction]:
    """Each construction as it ends, in no fixed order."""
    work = partial(_construct_and_write, layout=layout)
    for item in pool.each(work, todo, few=FEW, label=lambda task: task.registration.item):
        # By its file: what was found about an item is too large to pass through a scheduler.
        path = layout.constructed(item)
        pool.appeared([path])
        known = read_record(path, Construction)
        pool.appeared(layout.work / variant.path for variant in known.variants)
        yield known


def _construct_and_write(task: Task, *, layout: Layout) -> str:
    if task.question:
        known = undecided_item(task.source, task.registration, question=task.question)
    else:
        known = construct_item(task.source, task.registration, layout)
    write_record(layout.constructed(task.registration.item), known)
    return known.item


def _standing_of(registrations: Sequence[Registration], layout: Layout) -> Iterator[Construction]:
    found = (_standing(registration, layout) for registration in registrations)
    return (known for known in found if known is not None)


def _standing_unless(registration: Registration, *, layout: Layout, force: bool) -> Construction | None:
    return None if force else _standing(registration, layout)


def _standing(registration: Registration, layout: Layout) -> Construction | None:
    path = layout.constructed(registration.item)
    if not path.exists():
        return None
    try:
        known = read_record(path, Construction)
    except InputError:
        # Another version wrote it, or something else did: it is made again.
        return None
    same = digest_of(known.registration) == digest_of(registration) and known.version == __version__
    return known if same and all(layout.holds(variant) for variant in known.variants) else None
