"""Construction of a whole study: what stands already, with the same registration, is kept."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from tqdm.auto import tqdm

from counterproof import __version__
from counterproof.construct.anonymise.run import anonymise, anonymised_arm, read_anonymised
from counterproof.construct.changed import source_changed
from counterproof.construct.drafts import refuse_drafts
from counterproof.construct.frozen import Task, frozen_items
from counterproof.construct.item import construct_item, undecided_item
from counterproof.construct.register import kept_columns
from counterproof.construct.room import refuse_without_room
from counterproof.construct.sources import Source, read_sources, source_path
from counterproof.construct.tables.run import constructed_tables, frozen_tables
from counterproof.domain.construction import Construction
from counterproof.domain.problem import InputError
from counterproof.domain.registration import Registration
from counterproof.evidence.runner import runner_of
from counterproof.jobs.bar import bar_settings
from counterproof.jobs.interrupts import interrupts_arrive
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared
from counterproof.store.digest import digest_of
from counterproof.store.layout import Layout
from counterproof.store.records import read_record, write_record
from counterproof.store.study import OpenStudy

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
    sources = read_sources(study, kept_columns(study.study, items))
    tasks = frozen_items(study, items, sources)
    made = {} if force else {known.item: known for known in _standing_of(tasks, study.layout)}
    todo = [task for task in tasks if task.registration.item not in made]
    refuse_without_room(_files_to_write(study, tasks, todo, standing=made), study.layout.work)
    shared = Shared(
        study.layout.work,
        reads=tuple({*(source.path for source in sources.values()), *(task.source for task in on_tables)}),
        checks=(partial(runner_of, study.study),) if on_tables else (),
    )
    standing = partial(_standing_unless, layout=study.layout, force=force)
    total, shown = len(tasks) + len(on_tables), bar_settings(shown=progress)
    with interrupts_arrive(), Pool(shared, jobs=jobs, scheduler=scheduler) as pool:
        ended = chain(
            _constructed(todo, study.layout, pool=pool),
            constructed_tables(on_tables, study, standing=standing, record=study.layout.constructed, pool=pool),
        )
        with tqdm(ended, total=total, initial=len(made), desc="constructing", unit="item", **shown) as bar:
            for known in bar:
                made[known.item] = known
        _refuse_changed(sources, todo, study.layout)
        found = tuple(made[item.id] for item in study.items if item.id in made)
        anonymise(study, found, path_of=partial(source_path, study), pool=pool, force=force, progress=progress)
    return found


def read_constructions(study: OpenStudy) -> tuple[Construction, ...]:
    """What construction made, in the order of the items; items that were not constructed are left out."""
    paths = [study.layout.constructed(item.id) for item in study.items]
    return tuple(read_record(path, Construction) for path in paths if path.exists())


def _files_to_write(
    study: OpenStudy, tasks: Sequence[Task], todo: Sequence[Task], *, standing: Mapping[str, Construction]
) -> Counter[Path]:
    """How many data files of each source are to be written."""
    files = Counter(task.source for task in todo if not task.question for _ in task.registration.edits)
    if anonymised_arm(study.study) is not None:
        # Every file once more, under opaque names; also those of items that stand from before there was the arm.
        files += files
        sources = {task.registration.item: task.source for task in tasks}
        hidden = read_anonymised(study, tuple(standing.values()))
        bare = [known for known in standing.values() if known.excluded is None and known.item not in hidden]
        files.update(sources[known.item] for known in bare for _ in known.variants)
    return files


def _refuse_changed(sources: Mapping[str, Source], made: Sequence[Task], layout: Layout) -> None:
    changed = [name for name, source in sources.items() if source.has_changed]
    if changed:
        # Once the source is back, these would stand as if they were made from it.
        for task in (task for task in made if task.source in {sources[name].path for name in changed}):
            layout.constructed(task.registration.item).unlink(missing_ok=True)
        raise InputError(map(source_changed, changed))


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


def _standing_of(tasks: Sequence[Task], layout: Layout) -> Iterator[Construction]:
    found = (_standing(task.registration, layout) for task in tasks)
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
