"""What one check found."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from counterproof.construct.leaks.files import Files


class Found(NamedTuple):
    """The leak that was found, or an empty text; what was looked at; and what the item's author declared of it."""

    leak: str
    looked_at: str
    declared: str = ""


@dataclass(frozen=True)
class Check:
    """A leak check: what it looks for in a few words, and its function."""

    name: str
    run: Callable[[Files], Found]
