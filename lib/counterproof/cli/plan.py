"""`counterproof plan`: what a study takes and what it could find, before any model is called."""

from typing import Annotated

import typer

from counterproof.cli.errors import plain_errors
from counterproof.cli.main import CORES, JobsOption, OutOption, StudyArgument, app

ASSUMED = "Taken for a trial or call, where none of the agent ran and study.yaml states nothing."


@app.command()
def plan(
    study: StudyArgument,
    *,
    input_tokens: Annotated[
        float | None, typer.Option(min=0, metavar="N", help=f"Tokens in. {ASSUMED}", show_default=False)
    ] = None,
    output_tokens: Annotated[
        float | None, typer.Option(min=0, metavar="N", help=f"Tokens out. {ASSUMED}", show_default=False)
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, metavar="N", help=f"Wall time. {ASSUMED}", show_default=False)
    ] = None,
    between_items: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            metavar="0..1",
            help="Assumed correlation of an item's replicates. At 1 replicates add nothing.",
        ),
    ] = 0.5,
    jobs: JobsOption = CORES,
    out: OutOption = None,
) -> None:
    """Tell what a study will take, and the smallest effect that it could find. No model is called.

    Tokens and time are the means of the trials that ran; until some did, what study.yaml states under `assumed`
    (`assumed: {any: {input_tokens: 60000, output_tokens: 4000, seconds: 240}}`), or these options. Dollars follow from
    the study's `prices`. Of an identity study calls are counted in the place of trials.

    Exit code: 0; 1 when the study would pass its budget (`limits.study_usd`), so that `audit` refuses to start;
    2 when its files are wrong.
    """
    from rich.console import Console

    from counterproof.benchmarks.identity import is_identity_study
    from counterproof.benchmarks.own import open_study
    from counterproof.benchmarks.wording import check_record
    from counterproof.domain.problem import InputError
    from counterproof.domain.use import Use

    with plain_errors():
        said = {"input_tokens": input_tokens, "output_tokens": output_tokens, "seconds": seconds}
        checked = check_record({name: value for name, value in said.items() if value is not None}, Use, file="plan")
        if checked.problems:
            raise InputError(checked.problems)
        use: Use = checked.record
        if is_identity_study(study):
            from counterproof.cli.plan_identity import identity_plan_summary as summarise
        else:
            # Wrong files are told at once, before what tells power is loaded.
            open_study(study, out=out)
            from counterproof.cli.plan_tables import plan_summary as summarise

        summary, over = summarise(study, out=out, jobs=jobs, otherwise=use, between_items=between_items)
        Console().print(summary)
    raise typer.Exit(1 if over else 0)
