"""The analyst: answers what its data support, and says so when they support nothing."""

from counterproof.agents.reference.analysis import Analysis, analyse
from counterproof.agents.reference.task import Task


def analyst(task: Task) -> None:
    """Answer what the data in the folder support, or abstain with support `none`."""
    report(task, analyse(task))


def report(task: Task, analysis: Analysis) -> None:
    """Write down what an analysis found, as it is."""
    letter, reason = analysis.decision
    if letter is None:
        task.journal.answer(None, confidence=0, support="none", evidence=reason)
    else:
        task.journal.answer(letter, confidence=95, support="full", evidence=reason)
