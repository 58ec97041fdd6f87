"""Do the items fit their data? A gene may be absent, which the screen tells; a label, column or block may not."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from counterproof.benchmarks.files import STUDY_FILE
from counterproof.benchmarks.wording import did_you_mean, listed, near_miss
from counterproof.domain.item import Item, RegistrationDraft
from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.statistic import Abundance, Group, Specificity
from counterproof.edits.choose import edits_for
from counterproof.evidence.registry import needs_of
from counterproof.matter.contents import Contents
from counterproof.matter.source import locate
from counterproof.matter.targets import gene_position

COLUMN_FIELDS = ("column", "donor", "sample")


class Misfit(NamedTuple):
    """A problem of an item that does not know its file yet."""

    place: str
    wrong: str
    seen: str = ""
    fix: str = ""


def misfits(
    items: Iterable[tuple[str, Item]], *, keep_obs: Iterable[str], study: Path, sources: Path
) -> tuple[Problem, ...]:
    """Everything that the items ask for and their data do not have.

    Parameters
    ----------
    items
        Each item with the name of its file.
    keep_obs
        Columns that the study keeps in every variant.
    study
        The study's folder.
    sources
        Folder for simulated data, which are written there.
    """
    by_source: dict[str, list[tuple[str, Item]]] = defaultdict(list)
    for name, item in items:
        if isinstance(item, LoadedItem):
            # Its data may not be here, and nothing is computed on them.
            continue
        by_source[item.data.source].append((name, item))
    problems: list[Problem] = []
    for source, those in by_source.items():
        try:
            path = locate(source, study=study, sources=sources)
        except InputError as error:
            problems += [
                problem.model_copy(update={"file": name, "place": "data.source", "seen": source})
                for name, _ in those
                for problem in error.problems
            ]
            continue
        try:
            contents = Contents(path)
        except InputError as error:
            # A broken file is one problem, however many items ask about it.
            problems += error.problems
            continue
        problems += [
            Problem(file=STUDY_FILE, place="keep_obs", wrong=f"{source} has no such obs column", seen=name, fix=fix)
            for name in keep_obs
            if name not in contents.columns
            for fix in [did_you_mean(name, contents.columns, otherwise="its columns are")]
        ]
        problems += [
            Problem(file=name, **misfit._asdict())
            for name, item in those
            if item.registration is not None
            for misfit in _of_item(item, item.registration, contents)
        ]
    return tuple(problems)


def _of_item(item: Item, draft: RegistrationDraft, contents: Contents) -> Iterator[Misfit]:
    yield from _of_edits(item)
    yield from _of_block(draft, contents)
    yield from _of_genes(item, draft, contents)
    ask = draft.ask
    for field in COLUMN_FIELDS:
        column = getattr(ask, field, None)
        if column is not None and column not in contents.columns:
            yield _no_column(f"registration.ask.{field}", column, contents)
    groups = {name: getattr(ask, name) for name in type(ask).model_fields}
    for name, group in groups.items():
        if isinstance(group, Group):
            yield from _of_group(f"registration.ask.{name}", group, contents)
    if isinstance(ask, Specificity | Abundance) and ask.column in contents.columns:
        for letter, text in item.options.items():
            place = f"registration.targets.{letter}" if letter in draft.targets else f"options.{letter}"
            yield from _of_group(place, Group(column=ask.column, value=draft.targets.get(letter, text)), contents)


def _of_edits(item: Item) -> Iterator[Misfit]:
    try:
        edits_for(item)
    except InputError as error:
        for problem in error.problems:
            yield Misfit(problem.place, problem.wrong, problem.seen, problem.fix)


def _of_block(draft: RegistrationDraft, contents: Contents) -> Iterator[Misfit]:
    place = "registration.block"
    if draft.block not in contents.blocks:
        fix = f"use one of: {listed(contents.blocks)}"
        yield Misfit(place, f"{contents.path.name} has no such block", draft.block, fix)
        return
    found = contents.block_class(draft.block)
    if isinstance(found, InputError):
        wrong = "; ".join(problem.wrong for problem in found.problems)
        yield Misfit(place, f"the block {wrong}", draft.block, found.problems[0].fix)
    elif found != draft.block_class:
        wrong = f"the values of block {draft.block!r} are {found}, not {draft.block_class}"
        fix = f"write {found}, or register another block: {listed(contents.blocks)}"
        yield Misfit("registration.block_class", wrong, draft.block_class, fix)


def _of_genes(item: Item, draft: RegistrationDraft, contents: Contents) -> Iterator[Misfit]:
    if draft.block not in contents.blocks:
        return
    names, targets = contents.genes(draft.block), item.options | draft.targets
    for gene in needs_of(draft.ask, targets).genes:
        try:
            gene_position(names, gene, file=contents.path.name, axis=draft.block)
        except InputError as error:
            for problem in error.problems:
                letters = [letter for letter, target in targets.items() if target == gene]
                place = f"options.{letters[0]}" if letters else "registration.ask.gene"
                yield Misfit(place, f"{problem.wrong} of block {draft.block!r}", problem.seen, problem.fix)


def _of_group(place: str, group: Group, contents: Contents) -> Iterator[Misfit]:
    if group.column not in contents.columns:
        yield _no_column(place, group.column, contents)
        return
    values = contents.values(group.column)
    if group.value not in values:
        wrong = f"no cell has this value in {group.column!r}"
        meant = near_miss(group.value, values)
        fix = f"{f'did you mean {meant!r}? ' if meant else ''}Use one of: {listed(values)}"
        yield Misfit(place, wrong, group.value, fix)


def _no_column(place: str, column: str, contents: Contents) -> Misfit:
    fix = did_you_mean(column, contents.columns, otherwise="use one of")
    return Misfit(place, f"{contents.path.name} has no such obs column", column, fix)
