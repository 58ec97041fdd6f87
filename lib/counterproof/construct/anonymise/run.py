"""The anonymised arm of a whole study: what stands already is kept."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tqdm.auto import tqdm

from counterproof import __version__
from counterproof.construct.anonymise.item import anonymise_item, digest_named
from counterproof.domain.anonymised import Anonymised
from counterproof.domain.arm import ArmSpec
from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.problem import InputError
from counterproof.domain.registration import Registration
from counterproof.domain.study import Study
from counterproof.jobs.bar import bar_settings
from counterproof.jobs.pool import Pool
from counterproof.store.layout import Layout
from counterproof.store.records import read_record, write_record
from counterproof.store.study import OpenStudy

FEW = 4
"""So many items are made in this process before workers have started."""


class Task(NamedTuple):
    """One item to make: its source file, its words, and the record of its construction."""

    source: Path
    item: Item
    construction: Path


def anonymised_arm(study: Study) -> ArmSpec | None:
    """The arm with opaque names, where the study has one."""
    return next((arm for arm in study.arm_specs if arm.name == "anonymised"), None)


def anonymise(
    study: OpenStudy,
    constructions: Sequence[Construction],
    *,
    path_of: Callable[[str], Path],
    pool: Pool,
    force: bool = False,
    progress: bool = True,
) -> tuple[Anonymised, ...]:
    """Every decidable item of genes and groups under opaque names; nothing where the study has no such arm.

    Each item is written down as it ends, so that nothing is lost by a kill. `path_of` gives the file of a data source,
    `pool` the workers.
    """
    arm = anonymised_arm(study.study)
    if arm is None:
        return ()
    asked = [made for made in constructions if _is_asked(made)]
    standing = {} if force else {made.item: _standing(study, made, groups=arm.groups) for made in asked}
    found = {item: known for item, known in standing.items() if known is not None}
    items = [study.item(made.item) for made in asked if made.item not in found]
    todo = [Task(path_of(item.data.source), item, study.layout.constructed(item.id)) for item in items]
    work = partial(_anonymise_and_write, layout=study.layout, groups=arm.groups)
    shown = bar_settings(shown=progress)
    with tqdm(total=len(asked), initial=len(found), desc="anonymising", unit="item", **shown) as bar:
        for name in pool.each(work, todo, few=FEW, label=lambda task: task.item.id):
            path = study.layout.anonymised_item(name)
            pool.appeared([path])
            known = found[name] = read_record(path, Anonymised)
            pool.appeared(study.layout.work / variant.path for variant in known.variants)
            bar.update()
    return tuple(found[made.item] for made in asked)


def _anonymise_and_write(task: Task, *, layout: Layout, groups: bool) -> str:
    made = read_record(task.construction, Construction)
    known = anonymise_item(task.source, task.item, made, layout, groups=groups)
    write_record(layout.anonymised_item(made.item), known)
    return made.item


def read_anonymised(study: OpenStudy, constructions: Sequence[Construction]) -> dict[str, Anonymised]:
    """What stands of the arm, by item: those that were made from the items and variants as they are now."""
    arm = anonymised_arm(study.study)
    if arm is None:
        return {}
    standing = ((made.item, _read(study, made, groups=arm.groups)) for made in constructions if _is_asked(made))
    return {item: known for item, known in standing if known is not None}


def _is_asked(made: Construction) -> bool:
    return made.excluded is None and isinstance(made.registration, Registration)


def _read(study: OpenStudy, made: Construction, *, groups: bool) -> Anonymised | None:
    path = study.layout.anonymised_item(made.item)
    if not path.exists():
        return None
    try:
        known = read_record(path, Anonymised)
    except InputError:
        # Another version wrote it, or something else did: it is made again.
        return None
    named = digest_named(study.item(made.item), made)
    return known if (known.named, known.version, known.groups) == (named, __version__, groups) else None


def _standing(study: OpenStudy, made: Construction, *, groups: bool) -> Anonymised | None:
    known = _read(study, made, groups=groups)
    if known is None:
        return None
    whole = all(study.layout.holds(variant) for variant in known.variants)
    return known if whole and (known.excluded or study.layout.anonymised_names(made.item).exists()) else None
