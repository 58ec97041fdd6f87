"""What the terminal shows of a judge's check."""

from rich import box
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Column, Table
from rich.text import Text

from counterproof.cli.fitting import Fitting
from counterproof.domain.judge import JudgeSpec
from counterproof.evaluators.judge.check import JudgeCheck

UNASKED = frozenset({"config_error", "provider_error"})
"""What became of a question that no model has read."""


def judge_report(spec: JudgeSpec, check: JudgeCheck) -> RenderableType:
    """The verdict on each trajectory, what was checked, and whether the judge can be used.

    Of a model that could not be asked there is nothing but the reason to show.
    """
    if not could_be_asked(check):
        reasons = sorted({one.verdict.reason or one.verdict.status for one in check.told})
        where = spec.base_url or f"the service of {spec.provider}"
        return Text(f"{spec.model} could not be asked at {where}: {', '.join(reasons)}", style="bold red")
    names = list(dict.fromkeys(name for one in check.told for name in one.verdict.scores))
    scores = Table(
        Column("trajectory", no_wrap=True),
        "status",
        *[Column(name, justify="right") for name in names],
        box=box.SIMPLE_HEAD,
    )
    for one in check.told:
        found = one.verdict.scores
        cells = [f"{found[name]:g}" if name in found else "-" for name in names]
        style = "" if one.verdict.status == "ok" else "yellow"
        scores.add_row(one.golden.name, one.verdict.status, *cells, style=style)
    checked = Table("what must hold", "holds", "seen", box=box.SIMPLE_HEAD)
    for finding in check.findings:
        holds = "[green]yes[/green]" if finding.holds else "[red]no[/red]"
        checked.add_row(finding.what, holds, escape(finding.seen))
    return Group(Fitting(scores), Fitting(checked), _conclusion(spec, check))


def could_be_asked(check: JudgeCheck) -> bool:
    """Whether a model answered at all: else nothing is known of it."""
    return bool({one.verdict.status for one in check.told} - UNASKED)


def _conclusion(spec: JudgeSpec, check: JudgeCheck) -> Text:
    if check.usable:
        told = f"{spec.model} can be used with the {spec.prompt} prompt. Whether it notices is for a study to show."
        return Text(told, style="bold green")
    failed = "; ".join(f"{finding.what} ({finding.seen})" for finding in check.findings if not finding.holds)
    return Text(f"{spec.model} cannot be used with the {spec.prompt} prompt. Does not hold: {failed}", style="bold red")
