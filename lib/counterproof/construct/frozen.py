"""The items of a study as they are to be constructed: each with its source and its registration, frozen."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from counterproof.construct.along import identities
from counterproof.construct.intended import intended, open_question
from counterproof.construct.register import freeze
from counterproof.construct.renormalise import with_renormalised
from counterproof.construct.sources import Source
from counterproof.domain.item import Item
from counterproof.domain.registration import Registration
from counterproof.store.study import OpenStudy


class Task(NamedTuple):
    """One item to construct: its source file, its registration, and what its author must still decide, if anything."""

    source: Path
    registration: Registration
    question: str


def frozen_items(study: OpenStudy, items: Sequence[Item], sources: Mapping[str, Source]) -> list[Task]:
    """The items with their registrations, frozen now where they were not before and nothing is left to decide.

    Raises
    ------
    InputError
        If a registration differs from the frozen one, or a decision of the author cannot be carried out.
    """
    known = identities(items)
    wanted = [_wanted(study, item, sources[item.data.source], known) for item in items]
    # An item that awaits a decision is not frozen: deciding later must not count as a change.
    decided = [task.registration for task in wanted if not task.question]
    frozen = {registration.item: registration for registration in freeze(decided, study.layout)}
    return [task._replace(registration=frozen.get(task.registration.item, task.registration)) for task in wanted]


def _wanted(study: OpenStudy, item: Item, source: Source, known: Mapping[str, set[str]]) -> Task:
    asked = with_renormalised(
        intended(item, study.study, data_sha256=source.sha256, keep_obs=source.keep, obs=source.obs, known=known),
        source.path,
        frozen=study.layout.registration(item.id),
    )
    questions = [open_question(asked.registration, source.obs), asked.question]
    return Task(source.path, asked.registration, "; ".join(filter(None, questions)))
