"""Masking: every mention of an entity replaced by its opaque token, or by another name."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from counterproof.domain.instance import Instance
from counterproof.edits.spans import Span

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels: a token never spells a word."""

IDENTIFIERS = re.compile(
    r"\b(?:rs\d{3,}|NCT\d{6,}|ENS[A-Z]*\d{6,}|PMID:?\s*\d+|GSE\d+|GCST\d+|MONDO[:_]\d+|HGNC:?\d+|OMIM:?\s*\d+"
    r"|10\.\d{4,}/\S+|https?://\S+)\b"
)
SYMBOL = re.compile(r"\b(?=[A-Za-z0-9-]*[A-Z])(?=[A-Za-z0-9-]*\d)[A-Za-z][A-Za-z0-9]{1,}(?:-[A-Za-z0-9]+)*\b")
WORD = re.compile(r"[^\W\d_]{5,}")


class Residue(NamedTuple):
    """Something in a masked text that may still give an entity away: an identifier, a symbol, a word of a name."""

    kind: str
    part: str
    text: str


def opaque_tokens(instance: Instance, *, seed: int) -> tuple[str, ...]:
    """A token for each entity, drawn anew for every instance: `Entity-KTV`, never a string of the instance itself."""
    rng = np.random.default_rng([seed, *instance.id.encode()])
    whole = "\n".join([*instance.parts.values(), *(name for entity in instance.entities for name in entity.names)])
    tokens: list[str] = []
    while len(tokens) < len(instance.entities):
        token = "Entity-" + "".join(ALPHABET[place] for place in rng.integers(len(ALPHABET), size=3))
        if token not in tokens and token.lower() not in whole.lower():
            tokens.append(token)
    return tuple(tokens)


def name_spans(instance: Instance, part: str, *, names: Sequence[str]) -> list[Span]:
    """The spans that put `names[i]` where the part mentions entity i."""
    return [Span(one.start, one.end, names[one.entity]) for one in instance.mentions_in(part)]


def residue(instance: Instance, masked: dict[str, str]) -> tuple[Residue, ...]:
    """What the masked parts still hold that may give an entity away, each thing once; none is no proof of blindness.

    Checked are identifiers that can be looked up, strings that look like gene or compound symbols, and longer words of
    the masked names.
    """
    words = {word.lower() for entity in instance.entities for name in entity.names for word in WORD.findall(name)}
    found: dict[Residue, None] = {}
    for part, text in masked.items():
        for match in IDENTIFIERS.finditer(text):
            found[Residue("identifier", part, match.group())] = None
        for match in SYMBOL.finditer(text):
            if not match.group().startswith("Entity-"):
                found[Residue("symbol", part, match.group())] = None
        for match in WORD.finditer(text):
            if match.group().lower() in words:
                found[Residue("word of a name", part, match.group())] = None
    return tuple(found)
