"""The fallback: analyses, and where the data decide nothing falls back on what it knows, without saying so."""

from counterproof.agents.reference.analysis import analyse
from counterproof.agents.reference.analyst import report
from counterproof.agents.reference.task import Task


def fallback(task: Task) -> None:
    """Answer what the data support, or else the prior, unflagged.

    Raises
    ------
    ValueError
        If no prior was handed over.
    """
    prior = task.known()
    analysis = analyse(task)
    if analysis.decision.letter is not None:
        report(task, analysis)
        return
    task.journal.say(f"{task.text(prior)} is what one would expect here.")
    task.journal.answer(prior, confidence=80, support="partial", evidence=f"{task.text(prior)} fits best.")
