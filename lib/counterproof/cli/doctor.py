"""`counterproof doctor`: what this machine can do."""

from typing import Annotated

import typer

from counterproof.cli.errors import plain_errors
from counterproof.cli.main import app


@app.command()
def doctor(
    study: Annotated[
        str | None,
        typer.Argument(metavar="STUDY", help="Look for what this study needs, too.", show_default=False),
    ] = None,
) -> None:
    """Tell what this machine can do, and how to get what is missing. Keys are looked for by name; none is read out.

    Exit code: 0 when an audit can run here (with a study: when all that it needs is there); 1 when something that is
    needed is missing; 2 when the study's files are wrong.
    """
    from pathlib import Path

    from rich.console import Console

    from counterproof.benchmarks.identity import absent_sources, is_identity_study, open_identity, read_identity
    from counterproof.benchmarks.own import open_study
    from counterproof.cli.machine_table import machine_table
    from counterproof.trials.machine import examine

    with plain_errors():
        if study and is_identity_study(study):
            folder, asked = read_identity(Path(study))
            findings = examine(asked, folder=folder)
            if not absent_sources(asked.source, folder=folder):
                # What is wrong inside a source that is there is a fault of the study's files.
                open_identity(folder)
        else:
            findings = examine(open_study(Path(study)).study if study else None)
        Console().print(machine_table(findings))
    raise typer.Exit(1 if any(each.state == "missing" and each.needed for each in findings) else 0)
