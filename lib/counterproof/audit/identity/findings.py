"""Everything that an identity audit finds, as tables."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import pandas as pd

from counterproof.audit.identity.access import call_access
from counterproof.audit.identity.accuracy import accuracy_table, by_stratum
from counterproof.audit.identity.confidence import confidence_slope, confidence_table
from counterproof.audit.identity.contrasts import contrast_table
from counterproof.audit.identity.family import adjusted
from counterproof.audit.identity.instrument import check_identity_instrument
from counterproof.audit.identity.probes import control_table, floor_table, reidentification_table
from counterproof.audit.identity.recall import count_table, recall_table, recognition_table
from counterproof.audit.identity.redaction import redaction_table, slope_table
from counterproof.audit.identity.signal import Signal, signal_of
from counterproof.audit.identity.table import reply_table
from counterproof.domain.call import Call
from counterproof.store.identity import OpenIdentity
from counterproof.store.tables import write_table


@dataclass(frozen=True)
class IdentityFindings:
    """The result tables of a study. `bitten` names the agents whose identity cost excludes 0: recall was then planned,
    for all others it is exploratory.
    """

    replies: pd.DataFrame
    accuracy: pd.DataFrame
    strata: pd.DataFrame
    contrasts: pd.DataFrame
    redaction: pd.DataFrame
    slopes: pd.DataFrame
    controls: pd.DataFrame
    reidentification: pd.DataFrame
    floor: pd.DataFrame
    recognition: pd.DataFrame
    recall: pd.DataFrame
    counts: pd.DataFrame
    confidence: pd.DataFrame
    confidence_slopes: pd.DataFrame
    instrument: pd.DataFrame
    access: pd.DataFrame
    access_flags: pd.DataFrame
    signal: Signal
    bitten: tuple[str, ...]

    @property
    def holds(self) -> bool | None:
        """Whether every reference answerer landed where it must; null where nothing was checked."""
        return bool(self.instrument["lands"].all()) if len(self.instrument) else None

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """The tables by name."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: table for name, table in found.items() if isinstance(table, pd.DataFrame)}


def find_identity(study: OpenIdentity, calls: Sequence[Call], *, resamples: int = 2000) -> IdentityFindings:
    """Every figure of an identity study.

    Raises
    ------
    ValueError
        If no call has finished: nothing can be found in nothing.
    """
    if not calls:
        msg = f"study {study.study.study!r} has no finished call: run it first (notebook 08)"
        raise ValueError(msg)
    spec, seed = study.study, study.study.seed
    instances = {one.id: one for one in study.instances}
    table = reply_table(study, calls)
    signal = signal_of(study.instances, registered=spec.signal, seed=seed)
    accuracy = accuracy_table(table, instances, spec, seed=seed, resamples=resamples)
    contrasts, slopes = adjusted(
        contrast_table(table, spec, low_signal=signal.low, seed=seed, resamples=resamples),
        slope_table(table, seed=seed, resamples=resamples),
        n_tests=spec.n_tests,
    )
    controls = control_table(table, spec)
    confidence = confidence_table(accuracy)
    access, access_flags = call_access(calls)
    bitten = bitten_agents(contrasts)
    return IdentityFindings(
        replies=table,
        accuracy=accuracy,
        strata=by_stratum(table, spec),
        contrasts=contrasts,
        redaction=redaction_table(table, spec, seed=seed, resamples=resamples),
        slopes=slopes,
        controls=controls,
        reidentification=reidentification_table(table, spec),
        floor=floor_table(table, instances, spec),
        recognition=_status(recognition_table(table, spec), bitten),
        recall=_status(recall_table(table, spec, instances), bitten),
        counts=_status(count_table(table, spec, seed=seed), bitten),
        confidence=confidence,
        confidence_slopes=confidence_slope(confidence),
        instrument=check_identity_instrument(
            spec, study.instances, accuracy=accuracy, contrasts=contrasts, controls=controls, slopes=slopes
        ),
        access=access,
        access_flags=access_flags,
        signal=signal,
        bitten=bitten,
    )


def bitten_agents(contrasts: pd.DataFrame) -> tuple[str, ...]:
    """The agents for which masking has bitten: the interval of their identity cost lies above 0."""
    if contrasts.empty:
        return ()
    cost = contrasts[contrasts["contrast"] == "named - blind"]
    # Where all pairs differ alike there is no interval; the exact test decides.
    above = (cost["low"].astype(float) > 0) | (cost["low"].isna() & (cost["value"] > 0) & (cost["p"] <= 0.05))
    return tuple(cost.loc[above, "agent"])


def save_identity(findings: IdentityFindings, folder: Path) -> tuple[Path, ...]:
    """The Parquet files written, one a table."""
    paths = {name: folder / f"{name}.parquet" for name in findings.tables}
    for name, path in paths.items():
        write_table(path, findings.tables[name])
    return tuple(paths.values())


def _status(table: pd.DataFrame, bitten: Sequence[str]) -> pd.DataFrame:
    planned = table["agent"].isin(bitten)
    return table.assign(status=["planned" if one else "exploratory: masking has not bitten" for one in planned])
