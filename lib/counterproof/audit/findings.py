"""All that an audit finds, in tables."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import pandas as pd

from counterproof.audit.grounding import score_agents
from counterproof.audit.instrument import check_instrument, instrument_holds
from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.audit.validity import score_evaluators
from counterproof.domain.arm import Arm
from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.evaluators.every import study_scores
from counterproof.evaluators.judge.scores import judge_scores
from counterproof.store.study import OpenStudy
from counterproof.store.tables import write_table
from counterproof.trials.plan import planned_trials
from counterproof.trials.planned import PlannedTrial


@dataclass(frozen=True)
class Findings:
    """The tables of one study: a row a trial in `trials`, a row a replicate in `routes`, every evaluator's score of
    every trial in `scores`, tidy scores in the others.

    All are of the standard arm. `planned` counts the trials that the study asks for in it; scores of fewer are those of
    an unfinished run. `other_arms` has, for each other arm, how many trials are done and how many are asked for.
    """

    planned: int
    trials: pd.DataFrame
    routes: pd.DataFrame
    agents: pd.DataFrame
    families: pd.DataFrame
    items: pd.DataFrame
    evaluators: pd.DataFrame
    instrument: pd.DataFrame
    scores: pd.DataFrame = field(default_factory=pd.DataFrame)
    other_arms: dict[Arm, tuple[int, int]] = field(default_factory=dict)

    @property
    def holds(self) -> bool | None:
        """Whether the reference agents landed where they must; null where nothing was checked."""
        return instrument_holds(self.instrument)

    @property
    def finished(self) -> bool:
        """Whether every trial that the study asks for is there, those of other arms among them."""
        return len(self.trials) >= self.planned and all(done >= asked for done, asked in self.other_arms.values())

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """The tables by name."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: table for name, table in found.items() if isinstance(table, pd.DataFrame)}


def find(
    study: OpenStudy, constructions: Sequence[Construction], trials: Sequence[Trial], *, resamples: int = 2000
) -> Findings:
    """Every score of the study's agents and evaluators, and whether the instrument holds.

    Raises
    ------
    ValueError
        If there is no trial: nothing can be found in nothing.
    """
    if not trials:
        msg = f"study {study.study.study!r} has no finished trial: run the agents first (notebook 03)"
        raise ValueError(msg)
    table, seed = trial_table(study, constructions, trials), study.study.seed
    planned = planned_trials(study, constructions)
    return Findings(
        planned=sum(trial.key.arm == "standard" for trial in planned),
        trials=table,
        routes=route_table(table),
        agents=score_agents(table, seed=seed, resamples=resamples),
        families=score_agents(table, by="family", seed=seed, resamples=resamples),
        items=score_agents(table, by="item", seed=seed, resamples=resamples),
        evaluators=score_evaluators(
            table,
            evaluators=study.study.named_evaluators,
            judged=judge_scores(study, trials),
            seed=seed,
            resamples=resamples,
        ),
        instrument=check_instrument(table, study.study),
        scores=study_scores(study, table, trials),
        other_arms=_other_arms(study, planned),
    )


def _other_arms(study: OpenStudy, planned: Sequence[PlannedTrial]) -> dict[Arm, tuple[int, int]]:
    others = [trial.key for trial in planned if trial.key.arm != "standard"]
    asked = Counter(key.arm for key in others)
    done = Counter(key.arm for key in others if study.layout.trial(key).exists())
    return {arm: (done[arm], asked[arm]) for arm in asked}


def save_findings(findings: Findings, folder: Path) -> tuple[Path, ...]:
    """The Parquet files written, one a table."""
    paths = {name: folder / f"{name}.parquet" for name in findings.tables}
    for name, path in paths.items():
        write_table(path, findings.tables[name])
    return tuple(paths.values())
