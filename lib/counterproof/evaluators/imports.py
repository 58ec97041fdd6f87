"""Runs of other tools brought into a study: each with its answer read as ours are, then an ordinary trial."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import Field
from tqdm import tqdm

from counterproof.domain.answer import EXCLUDED_OUTCOMES, Answer, Outcome
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial, TrialKey
from counterproof.evaluators.elsewhere import read_elsewhere, verdict_on
from counterproof.evaluators.extract.sources import find_passage
from counterproof.jobs.bar import bar_settings
from counterproof.store.digest import digest_of
from counterproof.store.layout import Layout
from counterproof.store.records import append_record, read_record, write_record
from counterproof.store.study import OpenStudy
from counterproof.trials.claim import claimed
from counterproof.trials.imports.find import find_runs
from counterproof.trials.imports.found import FoundRun, Refused
from counterproof.trials.imports.mapping import ImportMap
from counterproof.trials.imports.naming import Naming

NO_MAP = ImportMap()


class ImportSummary(Record):
    """What an import did: trials new, renewed (their files had changed) and kept as they were, and runs refused.

    `agents` counts the trials of each agent that this import saw, `passed` those of them that passed their item's own
    grader, of `graded` on items that came with one. `at` is its time (UTC, ISO 8601).
    """

    at: str
    new: int = 0
    renewed: int = 0
    kept: int = 0
    agents: dict[str, int] = Field(default_factory=dict)
    graded: dict[str, int] = Field(default_factory=dict)
    passed: dict[str, int] = Field(default_factory=dict)
    refused: tuple[Refused, ...] = ()

    @property
    def imported(self) -> int:
        """Runs that are trials of the study now."""
        return self.new + self.renewed + self.kept


def import_runs(
    study: OpenStudy, sources: Iterable[Path], *, mapping: ImportMap = NO_MAP, progress: bool = False
) -> ImportSummary:
    """What became of every run in these folders and files.

    Each trial is written in one step, so that an import that was stopped can be made again; importing the same runs
    again changes nothing. An imported agent need not stand in `study.yaml`: its trials bring it in.

    Raises
    ------
    InputError
        If a source is not there, or another import is working on the study.
    """
    sources = tuple(sources)
    missing = [Problem(file=str(path), wrong="no such folder or file") for path in sources if not path.exists()]
    if missing:
        raise InputError(missing)
    naming = Naming(
        ids=tuple(item.id for item in study.items),
        taken=tuple(agent.name for agent in study.study.agents),
        items=mapping.items,
        agents=mapping.agents,
        variants=mapping.variants,
    )
    found = (run for source in sources for run in find_runs(source, mapping=mapping, naming=naming))
    counts = {"new": 0, "renewed": 0, "kept": 0}
    agents, graded, passed = Counter[str](), Counter[str](), Counter[str]()
    refused: list[Refused] = []
    written: dict[Path, str] = {}
    with claimed(study.layout.imported):
        for run in tqdm(found, unit="run", desc="imported", **bar_settings(shown=progress)):
            trial = run if isinstance(run, Refused) else _read(run, study)
            done = trial if isinstance(trial, Refused) else _keep(trial, study.layout, written)
            if isinstance(trial, Refused) or isinstance(done, Refused):
                refused += [one for one in (done,) if isinstance(one, Refused)]
                continue
            counts[done] += 1
            agents[trial.key.agent] += 1
            item = study.item(trial.key.item)
            if isinstance(item, LoadedItem) and trial.outcome not in EXCLUDED_OUTCOMES:
                graded[trial.key.agent] += 1
                passed[trial.key.agent] += verdict_on(trial.answer, item=item).passed
        summary = ImportSummary(
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            **counts,
            agents=dict(sorted(agents.items())),
            graded=dict(sorted(graded.items())),
            passed=dict(sorted(passed.items())),
            refused=tuple(refused),
        )
        append_record(study.layout.imported / "log.jsonl", summary)
    return summary


def _read(run: FoundRun, study: OpenStudy) -> Trial | Refused:
    try:
        return trial_of(run, study)
    except InputError as error:
        why = "; ".join(f"{one.wrong} ({one.seen})" if one.seen else one.wrong for one in error.problems)
        return Refused(source=run.imported.source, reason=f"the grader of item {run.item!r} cannot be read: {why}")


def trial_of(run: FoundRun, study: OpenStudy) -> Trial:
    """A run as a trial of the study, its answer read by the rules of `extract`.

    Raises
    ------
    InputError
        If the item's grader cannot be read.
    """
    item = study.item(run.item)
    ended = _ended(run, item=item)
    key = TrialKey(
        item=run.item,
        variant=run.variant,
        agent=run.agent,
        replicate=run.replicate,
        seed=None,
        item_sha256=digest_of(item),
        data_sha256=None,
        prompt_sha256=None,
        agent_sha256=None,
        source_sha256=run.sha256,
    )
    return Trial(
        key=key,
        outcome=ended.outcome,
        reason=ended.reason,
        answer=ended.answer,
        trajectory=run.trajectory,
        seconds=run.seconds,
        started=None,
        imported=run.imported,
    )


class _Ended(NamedTuple):
    outcome: Outcome
    reason: str | None
    answer: Answer | None


def _ended(run: FoundRun, *, item: Item) -> _Ended:
    log = run.trajectory
    if run.timed_out:
        return _Ended("timeout", "its runner stopped it", None)
    read = read_elsewhere(find_passage(answer_file=run.answer_file, trajectory=log), item=item)
    if read.outcome == "no_answer" and log.ending in {"infra_error", "empty"}:
        why = "the log is empty and there is no answer" if log.ending == "empty" else log.ending_reason
        return _Ended("infra_error", why or "the log ends in an error of the machinery", None)
    return _Ended(read.outcome, None if read.outcome == "answered" else read.reason or None, read.answer)


def _keep(trial: Trial, layout: Layout, written: dict[Path, str]) -> str | Refused:
    """`new`, `renewed` or `kept`; refused where another run has this place in the study."""
    imported = trial.imported
    path = layout.imported_trial(trial.key)
    if imported is None:
        msg = f"{path.name} is no imported trial"
        raise ValueError(msg)
    place = f"{trial.key.agent} on {trial.key.item}, {trial.key.variant}, replicate {trial.key.replicate}"
    if path in written:
        return Refused(source=imported.source, reason=f"{place} is {written[path]} already: number them with --map")
    before = read_record(path, Trial) if path.exists() else None
    if before is not None and before.imported is not None:
        same = before.key.source_sha256 == trial.key.source_sha256
        if not same and before.imported.source != imported.source:
            reason = (
                f"{place} was imported from {before.imported.source}: remove {path.name}, or number them with --map"
            )
            return Refused(source=imported.source, reason=reason)
    written[path] = imported.source
    if before is not None and before.model_copy(update={"imported": imported}) == trial:
        return "kept"
    write_record(path, trial)
    return "new" if before is None else "renewed"
