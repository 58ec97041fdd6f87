"""Text without the prompt that an agent repeats in it."""

from itertools import pairwise

LONGEST_QUOTE = 2
"""Prompt lines in a row that count as the agent's own words: an answer may well be one option, written out."""


def without_echo(text: str, *, prompt: str) -> str:
    """The text with every run of three or more consecutive prompt lines blanked, characters staying in their place."""
    if not prompt.strip():
        return text
    follows = _follows(prompt)
    lines = text.splitlines(keepends=True)
    echoed: set[int] = set()
    run: list[int] = []
    last = ""
    for place, line in enumerate(lines):
        words = line.strip()
        if not words:
            continue
        if run and words in follows.get(last, ()):
            run.append(place)
        else:
            echoed |= _long(run)
            run = [place] if words in follows else []
        last = words
    echoed |= _long(run)
    return "".join(_blank(line) if place in echoed else line for place, line in enumerate(lines))


def _follows(prompt: str) -> dict[str, set[str]]:
    lines = [line.strip() for line in prompt.splitlines() if line.strip()]
    follows: dict[str, set[str]] = {line: set() for line in lines}
    for line, after in pairwise(lines):
        follows[line].add(after)
    return follows


def _long(run: list[int]) -> set[int]:
    return set(run) if len(run) > LONGEST_QUOTE else set()


def _blank(line: str) -> str:
    return "".join(character if character.isspace() else " " for character in line)
