"""What an agent reads. The same bytes for every data variant of an item, and for every agent."""

from string import ascii_uppercase

from counterproof.construct.tables.prompts import table_prompt
from counterproof.domain.arm import Arm
from counterproof.domain.item import Item
from counterproof.domain.table_item import TableItem
from counterproof.domain.variant import VariantName

DATA_FILE = "data.h5ad"
PROMPT_FILE = "prompt.md"
ANSWER_FILE = "answer.json"

DATA_PARAGRAPH = f"""## Data

The file `{DATA_FILE}` in your working folder holds the single-cell data (AnnData, HDF5). Answer from these data.
"""

ANSWER_PARAGRAPH = f"""## How to answer

Write a file `{ANSWER_FILE}` in your working folder, one JSON object with exactly these fields:

- `answer`: the letter of one option, or null if you do not answer;
- `confidence`: your confidence in the answer, a number from 0 to 100;
- `data_support`: how far the data support the answer: "full", "partial", or "none" if the data cannot decide;
- `evidence`: one sentence that names the evidence you used.
"""


INSUFFICIENT = "The supplied data are insufficient to answer the question."
"""The option that the arm `abstain_option` adds."""


def prompt_for(item: Item, variant: VariantName, *, arm: Arm = "standard") -> str:
    """The prompt of one item: question, background, options, data paragraph and answer contract.

    `no_data` leaves out the data paragraph, `no_data_no_background` the background too; the arm `abstain_option` adds
    one option. Nothing else changes. The variant is never named, nor the arm, nor the study.
    """
    if isinstance(item, TableItem):
        return table_prompt(item, variant, answer_file=ANSWER_FILE)
    added = abstain_letter(item, arm=arm)
    listed = item.options if added is None else item.options | {added: INSUFFICIENT}
    options = "\n".join(f"{letter}. {text}" for letter, text in listed.items())
    parts = [f"## Question\n\n{item.question.strip()}\n"]
    if item.background and variant != "no_data_no_background":
        parts.append(f"## Background\n\n{item.background.strip()}\n")
    parts.append(f"## Options\n\n{options}\n")
    if variant not in ("no_data", "no_data_no_background"):
        parts.append(DATA_PARAGRAPH)
    return "\n".join([*parts, ANSWER_PARAGRAPH])


def abstain_letter(item: Item, *, arm: Arm) -> str | None:
    """The letter of the option that says that the data are insufficient: the first free one; null where none is added.

    Raises
    ------
    ValueError
        If the item has an option for every letter.
    """
    if arm != "abstain_option" or isinstance(item, TableItem):
        # An item that asks for numbers has no options; its null answer is an abstention in every arm.
        return None
    free = [letter for letter in ascii_uppercase if letter > max(item.options)]
    if not free:
        msg = f"item {item.id!r} has an option Z: there is no letter left for one that says that the data cannot decide"
        raise ValueError(msg)
    return free[0]
