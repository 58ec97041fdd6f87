"""The commands. Only typer is imported here: `--help` answers at once, each command imports what it needs."""

import os
from pathlib import Path
from typing import Annotated

import typer

from counterproof import __version__
from counterproof.cli.errors import plain_errors
from counterproof.cli.order import InOrder

app = typer.Typer(
    name="counterproof",
    cls=InOrder,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
    help="""Does an AI agent's answer follow the data it was given?

Counterproof makes verified versions of each item of a benchmark (evidence kept, removed, reversed), lets the same
agents answer all of them, and reports what moved and what should have.

Start with the bundled study: `counterproof audit data/studies/pbmc`, then open `reports/pbmc/index.html`.
No key and no network are needed. Then your own questions: `counterproof new mine questions.csv --from own`.
What this machine can do, and how to get the rest: `counterproof doctor`.""",
)

StudyArgument = Annotated[Path, typer.Argument(metavar="STUDY", help="The study's folder, which holds its study.yaml.")]
OutOption = Annotated[
    Path | None,
    typer.Option(
        file_okay=False,
        metavar="FOLDER",
        help="Put work and reports here. Default: data/work/NAME and reports/NAME for a study in data/studies, "
        "else the study's own folder.",
        show_default=False,
    ),
]

CORES = os.cpu_count() or 1
JobsOption = Annotated[int, typer.Option(min=1, metavar="N", help="Worker processes.", show_default="one a core")]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Give all work to the workers of this dask scheduler (tcp://HOST:PORT). They must see the study's folders "
        "under the same paths and run the same environment: that is checked first.",
        show_default="processes of this machine",
    ),
]


@app.command()
def audit(
    study: StudyArgument,
    *,
    out: OutOption = None,
    jobs: JobsOption = CORES,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NOTEBOOK",
            help="Execute this notebook only, by number (04) or name; repeatable.",
            show_default="all",
        ),
    ] = None,
    scheduler: SchedulerOption = None,
    force: Annotated[bool, typer.Option("--force", help="Do again what already stands.")] = False,
) -> None:
    """Run a whole audit: construct and verify variants, run agents, score, write the report.

    What was finished before is kept, so an interrupted audit goes on where it stopped.

    With a scheduler its workers construct, run the agents and ask the judges. Findings and pages are made here.

    Exit code: 0 when all is well; 1 when a notebook failed, the reference agents did not land where they must, the
    study has none to check it by, or the cluster went away (run it again to go on); 2 when the study's files are wrong
    (then nothing is written).
    """
    from counterproof.benchmarks.identity import is_identity_study, open_identity
    from counterproof.benchmarks.own import open_study

    with plain_errors():
        if is_identity_study(study):
            open_identity(study, out=out)
            from counterproof.reports.identity import run_identity_audit

            outcome = run_identity_audit(
                study, out=out, jobs=jobs, only=tuple(only or ()), force=force, scheduler=scheduler
            )
            raise typer.Exit(outcome.exit_code)
        # Wrong files are told at once, before the machinery of the reports is loaded.
        open_study(study, out=out)
        from counterproof.reports.audit import run_audit

        outcome = run_audit(study, out=out, jobs=jobs, only=tuple(only or ()), force=force, scheduler=scheduler)
    raise typer.Exit(outcome.exit_code)


@app.command()
def show(
    study: StudyArgument,
    item: Annotated[str, typer.Argument(metavar="ITEM", help="The item's id: the name of its file.")],
    *,
    agent: Annotated[
        str | None, typer.Option(metavar="NAME", help="This agent only.", show_default="all agents")
    ] = None,
    out: OutOption = None,
) -> None:
    """Show one item in the terminal: its question, what the data say on each variant, what each agent answered."""
    from rich.console import Console

    from counterproof.cli.show import item_summary

    with plain_errors():
        Console().print(item_summary(study, item, agent=agent, out=out))


@app.callback(invoke_without_command=True)
def _version(*, version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False) -> None:
    if version:
        typer.echo(f"counterproof {__version__}")
        raise typer.Exit
