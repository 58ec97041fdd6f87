"""Which option a piece of text spells out."""

import re
from collections.abc import Callable, Mapping

from counterproof.evaluators.extract.fold import fold

_EDGES = " \t\r\n.,;:!?*_`\"'()[]"
_PLURAL = re.compile(r"(?<=[a-z]{3})s\b")


def option_named(text: str, *, options: Mapping[str, str]) -> tuple[str, ...]:
    """The letters of the options that a text equals: none, one, or several where the text cannot tell them apart.

    Tried from strict to loose: as written, without case and edge punctuation, and without the plural's s.
    """
    for spelling in (_plain, _caseless, _singular):
        letters = tuple(letter for letter, option in options.items() if spelling(option) == spelling(text) != "")
        if letters:
            return letters
    return ()


def options_starting(text: str, *, options: Mapping[str, str]) -> tuple[str, ...]:
    """The letters of the options that a text starts with; where one option starts another, the longest."""
    said = _singular(text)
    lengths = {letter: len(words) for letter, words in _each(options, _singular) if _starts(said, words)}
    longest = max(lengths.values(), default=0)
    return tuple(letter for letter, length in lengths.items() if length == longest)


def _starts(said: str, words: str) -> bool:
    return said.startswith(words) and not said[len(words) : len(words) + 1].isalnum()


def _each(options: Mapping[str, str], spelling: Callable[[str], str]) -> list[tuple[str, str]]:
    return [(letter, spelling(option)) for letter, option in options.items() if spelling(option)]


def _plain(text: str) -> str:
    return " ".join(text.split())


def _caseless(text: str) -> str:
    return " ".join(fold(text).casefold().strip(_EDGES).split())


def _singular(text: str) -> str:
    return _PLURAL.sub("", _caseless(text))
