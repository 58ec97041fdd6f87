"""All that an audit finds, in tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
import scipy

from counterproof.audit.grounding import score_agents
from counterproof.audit.instrument import check_instrument, instrument_holds
from counterproof.audit.loaded import table_of
from counterproof.audit.repairs.anonymisation import anonymised_trials
from counterproof.audit.routes import route_table
from counterproof.audit.validity import score_evaluators
from counterproof.construct.anonymise.run import anonymised_arm
from counterproof.domain.arm import Arm
from counterproof.domain.construction import Construction
from counterproof.domain.study import Study
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.scores import judge_scores
from counterproof.evaluators.registry import score_trials
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.study import OpenStudy
from counterproof.store.tables import cached_tables, table_digest, write_table
from counterproof.trials.plan import n_planned
from counterproof.trials.read import trial_files

KEPT_FROM = 20_000
"""From so many trials on the scores are kept in the study's cache until anything that they are made from changes."""


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
    other_arms: dict[Arm, tuple[int, int]] = field(default_factory=dict, kw_only=True)

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
    """Every score of the study's agents and evaluators, and whether the instrument holds; all empty without trials."""
    table, judged = table_of(study, constructions, trials), judge_scores(study, trials)
    hidden = anonymised_trials(study, constructions) if anonymised_arm(study.study) else None
    make = partial(_scored, study.study, table, judged, hidden=hidden, resamples=resamples)
    if len(table) < KEPT_FROM:
        scored: Sequence[pd.DataFrame] = make()
    else:
        digests = [None if each is None else table_digest(each) for each in (table, judged, hidden)]
        key = digest_of([code_digest(), digest_of(study.study), *digests, resamples])
        scored = cached_tables(study.layout.cache, "findings", key=key, make=make)
    planned = n_planned(study, constructions, arm="standard")
    return Findings(planned, table, *scored, other_arms=_other_arms(study, constructions))


def _scored(
    study: Study, table: pd.DataFrame, judged: pd.DataFrame, *, hidden: pd.DataFrame | None, resamples: int
) -> tuple[pd.DataFrame, ...]:
    """The tables of `Findings` that are made from the trial table, in their order there."""
    agents = partial(score_agents, table, seed=study.seed, resamples=resamples)
    evaluators = study.named_evaluators
    return (
        route_table(table),
        agents(),
        agents(by="family"),
        agents(by="item"),
        score_evaluators(table, evaluators=evaluators, judged=judged, seed=study.seed, resamples=resamples),
        check_instrument(table, study, hidden=hidden),
        score_trials(table, evaluators=evaluators, judged=judged),
    )


@cache
def code_digest() -> str:
    """Hex SHA-256 of all code that makes scores of a trial table, ours and that below it."""
    folder = Path(__file__).parents[1]
    sources = [path for part in ("domain", "stats", "evaluators", "audit") for path in (folder / part).rglob("*.py")]
    made_with = [np.__version__, pd.__version__, scipy.__version__]
    return digest_of([*made_with, *(file_digest(source) for source in sorted(sources))])


def _other_arms(study: OpenStudy, constructions: Sequence[Construction]) -> dict[Arm, tuple[int, int]]:
    found: dict[Arm, tuple[int, int]] = {}
    for arm in (spec.name for spec in study.study.arm_specs if spec.name != "standard"):
        done = sum(not file.imported for file in trial_files(study, constructions, arm=arm))
        found[arm] = done, n_planned(study, constructions, arm=arm)
    return found


def save_findings(findings: Findings, folder: Path) -> tuple[Path, ...]:
    """The Parquet files written, one a table."""
    paths = {name: folder / f"{name}.parquet" for name in findings.tables}
    for name, path in paths.items():
        write_table(path, findings.tables[name])
    return tuple(paths.values())
