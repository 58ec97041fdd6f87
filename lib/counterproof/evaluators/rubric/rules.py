"""Fixed rules by which reference judges decide a criterion from a trajectory: crude, but known to the letter."""

import re
from collections.abc import Callable

from counterproof.domain.item import Item
from counterproof.domain.trajectory import Step
from counterproof.domain.trial import Trial
from counterproof.evaluators.rubric.rubric import RuleName

DATA = re.compile(r"\.h5ad|h5py|read_csv|read_parquet|read_table|scanpy|anndata", re.IGNORECASE)
NUMBER = re.compile(r"\d\.\d")
PRIOR = re.compile(r"well[- ]known|no need to look|literature|textbook|from memory|known to|by lot", re.IGNORECASE)


def opens_data(trial: Trial, item: Item) -> bool:
    """A tool call that names a data file, or a program that reads one, and has an output."""
    del item
    return any(DATA.search(call.input or "") for call in _answered(trial))


def computes(trial: Trial, item: Item) -> bool:
    """A tool call whose output has decimal numbers beside the text of an option."""
    names = tuple(name for letter in item.options for name in _names(item, letter))
    return any(NUMBER.search(call.output or "") and _named(call.output or "", names) for call in _answered(trial))


def names_every_option(trial: Trial, item: Item) -> bool:
    """The outputs of the tool calls name every option that the item has."""
    whole = "\n".join(call.output or "" for call in _answered(trial))
    return all(_named(whole, _names(item, letter)) for letter in item.options)


def states_evidence(trial: Trial, item: Item) -> bool:
    """The stated evidence holds a decimal number."""
    del item
    return trial.answer is not None and NUMBER.search(trial.answer.evidence) is not None


def no_prior(trial: Trial, item: Item) -> bool:
    """Neither the agent's messages nor its stated evidence appeal to memory, the literature or chance."""
    del item
    said = [*trial.trajectory.final_texts, trial.answer.evidence if trial.answer else ""]
    return not any(PRIOR.search(text) for text in said)


RULES: dict[RuleName, Callable[[Trial, Item], bool]] = {
    "opens_data": opens_data,
    "computes": computes,
    "names_every_option": names_every_option,
    "states_evidence": states_evidence,
    "no_prior": no_prior,
}


def _answered(trial: Trial) -> tuple[Step, ...]:
    return tuple(call for call in trial.trajectory.tool_calls if call.output)


def _names(item: Item, letter: str) -> tuple[str, ...]:
    """The option's text, and the gene or group that it stands for where that has another name."""
    own = item.registration.targets.get(letter) if item.registration else None
    return (item.options[letter], own) if own else (item.options[letter],)


def _named(text: str, names: tuple[str, ...]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)
