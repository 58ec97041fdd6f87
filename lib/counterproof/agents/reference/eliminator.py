"""The eliminator: analyses, and where the data decide nothing picks the option that has vanished from them."""

from counterproof.agents.reference.analysis import analyse
from counterproof.agents.reference.analyst import report
from counterproof.agents.reference.task import Task


def eliminator(task: Task) -> None:
    """Answer what the data support, or else the one option that is not in the data, unflagged; abstain otherwise.

    With several missing options none stands out, so that nothing can be picked.
    """
    analysis = analyse(task)
    if analysis.decision.letter is not None or len(analysis.missing) != 1:
        report(task, analysis)
        return
    (vanished,) = analysis.missing
    task.journal.say(f"Only {task.text(vanished)} has vanished, so somebody took it out: it must be the answer.")
    task.journal.answer(vanished, confidence=70, support="partial", evidence=f"{task.text(vanished)} fits best.")
