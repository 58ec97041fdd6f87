"""`counterproof import` and `counterproof export`: runs that others made, and trials for other tools."""

from pathlib import Path
from typing import Annotated

import typer

from counterproof.cli.errors import plain_errors
from counterproof.cli.main import OutOption, StudyArgument, app

SHOWN = 20
"""Refused runs that the terminal lists; the import's log has them all."""


@app.command("import")
def import_(
    study: StudyArgument,
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER|FILE", help="Folders of runs, or single logs.", show_default=False),
    ],
    *,
    map_file: Annotated[
        Path | None,
        typer.Option(
            "--map",
            metavar="FILE.yaml",
            help="What paths and names mean: which item, agent, variant and replicate each run is.",
            show_default="latch's layout and Inspect's logs need none",
        ),
    ] = None,
    out: OutOption = None,
) -> None:
    """Bring runs of other tools into a study, so that they can be scored and read without running anything.

    Reads latch's layout (`ITEM/PROVIDER/MODEL/HARNESS/rK/`), Inspect's `.eval` logs, and with `--map` any folder of
    logs of Claude Code, Codex, Pi, mini-swe-agent or Biomni. Answers are read as each item asks: options, numbers, or
    an object for the grader that a benchmark's item came with, which then grades it. A run is on the original data
    unless something says otherwise. Importing again changes nothing but what changed.

    Exit code: 0 when all runs were imported; 1 when some were refused (each is told with its reason) or none was
    found; 2 when the study, the mapping or a path is wrong.
    """
    from counterproof.benchmarks.own import open_study
    from counterproof.evaluators.imports import import_runs
    from counterproof.trials.imports.mapping import ImportMap, read_map

    with plain_errors():
        opened = open_study(study, out=out)
        mapping = read_map(map_file) if map_file else ImportMap()
        summary = import_runs(opened, sources, mapping=mapping, progress=True)
    typer.echo(
        f"{summary.imported} runs imported into study {opened.study.study}: "
        f"{summary.new} new, {summary.renewed} renewed, {summary.kept} as they were"
    )
    for agent, count in summary.agents.items():
        graded = summary.graded.get(agent, 0)
        told = f", passed {summary.passed.get(agent, 0)} of {graded} by the items' own graders" if graded else ""
        typer.echo(f"  {agent}: {count}{told}")
    if summary.refused:
        typer.echo(f"{len(summary.refused)} not imported:")
        for run in summary.refused[:SHOWN]:
            typer.echo(f"  {run.source}: {run.reason}")
        if len(summary.refused) > SHOWN:
            log = opened.layout.imported / "log.jsonl"
            typer.echo(f"  ... and {len(summary.refused) - SHOWN} more, in the last line of {log}")
    if not summary.refused and not summary.imported:
        typer.echo("no run was found there: latch's layout and Inspect's .eval logs are known; for others give --map")
    raise typer.Exit(1 if summary.refused or not summary.imported else 0)


@app.command("export")
def export(
    study: StudyArgument,
    folder: Annotated[
        Path,
        typer.Argument(file_okay=False, metavar="FOLDER", help="Where to put AGENT.eval files.", show_default=False),
    ],
    *,
    agent: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="This agent only; repeatable.", show_default="all agents")
    ] = None,
    out: OutOption = None,
) -> None:
    """Write a study's trials as Inspect's `.eval` logs, one file an agent, for its viewer and its analysis tools."""
    from counterproof.benchmarks.own import open_study
    from counterproof.construct.run import read_constructions
    from counterproof.domain.problem import InputError, Problem
    from counterproof.trials.exports import export_trials
    from counterproof.trials.read import read_trials

    with plain_errors():
        opened = open_study(study, out=out)
        made = read_constructions(opened)
        trials = [trial for trial in read_trials(opened, made) if not agent or trial.key.agent in agent]
        if not trials:
            fix = "run `counterproof audit` or `counterproof import` first"
            raise InputError([Problem(file=opened.study.study, wrong="there is no such trial", fix=fix)])
        for path in export_trials(opened, trials, folder, registrations=[each.registration for each in made]):
            typer.echo(path)
