"""Knowing: what an answerer was told about names before it saw any prompt."""

import re
from functools import cache
from typing import Any, NamedTuple

from counterproof.agents.answerers.seen import Seen


class Memory(NamedTuple):
    """For each name, the recorded answer in words and the recorded count (null where there is none)."""

    known: dict[str, dict[str, Any]]
    pattern: re.Pattern[str] | None

    def of(self, text: str) -> dict[str, Any] | None:
        """What is known of the first known name in the text."""
        match = self.pattern.search(text) if self.pattern else None
        return self.known[match.group()] if match else None

    def letter(self, seen: Seen) -> str | None:
        """The letter of the known answer, by the first name in the question or else in the evidence."""
        if self.pattern is None:
            return None
        letters = {option: letter for letter, option in seen.options.items()}
        named = self.pattern.finditer(f"{seen.question}\n{seen.evidence or ''}")
        answers = (self.known[match.group()]["answer"] for match in named)
        return next((letters[answer] for answer in answers if answer in letters), None)


def memory_of(handout: dict[str, Any]) -> Memory:
    """The memory in a handout."""
    known = handout.get("known", {})
    return Memory(known, _pattern(tuple(known)) if known else None)


@cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
