"""`counterproof score`: answers that stand in a plain list, through the study's graders."""

from pathlib import Path
from typing import Annotated

import typer

from counterproof.cli.errors import plain_errors
from counterproof.cli.main import OutOption, StudyArgument, app


@app.command()
def score(
    study: StudyArgument,
    answers: Annotated[
        Path | None,
        typer.Argument(
            metavar="ANSWERS.csv",
            help="A CSV with the columns item and answer.",
            show_default="the trials on items without a registration",
        ),
    ] = None,
    *,
    write: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False, metavar="FILE.csv", help="Write each item's verdict here.", show_default="not written"
        ),
    ] = None,
    out: OutOption = None,
) -> None:
    """Score answers to the data as they are: a list of them, or the agents' trials on items without a registration.

    A list is of one agent, one answer an item, and is scored by the benchmark's own graders; an item that it does not
    answer counts as not passed. Without a list, the accuracy of each agent that ran (`counterproof run`) is told, with
    the data and without them. Versions of the data need a registration, and `audit`.

    Exit code: 0; 2 when the study or the list is wrong, or nothing has run.
    """
    from rich.console import Console

    from counterproof.benchmarks.own import open_study
    from counterproof.cli.unregistered_scores import unregistered_scores
    from counterproof.domain.problem import InputError, Problem
    from counterproof.evaluators.answer_list import score_list, score_table
    from counterproof.store.atomic import write_text

    if answers is None:
        with plain_errors():
            Console().print(unregistered_scores(study, out=out))
        return
    with plain_errors():
        scored = score_list(answers, open_study(study).items)
        if write is not None:
            try:
                write_text(write, score_table(scored))
            except OSError as error:
                raise InputError([Problem(file=str(write), wrong=f"cannot be written: {error.strerror}")]) from None
    rate, total = scored.rate, len(scored.answers)
    typer.echo(f"{len(scored.listed)} of {total} items are answered in {answers.name}")
    typer.echo(
        f"passed: {sum(each.verdict.passed for each in scored.answers)} of {total}, "
        f"{rate.value:.3f} (95% Wilson {rate.low:.3f} to {rate.high:.3f})"
    )
    typer.echo(f"mean score with partial credit: {scored.mean_score:.3f}")
    typer.echo("Accuracy alone does not show that an answer follows its data: that needs the variants (`audit`).")
