"""The guesser: any option, by lot."""

import numpy as np

from counterproof.agents.reference.task import Task


def guesser(task: Task) -> None:
    """Answer an option drawn uniformly from the trial's seed, without a look at the data.

    Where the prompt has an option to abstain, that is one of them.
    """
    letters = [*sorted(task.brief.options), *([task.abstain] if task.abstain else [])]
    letter = letters[int(np.random.default_rng(task.seed).integers(len(letters)))]
    drawn = f"abstain ({letter})" if letter == task.abstain else task.text(letter)
    task.journal.say(f"I draw one of {', '.join(letters)} by lot: {drawn}.")
    task.journal.answer(letter, confidence=100 / len(letters), support="partial", evidence="Drawn by lot.")
