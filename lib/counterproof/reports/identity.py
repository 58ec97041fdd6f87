"""A whole identity audit: build the conditions, run the calls, find, and write the report's pages."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from counterproof.audit.identity.findings import IdentityFindings, find_identity, save_identity
from counterproof.benchmarks.identity import open_identity
from counterproof.evaluators.run import run_identity_agents
from counterproof.reports.audit import AuditOutcome, execute_notebooks
from counterproof.reports.found import identity_found_words
from counterproof.reports.index import Instrument, KeyFigure, StudyFacts, write_index
from counterproof.reports.library import chosen_notebooks
from counterproof.reports.outcome import NotebookRun
from counterproof.reports.plain import section_of
from counterproof.reports.terminal import speaking, told_of_instrument
from counterproof.store.identity import OpenIdentity
from counterproof.trials.call_run import read_calls
from counterproof.trials.calls import CallPlan, planned_calls
from counterproof.views.caveats import caveats_of
from counterproof.views.tables.call_access import call_access_table
from counterproof.views.tables.identity import (
    conditions_table,
    contrasts_table,
    identity_instrument_table,
    meanings_table,
    refused_table,
)


def run_identity_audit(
    path: Path,
    *,
    out: Path | None = None,
    jobs: int = 1,
    only: Sequence[str] = (),
    force: bool = False,
    scheduler: str | None = None,
    console: Console | None = None,
) -> AuditOutcome:
    """How the identity audit of the study at `path` ended; its report is written. Parameters as of `run_audit`.

    Raises
    ------
    InputError
        If the study's files are wrong, or a notebook of `only` does not exist.
    """
    say = speaking(console)
    wanted = chosen_notebooks(only, of="identity")
    study = open_identity(path, out=out)
    plan = planned_calls(study)
    agents = len(study.study.agents)
    say(f"[bold]{study.study.study}[/bold]: {len(study.instances)} instances, {agents} agents, {len(plan.calls)} calls")
    summary = run_identity_agents(study, plan=plan, jobs=jobs, progress=True, force=force, scheduler=scheduler)
    say(f"calls: {summary.ran} run, {summary.skipped} kept from before")
    if summary.left:
        say(f"{summary.left} were not started: the study's budget is spent (limits: study_usd)")
    findings = find_identity(study, read_calls(study, plan=plan))
    save_identity(findings, study.layout.findings)
    parameters = {"study": str(study.layout.study), "out": str(out.resolve()) if out else ""}
    caveats = caveats_of(study.study)
    runs = execute_notebooks(study, wanted, parameters=parameters, caveats=caveats, jobs=jobs, say=say, of="identity")
    index = write_identity_index(study, plan, findings, runs)
    failed = tuple(run.name for run in runs if run.status == "failed")
    say(told_of_instrument(_verdict(findings, study)))
    say(f"report: {escape(str(index))}")
    return AuditOutcome(index, findings.holds, failed)


def write_identity_index(
    study: OpenIdentity, plan: CallPlan, findings: IdentityFindings, runs: Sequence[NotebookRun]
) -> Path:
    """The report's first page."""
    path = study.layout.reports / "index.html"
    facts = StudyFacts(
        name=study.study.study,
        title=study.study.title,
        seed=study.study.seed,
        finished=datetime.now().astimezone(),
        found=identity_found_words(
            findings, agents=len(study.study.agents), kinds=[agent.kind for agent in study.study.agents]
        ),
    )
    write_index(
        path,
        study=facts,
        runs=runs,
        caveats=caveats_of(study.study),
        instrument=_verdict(findings, study),
        figures=_figures(study, plan, findings),
        tables=[contrasts_table(findings, primary=True), identity_instrument_table(findings)],
        sections=[
            section_of("What each contrast can say", meanings_table(findings), anchor="meaning"),
            section_of("Conditions", conditions_table(findings)),
            section_of("Reached for", call_access_table(findings), anchor="reached-for"),
            section_of("Not asked", refused_table(study, plan), anchor="refused"),
        ],
    )
    return path


def _verdict(findings: IdentityFindings, study: OpenIdentity) -> Instrument:
    frame = findings.instrument
    if frame.empty:
        none = "No condition of the study checks one." if study.study.answerers else "No agent is a reference answerer."
        return Instrument(holds=None, detail=none)
    broken = [f"{row['agent']} ({row['what']})" for _, row in frame[~frame["lands"]].iterrows()]
    detail = f"{int(frame['lands'].sum())} of {len(frame)} expectations hold"
    return Instrument(holds=findings.holds, detail=detail + (f"; not: {', '.join(broken)}" if broken else ""))


def _figures(study: OpenIdentity, plan: CallPlan, findings: IdentityFindings) -> tuple[KeyFigure, ...]:
    asked = sum(one.stratum == "benchmark" for one in study.instances)
    signal = findings.signal
    done = int(findings.replies["call"].nunique())
    weak = "too little: deletion and placebo say little" if signal.low else "above the registered lead"
    return (
        KeyFigure("instances", f"{asked}", f"{len(study.refused)} rows of the source refused, with the reason"),
        KeyFigure(
            "calls",
            f"{done:,}" if done == len(plan.calls) else f"{done:,} of {len(plan.calls):,}",
            f"{study.study.instances_per_call} instances a call",
        ),
        KeyFigure("signal of the evidence", f"{signal.lead:+.2f}", f"lead over guessing ({signal.baseline}); {weak}"),
        KeyFigure(
            "agents that masking costs accuracy",
            f"{len(findings.bitten)} of {len(study.study.agents)}",
            "for the others recall is exploratory",
        ),
    )
