"""`counterproof new`: a study from another benchmark's files."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from counterproof.cli.errors import plain_errors
from counterproof.cli.main import app

SHOWN = 10
"""Rows and items of a kind that the terminal lists; `rows.csv` has all rows."""

Kind = Literal["own", "baisbench", "genebench", "labbench", "biomni_eval", "latch"]


@app.command()
def new(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="The study's folder, which is made.")],
    path: Annotated[
        Path,
        typer.Argument(metavar="PATH", help="Your list, or the benchmark's own file or folder.", show_default=False),
    ],
    *,
    kind: Annotated[
        Kind,
        typer.Option(
            "--from",
            metavar="KIND",
            help="own (a list of your questions, CSV or JSON Lines), baisbench, labbench, latch, biomni_eval or "
            "genebench.",
        ),
    ],
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the items' h5ad files are.",
            show_default="beside a list of your own; else items are without data",
        ),
    ] = None,
) -> None:
    """Make a study from a list of your questions, or from another benchmark's files: one item a question.

    A list has the columns id, question, A, B, ..., key and data, a row each. Items with data get a draft of a
    registration, where their words and their data say what is asked. A draft must be read and accepted (take the line
    `draft: true` out of its file) before an audit starts. Without a registration an item can be asked (`run`) and
    scored (`score`), but has no versions. The rows that are no item are listed in `rows.csv`, each with its reason.

    Exit code: 0 when the study was written; 2 when the benchmark's files or the folder are wrong (nothing is written
    then).
    """
    from counterproof.benchmarks.loaders import load_benchmark
    from counterproof.benchmarks.loading import counted
    from counterproof.benchmarks.new_study import ROWS_FILE, write_new_study
    from counterproof.benchmarks.own import open_study
    from counterproof.evaluators.loaded import unreadable_graders, weak_graders

    with plain_errors():
        found = load_benchmark(kind, path, data=data)
        made = write_new_study(study, kind, found)
        opened = open_study(made.folder)
    typer.echo(f"{study}: {len(opened.items)} items of {found.n_rows} rows")
    for status, notes in (("no item", found.refused), ("irregular, read", found.irregular)):
        if notes:
            typer.echo(f"{len(notes)} {status} ({ROWS_FILE} has them all):")
            for reason, count in counted(notes).items():
                typer.echo(f"  {count} x {reason}")
    for item, reason in unreadable_graders(opened.items).items():
        typer.echo(f"  {item}: its grader cannot be read, so that it cannot be scored: {reason}")
    for item, weakness in weak_graders(opened.items).items():
        typer.echo(f"  {item}: its grader is weak: {weakness}")
    _told("drafted, to be read and accepted", list(made.drafts))
    reasons: dict[str, list[str]] = {}
    for item, reason in made.open.items():
        reasons.setdefault(reason, []).append(item)
    for reason, items in reasons.items():
        _told(f"without a registration: {reason}", items)


def _told(what: str, items: list[str]) -> None:
    if items:
        more = f" and {len(items) - SHOWN} more" if len(items) > SHOWN else ""
        typer.echo(f"{len(items)} {what}:\n  {', '.join(items[:SHOWN])}{more}")
