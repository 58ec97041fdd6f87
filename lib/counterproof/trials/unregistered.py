"""Trials on items without a registration: on their data as published, and without them. They have no other version."""

from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from counterproof.agents.handout import agent_digest
from counterproof.construct.prompts import prompt_for
from counterproof.domain.agent import LaunchedAgent
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import NO_DATA
from counterproof.domain.served import served_by
from counterproof.domain.table_item import TableItem
from counterproof.domain.trial import Trial, TrialKey
from counterproof.domain.variant import VariantName
from counterproof.matter.source import locate
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy
from counterproof.trials.many import ManyTrials, files_of, trials_without
from counterproof.trials.plan import trial_seeds
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.trial_file import TrialFile

PLAIN: tuple[VariantName, ...] = ("original", "no_data")


def unregistered(study: OpenStudy) -> tuple[Item, ...]:
    """The items that nothing registered decides: they have no verified versions, and an audit leaves them out."""
    return tuple(item for item in study.items if not (item.table if isinstance(item, TableItem) else item.registration))


def why_not_asked(item: Item) -> str:
    """Why no agent is asked an item without a registration; an empty text where agents are."""
    if isinstance(item, TableItem):
        return "it asks for numbers, which only a registered analysis can check"
    if not item.options:
        return "it has no options to choose from"
    if len(item.key) != 1:
        return "its key is not one option, and an answer is"
    return ""


def plain_variants(study: OpenStudy) -> Counter[VariantName]:
    """On how many items without a registration each version is asked."""
    return Counter(name for item in _asked(study) for name in _versions(item, study))


def unregistered_trials(study: OpenStudy, *, without: Collection[str] = ()) -> tuple[PlannedTrial, ...]:
    """The trials of the study's programs on items without a registration, in the standard arm.

    `original` is the file as it was published, not rewritten. Reference agents take no part: they need a registration.
    Those whose file is named by `without` are left out, as in `plan.planned_trials`.

    Raises
    ------
    InputError
        If an item's data are not where it says.
    """
    return trials_without(_planned(study), without)


def unregistered_files(study: OpenStudy) -> tuple[TrialFile, ...]:
    """Where the record of each of these trials lies, in their order."""
    return files_of(_planned(study))


def read_unregistered(study: OpenStudy, *, every: bool = False) -> tuple[Trial, ...]:
    """Those of these trials that have run, then the imported ones on the same items and versions.

    An imported trial whose item has changed since is not among them.

    Parameters
    ----------
    every
        Imported ones on all items without a registration and on all versions, also where only a grader can score them.

    Raises
    ------
    InputError
        If a trial's file is damaged.
    """
    paths = [study.layout.work / file.name for file in unregistered_files(study)]
    ours = [read_record(path, Trial) for path in paths if path.exists()]
    digests = {item.id: digest_of(item) for item in (unregistered(study) if every else _asked(study))}
    elsewhere = [path for path in sorted(study.layout.imported.glob("*/*/*.json")) if path.parent.name in digests]
    imported = [read_record(path, Trial) for path in elsewhere]
    current = [one for one in imported if one.key.item_sha256 == digests[one.key.item]]
    return (*ours, *(one for one in current if every or one.key.variant in PLAIN))


def _planned(study: OpenStudy) -> Iterator[ManyTrials]:
    return (many for item in _asked(study) for many in _trials_of(study, item))


def _asked(study: OpenStudy) -> tuple[Item, ...]:
    return tuple(item for item in unregistered(study) if not why_not_asked(item))


def _versions(item: Item, study: OpenStudy) -> tuple[VariantName, ...]:
    there = PLAIN[1:] if item.data.source == NO_DATA else PLAIN
    return tuple(name for name in there if name in study.study.variants)


def _trials_of(study: OpenStudy, item: Item) -> Iterator[ManyTrials]:
    spec, versions, item_sha256 = study.study, _versions(item, study), digest_of(item)
    data = None if "original" not in versions else _located(study, item)
    for agent in spec.agents:
        if not isinstance(agent, LaunchedAgent):
            continue
        endpoint, price = served_by(agent, endpoints=spec.endpoints, prices=spec.prices)
        replicates = range(1, spec.replicates + 1)
        seeds = trial_seeds(spec.seed, item=item.id, agent=agent.name, replicates=replicates)
        for name in versions:
            prompt = prompt_for(item, name)
            given = data if name == "original" else None
            key = TrialKey(
                item=item.id,
                variant=name,
                agent=agent.name,
                replicate=0,
                seed=0,
                item_sha256=item_sha256,
                data_sha256=None if given is None else _digest(given),
                prompt_sha256=digest_of(prompt),
                agent_sha256=agent_digest(agent, {}, endpoint=endpoint),
            )
            one = PlannedTrial(
                key=key,
                agent=agent,
                handout={},
                prompt=prompt,
                data=given,
                option_texts=dict(item.options),
                limits=spec.limits,
                sandbox=spec.sandbox,
                endpoint=endpoint,
                price=price,
            )
            yield ManyTrials(one, seeds)


def _located(study: OpenStudy, item: Item) -> Path:
    return locate(item.data.source, study=study.layout.study, sources=study.layout.sources)


def _digest(path: Path) -> str:
    status = path.stat()
    return _digest_of(path, status.st_mtime_ns, status.st_size)


@cache
def _digest_of(path: Path, _changed: int, _size: int) -> str:
    # Many questions ask about one large file.
    return file_digest(path)
