"""The guesser: any option, by lot."""

import numpy as np

from counterproof.agents.reference.task import Task


def guesser(task: Task) -> None:
    """Answer an option drawn uniformly from the trial's seed, without a look at the data."""
    letters = sorted(task.brief.options)
    letter = letters[int(np.random.default_rng(task.seed).integers(len(letters)))]
    task.journal.say(f"I draw one of {', '.join(letters)} by lot: {task.text(letter)}.")
    task.journal.answer(letter, confidence=100 / len(letters), support="partial", evidence="Drawn by lot.")
