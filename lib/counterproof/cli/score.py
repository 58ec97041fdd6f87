"""`counterproof score`: answers that stand in a plain list, through the study's graders."""

from pathlib import Path
from typing import Annotated

import typer

from counterproof.cli.main import StudyArgument, app, plain_errors


@app.command()
def score(
    study: StudyArgument,
    answers: Annotated[
        Path,
        typer.Argument(metavar="ANSWERS.csv", help="A CSV with the columns item and answer.", show_default=False),
    ],
    *,
    write: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False, metavar="FILE.csv", help="Write each item's verdict here.", show_default="not written"
        ),
    ] = None,
) -> None:
    """Score recorded answers of one agent, one an item, by the benchmark's own graders.

    For answers to the data as they are: variants, trajectories and replicates need `import`. An item that the list does
    not answer counts as not passed.

    Exit code: 0; 2 when the study or the list is wrong.
    """
    from counterproof.benchmarks.own import open_study
    from counterproof.domain.problem import InputError, Problem
    from counterproof.evaluators.answer_list import score_list, score_table
    from counterproof.store.atomic import write_text

    with plain_errors():
        scored = score_list(answers, open_study(study).items)
        if write is not None:
            try:
                write_text(write, score_table(scored))
            except OSError as error:
                raise InputError([Problem(file=str(write), wrong=f"cannot be written: {error.strerror}")]) from None
    rate, total = scored.rate, len(scored.answers)
    typer.echo(f"{len(scored.listed)} of {total} items are answered in {answers.name}")
    typer.echo(f"passed: {sum(each.verdict.passed for each in scored.answers)} of {total}, "
               f"{rate.value:.3f} (95% Wilson {rate.low:.3f} to {rate.high:.3f})")  # fmt: skip
    typer.echo(f"mean score with partial credit: {scored.mean_score:.3f}")
    typer.echo("Accuracy alone does not show that an answer follows its data: that needs the variants (`audit`).")
