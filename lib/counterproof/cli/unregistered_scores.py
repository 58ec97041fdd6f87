"""What the terminal shows of items without a registration: accuracy with the data and without, by agent."""

from collections import Counter
from pathlib import Path

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from counterproof.audit.unregistered import PlainAccuracy, plain_accuracy
from counterproof.benchmarks.own import open_study
from counterproof.cli.fitting import Fitting
from counterproof.domain.problem import InputError, Problem
from counterproof.trials.unregistered import read_unregistered, unregistered, why_not_asked

WARNING = (
    "Accuracy alone does not show that an answer follows its data, not even beside accuracy without them: that needs "
    "a registration and the versions of `audit`."
)


def unregistered_scores(path: Path, *, out: Path | None) -> RenderableType:
    """The accuracy of every agent that ran on the items without a registration, and why the others were not asked.

    Raises
    ------
    InputError
        If the study is faulty, or no such trial has run.
    """
    study = open_study(path, out=out)
    left = unregistered(study)
    trials = read_unregistered(study)
    if not trials:
        wrong = "has no trial on an item without a registration" if left else "every item has a registration"
        fix = "name programs as `agents` and run `counterproof run`, or give a list of answers"
        raise InputError(
            [Problem(file=study.study.study, wrong=wrong, fix=fix if left else "use `counterproof audit`")]
        )
    table = Table(title="Accuracy, with 95% intervals over items", title_justify="left", box=box.SIMPLE_HEAD)
    for name, justify in (("agent", "left"), ("data", "left"), ("accuracy", "right"), ("interval", "right")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]  # rich names its words in a Literal
    for name in ("items", "trials", "failed"):
        table.add_column(name, justify="right")
    for each in plain_accuracy(study, trials):
        table.add_row(*_row(each))
    reasons = Counter(filter(None, map(why_not_asked, left)))
    notes = [f"{count} of {len(left)} items are not asked: {reason}." for reason, count in reasons.items()]
    notes.append("failed: by the machinery's fault, and counted nowhere. *: fewer than 10 items, unreliable.")
    return Group(Fitting(table), Text("\n".join(notes), style="dim"), Text(WARNING))


def _row(each: PlainAccuracy) -> tuple[str, ...]:
    found = each.accuracy
    value = "unknown" if found.value is None else f"{found.value:.3f}{'*' if found.unreliable else ''}"
    interval = "-" if found.low is None or found.high is None else f"{found.low:.3f} to {found.high:.3f}"
    data = "as published" if each.variant == "original" else "none"
    return each.agent, data, value, interval, f"{found.n_items}", f"{found.n_trials}", f"{each.n_excluded}"
