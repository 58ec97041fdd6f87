"""All that an audit finds, in tables."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import pandas as pd

from counterproof.audit.grounding import score_agents
from counterproof.audit.instrument import check_instrument, instrument_holds
from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.audit.validity import score_evaluators
from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.store.study import OpenStudy
from counterproof.store.tables import write_table


@dataclass(frozen=True)
class Findings:
    """The tables of one study: a row a trial in `trials`, a row a replicate in `routes`, tidy scores in the others."""

    trials: pd.DataFrame
    routes: pd.DataFrame
    agents: pd.DataFrame
    families: pd.DataFrame
    items: pd.DataFrame
    evaluators: pd.DataFrame
    instrument: pd.DataFrame

    @property
    def holds(self) -> bool:
        """Whether the reference agents landed where they must."""
        return instrument_holds(self.instrument)


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
    return Findings(
        trials=table,
        routes=route_table(table),
        agents=score_agents(table, seed=seed, resamples=resamples),
        families=score_agents(table, by="family", seed=seed, resamples=resamples),
        items=score_agents(table, by="item", seed=seed, resamples=resamples),
        evaluators=score_evaluators(table, evaluators=study.study.evaluators, seed=seed, resamples=resamples),
        instrument=check_instrument(table, study.study),
    )


def save_findings(findings: Findings, folder: Path) -> tuple[Path, ...]:
    """The Parquet files written, one a table."""
    paths = []
    for field in fields(findings):
        paths.append(folder / f"{field.name}.parquet")
        write_table(paths[-1], getattr(findings, field.name))
    return tuple(paths)
