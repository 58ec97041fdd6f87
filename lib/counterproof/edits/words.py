"""Redaction: words of the evidence hidden in nested steps, entity mentions never; and numbers or words exchanged."""

import re
from collections.abc import Sequence

import numpy as np

from counterproof.domain.instance import Mention
from counterproof.edits.spans import Span

HIDDEN = "____"
"""One mark for every word, so that its length tells nothing."""

WORD = re.compile(r"\S+")
NUMBER = re.compile(r"(?<![\w.])[-+\N{MINUS SIGN}]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w])")


def hidden_words(text: str, mentions: Sequence[Mention], *, level: float, seed: Sequence[int]) -> list[Span]:
    """The spans that hide a share of the words.

    The order in which words are hidden is drawn once from `seed`, so that the words of a lower level are hidden at
    every higher one. A word that touches an entity mention is never hidden and not counted.

    Parameters
    ----------
    level
        Share of the words to hide, in [0, 1], rounded to whole words.
    seed
        Of the item: the same for all conditions and levels.

    Raises
    ------
    ValueError
        If `level` lies outside [0, 1].
    """
    if not 0 <= level <= 1:
        msg = f"a level is a share in [0, 1], got {level}"
        raise ValueError(msg)
    words = [match.span() for match in WORD.finditer(text)]
    free = [span for span in words if not any(span[0] < one.end and one.start < span[1] for one in mentions)]
    order = np.random.default_rng(list(seed)).permutation(len(free))
    chosen = order[: round(level * len(free))]
    return [Span(free[place][0], free[place][1], HIDDEN) for place in chosen]


def shuffled_numbers(text: str, mentions: Sequence[Mention], *, seed: Sequence[int]) -> list[Span]:
    """The spans that exchange the text's numbers among their places; numbers inside mentions stay.

    As few as possible keep their place: the order is drawn again while a place got an equal number, a hundred times at
    most. None where the text has not two different numbers.
    """
    return _exchanged(text, mentions, pattern=NUMBER, seed=seed)


def shuffled_words(text: str, mentions: Sequence[Mention], *, seed: Sequence[int]) -> list[Span]:
    """The spans that exchange the text's words among their places; words that touch a mention stay.

    For evidence without numbers: what its words say in their order is lost, which words there are is kept.
    """
    return _exchanged(text, mentions, pattern=WORD, seed=seed)


def _exchanged(text: str, mentions: Sequence[Mention], *, pattern: re.Pattern[str], seed: Sequence[int]) -> list[Span]:
    spans = [
        match.span()
        for match in pattern.finditer(text)
        if not any(match.start() < one.end and one.start < match.end() for one in mentions)
    ]
    values = [text[start:end] for start, end in spans]
    if len(set(values)) < 2:
        return []
    rng = np.random.default_rng(list(seed))
    best, kept = list(range(len(values))), len(values) + 1
    for _ in range(100):
        order = rng.permutation(len(values))
        same = sum(values[order[place]] == value for place, value in enumerate(values))
        if same < kept:
            best, kept = order.tolist(), same
        if kept == 0:
            break
    return [Span(start, end, values[best[place]]) for place, (start, end) in enumerate(spans)]
