"""`counterproof run`: a study's agents on all versions of its items, without the report."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from counterproof.cli.errors import plain_errors
from counterproof.cli.main import CORES, JobsOption, OutOption, SchedulerOption, StudyArgument, app

if TYPE_CHECKING:
    from counterproof.domain.answer import Outcome
    from counterproof.trials.run import RunSummary

AGAIN = ("infra_error", "config_error", "timeout")
"""Outcomes that may be tried again; an answer never is, or the best of several would be kept."""

INTERRUPTED = 130


@app.command("run")
def run(
    study: StudyArgument,
    *,
    out: OutOption = None,
    jobs: JobsOption = CORES,
    retry: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OUTCOME",
            help=f"Run trials again that ended so: {', '.join(AGAIN)}; repeatable.",
            show_default="none",
        ),
    ] = None,
    scheduler: SchedulerOption = None,
    force: Annotated[bool, typer.Option("--force", help="Run all trials again.")] = False,
) -> None:
    """Run a study's agents: every agent on every version of every item, each trial walled in and recorded.

    Trials that are done are kept, so an interrupted run goes on where it stopped. The versions are made first where
    they are missing; `counterproof audit` then writes the report.

    Of an identity study the calls are run; the outcomes count its instances.

    Exit code: 0 when all trials ran; 1 when some failed by a fault of the machinery or were left out since the budget
    was spent, or the cluster went away; 2 when the study's files are wrong, or an agent or the cluster cannot start;
    130 after Ctrl-C.
    """
    from counterproof.benchmarks.identity import is_identity_study, open_identity
    from counterproof.benchmarks.own import open_study
    from counterproof.construct.run import construct
    from counterproof.domain.answer import EXCLUDED_OUTCOMES
    from counterproof.evaluators.run import run_agents, run_identity_agents
    from counterproof.trials.unregistered import unregistered
    from counterproof.views.caveats import bare_analyses

    with plain_errors():
        again = _outcomes(retry or ())
        identity = is_identity_study(study)
        try:
            if identity:
                asked = open_identity(study, out=out)
                summary = run_identity_agents(
                    asked, jobs=jobs, progress=True, force=force, retry=again, scheduler=scheduler
                )
            else:
                opened = open_study(study, out=out)
                made = construct(opened, jobs=jobs, scheduler=scheduler)
                for caveat in bare_analyses(opened.study, made):
                    typer.echo(f"without walls: {caveat}", err=True)
                summary = run_agents(
                    opened, made, jobs=jobs, progress=True, force=force, retry=again, scheduler=scheduler
                )
        except KeyboardInterrupt:
            typer.echo("stopped; what was done is kept: run it again to go on", err=True)
            raise typer.Exit(INTERRUPTED) from None
    failed = sum(count for outcome, count in summary.outcomes.items() if outcome in EXCLUDED_OUTCOMES)
    n_unregistered = 0 if identity else len(unregistered(opened))
    _tell(summary, failed=failed, n_unregistered=n_unregistered, unit="calls" if identity else "trials")
    raise typer.Exit(1 if failed or summary.left else 0)


def _outcomes(named: Sequence[str]) -> "list[Outcome]":
    from counterproof.domain.answer import Outcome
    from counterproof.domain.problem import InputError, Problem

    wrong = [name for name in named if name not in AGAIN]
    if wrong:
        told = f"no outcome that is tried again: give one of {', '.join(AGAIN)}"
        raise InputError([Problem(file="--retry", wrong=told, seen=name) for name in wrong])
    return [name for name in get_args(Outcome) if name in named]


def _tell(summary: "RunSummary", *, failed: int, n_unregistered: int, unit: str) -> None:
    typer.echo(f"{summary.ran} {unit} run, {summary.skipped} kept from before, ${summary.spent_usd:.2f} spent in all")
    for outcome, count in summary.outcomes.items():
        typer.echo(f"  {outcome}: {count}")
    if failed:
        typer.echo(
            f"{failed} failed by a fault of the machinery: --retry infra_error (or config_error) runs them again"
        )
    if n_unregistered:
        typer.echo(
            f"{n_unregistered} items have no registration: programs are asked about them with the data and without, "
            "and `counterproof score` has the accuracy"
        )
    if summary.left:
        typer.echo(f"{summary.left} were not started: the study's budget is spent (limits: study_usd)")
