"""The commands. Only typer is imported here: `--help` answers at once, each command imports what it needs."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from counterproof import __version__
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


PLACES = frozenset(
    {
        errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ELOOP, errno.ENOSPC,
        errno.EDQUOT, errno.ENAMETOOLONG,
    }
)  # fmt: skip
"""What the system says of a place that the user chose badly. Any other of its errors is a fault of ours."""
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""A disk that is full, or the user's part of it."""


def _mendable(error: OSError) -> Problem | None:
    """What is said of an error of the system that the user can mend; null for a fault of ours."""
    wrong = f"cannot be read or written: {error.strerror}"
    if error.errno in FULL:
        # A file that is open already has no name in the error of a full disk.
        return Problem(file=str(error.filename or "what is being written"), wrong=wrong, fix="make room")
    if error.filename is None:
        return None
    place, fix = Path(str(error.filename)), "choose another place, or change who may write there"
    if error.errno in PLACES:
        return Problem(file=str(place), wrong=wrong, fix=fix)
    if _holds_nothing(place, error):
        wrong = f"cannot be made: nothing can be put into {_nearest(place)}"
        return Problem(file=str(place), wrong=wrong, fix=fix)
    return None


def _holds_nothing(place: Path, error: OSError) -> bool:
    """Whether a file is missing because nothing can be made there, as in /proc, which says no more than that."""
    if error.errno != errno.ENOENT:
        return False
    try:
        Path(tempfile.mkdtemp(dir=_nearest(place))).rmdir()
    except OSError:
        return True
    return False


def _nearest(place: Path) -> Path:
    """The folder that is there, and in which the place would lie."""
    return next((folder for folder in place.absolute().parents if folder.is_dir()), Path("/"))


@contextmanager
def plain_errors() -> Iterator[None]:
    """A block in which a bad input ends the program with its problems in plain text and exit code 2, a lost cluster
    with 1.
    """
    from counterproof.domain.problem import InputError, Problem
    from counterproof.jobs.lost import ClusterLostError

    try:
        yield
    except ClusterLostError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    except InputError as error:
        problems = error
    except OSError as error:
        problem = _mendable(error)
        if problem is None:
            raise
        problems = InputError([problem])
    else:
        return
    count = len(problems.problems)
    typer.echo(f"{'1 problem' if count == 1 else f'{count} problems'} in the input:\n\n{problems}", err=True)
    raise typer.Exit(2)
