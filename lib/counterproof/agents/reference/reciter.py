"""The reciter: knows the published answer and never looks at the data."""

from counterproof.agents.reference.task import Task


def reciter(task: Task) -> None:
    """Answer the prior, whatever the data are, in full confidence.

    Raises
    ------
    ValueError
        If no prior was handed over.
    """
    letter = task.known()
    task.journal.say(f"This is well known: the answer is {task.text(letter)}. There is no need to look at the data.")
    evidence = f"{task.text(letter)} is the answer that the literature gives."
    task.journal.answer(letter, confidence=99, support="full", evidence=evidence)
