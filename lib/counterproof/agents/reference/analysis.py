"""The analysis of the analyst, the fallback and the eliminator: load, compute, decide, each a step of the journal."""

from collections import Counter
from typing import NamedTuple

from counterproof.agents import files
from counterproof.agents.brief import Brief
from counterproof.agents.reference.code import code_of, columns_of, plan_of
from counterproof.agents.reference.datafile import DataFile, Labels
from counterproof.agents.reference.decision import Decision, decide
from counterproof.agents.reference.gene_options import coexpression_values, expression_values, marker_values
from counterproof.agents.reference.group_options import abundance_values, specificity_values
from counterproof.agents.reference.option_value import OptionValue, values_table
from counterproof.agents.reference.task import Task
from counterproof.domain.statistic import Abundance, Coexpression, Expression, Marker, Specificity

LOAD = f"""file = h5py.File("{files.DATA}")
shapes(file), counts(file["obs"])"""


class Analysis(NamedTuple):
    """What the data say: the decision, and the options whose gene or group is not in them."""

    decision: Decision
    missing: tuple[str, ...]


def analyse(task: Task) -> Analysis:
    """The answer that the data in the task's folder support, worked out from the file alone."""
    task.journal.say(plan_of(task.brief))
    path = task.folder / files.DATA
    if not path.exists():
        found = ", ".join(sorted(entry.name for entry in task.folder.iterdir() if entry.name != files.TRAJECTORY))
        task.journal.called("list_files", ".", output=found)
        task.journal.say(f"There is no data file here: {files.DATA} is missing, so there is nothing to compute.")
        return Analysis(Decision(None, "No data file was given."), missing=())
    with DataFile(path) as file:
        task.journal.called("python", LOAD, output=_contents(file, task.brief))
        rows = compute(file, task.brief)
    task.journal.called("python", code_of(task.brief), output=values_table(rows))
    decision = decide(rows, family=task.brief.question.statistic, margin=task.brief.margin)
    missing = tuple(row.letter for row in rows if row.missing)
    task.journal.say(
        " ".join([decision.reason, *(f"{task.text(letter)} is missing from the data." for letter in missing)])
    )
    return Analysis(decision, missing)


def compute(file: DataFile, brief: Brief) -> tuple[OptionValue, ...]:
    """Every option with its value for the question of the brief."""
    match brief.question:
        case Marker() as question:
            return marker_values(file, brief, question)
        case Specificity() as question:
            return specificity_values(file, brief, question)
        case Expression() as question:
            return expression_values(file, brief, question)
        case Abundance() as question:
            return abundance_values(file, brief, question)
        case Coexpression() as question:
            return coexpression_values(file, brief, question)


def _contents(file: DataFile, brief: Brief) -> str:
    lines = [f"{name}: {cells} cells x {genes} genes" for name, (cells, genes) in file.blocks.items()]
    return "\n".join([*lines, *(f"obs {column}: {_counts(file.labels(column))}" for column in columns_of(brief))])


def _counts(labels: Labels) -> str:
    counts = Counter("(no label)" if label is None else label for label in labels)
    return ", ".join(f"{label} {n}" for label, n in sorted(counts.items()))
