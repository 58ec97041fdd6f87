"""A whole audit: construct, verify, run, score, and write the report's pages."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_core.utils import ensure_event_loop
from rich.console import Console
from rich.markup import escape

from counterproof.audit.findings import Findings, find, save_findings
from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.construction import Construction
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.run import judge_trials
from counterproof.evaluators.rubric.judge import judge_rubrics
from counterproof.evaluators.rubric.rubric import study_rubrics
from counterproof.evaluators.run import run_agents
from counterproof.reports.figures import key_figures, verdict_of
from counterproof.reports.found import found_words
from counterproof.reports.index import StudyFacts, write_index
from counterproof.reports.items import ItemPages, write_item_pages
from counterproof.reports.library import Protocol, chosen_notebooks, notebooks
from counterproof.reports.notebooks import run_notebook
from counterproof.reports.outcome import NotebookRun, run_of
from counterproof.reports.page import write_page
from counterproof.reports.plain import section_of
from counterproof.reports.terminal import (
    Say,
    speaking,
    tell_bare,
    tell_excluded,
    tell_sizes,
    tell_unregistered,
    told_of_instrument,
)
from counterproof.store.identity import OpenIdentity
from counterproof.store.study import OpenStudy
from counterproof.trials.read import read_trials
from counterproof.trials.unregistered import read_unregistered, why_not_asked
from counterproof.views.caveats import caveats_of
from counterproof.views.tables.answers import answers_overview
from counterproof.views.tables.construction import items_table
from counterproof.views.tables.scores import instrument_table, scores_table


@dataclass(frozen=True)
class AuditOutcome:
    """How an audit ended: its index page, whether the instrument holds (null where nothing checks it), and the
    notebooks that failed.
    """

    index: Path
    holds: bool | None
    failed: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """0 when all is well, 1 when a notebook failed, or the reference agents did not land where they must, or
        nothing was checked.
        """
        return 0 if self.holds and not self.failed else 1


def run_audit(
    path: Path,
    *,
    out: Path | None = None,
    jobs: int = 1,
    only: Sequence[str] = (),
    force: bool = False,
    scheduler: str | None = None,
    console: Console | None = None,
) -> AuditOutcome:
    """How the audit of the study at `path` ended; its report is written.

    What stands with the same digest is kept, unless `force`. The notebooks come last and find all work done: they show
    it, and do the same work by themselves when a person runs them.

    Parameters
    ----------
    jobs
        Worker processes for items and trials, and notebooks executed at a time.
    only
        Numbers or names of the notebooks to execute; all, if empty. The pages of the others stay as they are.
    scheduler
        Address of a running dask cluster that constructs, runs the agents and asks the judges. Findings take less time
        than giving them out would, and they and the pages are made here.

    Raises
    ------
    InputError
        If the study's files are wrong, a registration was changed, a notebook of `only` does not exist, or no item is
        decidable and no run was imported on an item that only its grader can score.
    """
    say = speaking(console)
    wanted = chosen_notebooks(only)
    study = open_study(path, out=out)
    say(f"[bold]{study.study.study}[/bold]: {len(study.items)} items, {len(study.study.agents)} agents")
    constructions = construct(study, jobs=jobs, force=force, scheduler=scheduler)
    decidable = sum(made.excluded is None for made in constructions)
    say(f"constructed: {decidable} of {len(study.items)} items are decidable and verified")
    tell_excluded(study, constructions, say=say)
    tell_bare(study, constructions, say=say)
    tell_unregistered(study, say=say)
    imported = read_unregistered(study, every=True)
    if not decidable and not any(why_not_asked(study.item(trial.key.item)) for trial in imported):
        raise _undecidable(study, constructions)
    summary = run_agents(study, constructions, jobs=jobs, progress=True, force=force, scheduler=scheduler)
    say(f"trials: {summary.ran} run, {summary.skipped} kept from before")
    trials = read_trials(study, constructions)
    ask_judges(study, trials, scheduler=scheduler, say=say)
    findings = find(study, constructions, trials)
    save_findings(findings, study.layout.findings)
    # Read again: programs have been asked about items without a registration too.
    elsewhere = read_unregistered(study, every=True)
    items = write_item_pages(
        study, constructions, trials, table=findings.trials, routes=findings.routes, elsewhere=elsewhere
    )
    say(f"items: {len(items.files)} pages")
    tell_sizes(items.files, say=say)
    parameters = {"study": str(study.layout.study), "out": str(out.resolve()) if out else ""}
    caveats = caveats_of(study.study, constructions)
    runs = execute_notebooks(study, wanted, parameters=parameters, caveats=caveats, jobs=jobs, say=say)
    index = write_report_index(study, constructions, findings, runs, items=items)
    failed = tuple(run.name for run in runs if run.status == "failed")
    say(told_of_instrument(verdict_of(findings)))
    say(f"report: {escape(str(index))}")
    return AuditOutcome(index, findings.holds, failed)


def ask_judges(study: OpenStudy, trials: Sequence[Trial], *, scheduler: str | None, say: Say) -> None:
    """Ask the study's judges and rubric judges about what they have not read, and say how that went."""
    for judged in judge_trials(study, trials, progress=True, scheduler=scheduler):
        why = f" [yellow]stopped[/yellow]: {escape(judged.stopped)}" if judged.stopped else ""
        say(f"judge {judged.judge}: {judged.asked} asked, {judged.kept} kept from before{why}")
    for asked in judge_rubrics(study, trials, study_rubrics(study), progress=True, scheduler=scheduler):
        why = f" [yellow]stopped[/yellow]: {escape(asked.stopped)}" if asked.stopped else ""
        say(f"rubric judge {asked.judge}: {asked.asked} asked{why}")


def execute_notebooks(
    study: OpenStudy | OpenIdentity,
    wanted: Sequence[Path],
    *,
    parameters: Mapping[str, Any],
    caveats: Sequence[str],
    jobs: int,
    say: Say,
    of: Protocol = "counterfactual",
) -> tuple[NotebookRun, ...]:
    """How every notebook of the report stands, after the wanted ones were executed and their pages written."""
    reports = study.layout.reports
    reports.mkdir(parents=True, exist_ok=True)
    run = partial(_execute, study=study, parameters=parameters, caveats=caveats, say=say)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        list(pool.map(run, wanted))
    return tuple(run_of(reports / notebook.name) for notebook in notebooks(of=of))


def write_report_index(
    study: OpenStudy,
    constructions: Sequence[Construction],
    findings: Findings,
    runs: Sequence[NotebookRun],
    *,
    items: ItemPages | None = None,
) -> Path:
    """The report's first page, with links to those of its items."""
    pages = items or ItemPages()
    path = study.layout.reports / "index.html"
    sections = [section_of("Items", items_table(study.items, constructions, pages=pages.items))]
    if len(findings.trials):
        told = answers_overview(findings.trials, findings.routes, pages=pages.items, links=pages.trials)
        sections.append(section_of("Trials", told))
    facts = StudyFacts(
        name=study.study.study,
        title=study.study.title,
        seed=study.study.seed,
        finished=datetime.now().astimezone(),
        found=found_words(findings, kinds=[agent.kind for agent in study.study.agents]),
    )
    write_index(
        path,
        study=facts,
        runs=runs,
        caveats=caveats_of(study.study, constructions),
        instrument=verdict_of(findings),
        figures=key_figures(constructions, findings),
        tables=[
            scores_table(findings.agents, main=True),
            instrument_table(findings.instrument),
        ],
        sections=sections,
    )
    return path


def _undecidable(study: OpenStudy, constructions: Sequence[Construction]) -> InputError:
    fix = "widen the question, choose data that show it, or add items; a margin is the family's, set before any look"
    excluded = [
        Problem(file=f"items/{made.item}.yaml", wrong=f"excluded: {made.excluded}", seen=made.detail)
        for made in constructions
    ]
    wrong = "no item is decidable, so that no agent can be asked"
    seen = f"{len(study.items)} items, {len(constructions)} with a registration"
    if not constructions:
        fix = "give items a registration: what decides them, and where; the README shows one. Without any, "
        fix += "`counterproof run` asks agents with the data and without, and `counterproof score` has their accuracy"
    return InputError([Problem(file="study.yaml", wrong=wrong, seen=seen, fix=fix), *excluded])


def _execute(
    notebook: Path,
    *,
    study: OpenStudy | OpenIdentity,
    parameters: Mapping[str, Any],
    caveats: Sequence[str],
    say: Say,
) -> NotebookRun:
    copy = study.layout.reports / notebook.name
    try:
        run = run_notebook(notebook, copy=copy, parameters=parameters, folder=study.layout.reports)
    finally:
        # The notebook client opens a loop in every thread that it runs in, and leaves it open.
        ensure_event_loop().close()
    page = write_page(
        copy,
        page=copy.with_suffix(".html"),
        study=study.study.title or study.study.study,
        caveats=caveats,
    )
    failure = f" [red]failed[/red]: {escape(run.reason or '')}" if run.status == "failed" else ""
    say(f"{run.name}: {run.seconds or 0:.0f} s{failure}")
    tell_sizes([page], say=say)
    return run
