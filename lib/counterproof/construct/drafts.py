"""Registrations that nobody has read: refused before anything is built from them."""

from collections.abc import Iterable

from counterproof.domain.item import Item
from counterproof.domain.loaded_item import DraftItem
from counterproof.domain.problem import InputError, Problem

FIX = (
    "read its question, ask, block, targets and flip_to; correct them; then take the line `draft: true` out of the file"
)


def refuse_drafts(items: Iterable[Item]) -> None:
    """Nothing, if no item is a draft.

    Raises
    ------
    InputError
        With every draft, and how to accept it.
    """
    drafts = [item for item in items if isinstance(item, DraftItem)]
    if drafts:
        wrong = "its registration is a draft from the question's words, which nobody has accepted"
        raise InputError([Problem(file=f"{item.id}.yaml", place="draft", wrong=wrong, fix=FIX) for item in drafts])
