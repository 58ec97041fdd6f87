"""`counterproof check-judge`: whether a model can be used as a judge."""

from typing import Annotated, Literal

import typer

from counterproof.cli.errors import plain_errors
from counterproof.cli.main import app


@app.command("check-judge")
def check_judge(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="The model's name, as its provider has it.")],
    *,
    base_url: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="A server that speaks OpenAI's chat completions, such as http://127.0.0.1:8080/v1.",
            show_default="the provider's own",
        ),
    ] = None,
    provider: Annotated[Literal["openai", "anthropic"], typer.Option(help="Whose model it is.")] = "openai",
    key_env: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The environment variable that holds the key.",
            show_default="OPENAI_API_KEY or ANTHROPIC_API_KEY; none with --base-url",
        ),
    ] = None,
    prompt: Annotated[Literal["standard", "grounding"], typer.Option(help="What it is asked.")] = "grounding",
) -> None:
    """Ask a model about twenty trajectories whose right scores are known, and say whether it can be a judge.

    Four pairs of them are compared as well, each in both orders: a judge must not go by the place.

    Exit code: 0 when it can be used; 1 when it cannot; 2 when it could not be asked (no key, a wrong address).
    """
    from rich.console import Console

    from counterproof.benchmarks.wording import check_record
    from counterproof.cli.judge_report import could_be_asked, judge_report
    from counterproof.domain.judge import JudgeSpec
    from counterproof.domain.problem import InputError
    from counterproof.evaluators.judge.check import check_judge as check

    with plain_errors():
        said = {"name": "checked", "model": model, "provider": provider, "prompt": prompt}
        said |= {name: value for name, value in (("base_url", base_url), ("key_env", key_env)) if value is not None}
        checked = check_record(said, JudgeSpec, file="check-judge")
        if checked.problems:
            raise InputError(checked.problems)
        spec: JudgeSpec = checked.record
        try:
            found = check(spec)
        except InputError as error:
            # The judge is named on the command line, and no study's file has a fault.
            raise InputError(
                one.model_copy(update={"file": "check-judge", "place": ""}) for one in error.problems
            ) from None
        Console().print(judge_report(spec, found))
    raise typer.Exit(0 if found.usable else 1 if could_be_asked(found) else 2)
