"""Where a text names an entity: every alias, possessive, plural, hyphenation and case form of it."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from unicodedata import lookup

from counterproof.domain.instance import Entity, Mention

DASHES = "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}-"
LETTERS = ("alpha", "beta", "gamma", "delta", "epsilon", "kappa", "lamda", "zeta", "theta", "omega", "sigma", "tau")
GREEK = {name: lookup(f"GREEK SMALL LETTER {name.upper()}") for name in LETTERS}
GREEK["lambda"] = GREEK.pop("lamda")  # Unicode's own spelling
WORDS = frozenset(
    """a all an and are as at be by can cap cat do ends fat flap for had has he her hook impact in is it large lars
    maps mask met mice nest net not of off on or pan pans par park pigs rep rest ring set she ship so spring stim
    tank task the tip to tub was who with""".split()  # noqa: SIM905, sixty quoted words are no list to read
)
"""Lower-case words that are no form of a symbol of the same letters: CAT is a gene, a cat is not."""


def find_mentions(parts: Mapping[str, str], entities: Iterable[Entity]) -> tuple[Mention, ...]:
    """Every mention of the entities in the parts, sorted, without overlaps: the leftmost and then longest name wins.

    A possessive or plural ending stays outside the mention, so that a masked text still reads as English; a plural
    that changes the stem (`allergies`) lies inside.
    """
    named = [(number, name) for number, entity in enumerate(entities) for name in entity.names]
    found: list[Mention] = []
    for part, text in parts.items():
        spans = [
            (match.start(), -match.end(), number)
            for number, name in named
            for match in _pattern(name).finditer(text)
            if _is_form(match.group(), name)
        ]
        end = 0
        for start, minus_end, number in sorted(spans):
            if start >= end:
                end = -minus_end
                found.append(Mention(part=part, start=start, end=end, entity=number))
    return tuple(sorted(found, key=lambda one: (one.part, one.start)))


@lru_cache(maxsize=20_000)
def _pattern(name: str) -> re.Pattern[str]:
    """The forms of a name: any dash, space or nothing between its pieces, Greek letters in letters or words."""
    pieces = [piece for piece in re.split(rf"[\s{DASHES}]+", name.strip()) if piece]
    body = rf"[\s{DASHES}]?".join(_piece(piece) for piece in pieces) or re.escape(name)
    last = pieces[-1] if pieces else name
    if last.isalpha() and len(last) > 4 and last[-1] in "yY" and last[-2].lower() not in "aeiou":
        body = f"(?:{body}|{body[:-1]}ies)"
    # No letter or digit may touch it, but for an ending: TNF is not named by TNFRSF1A, TP53 is by TP53s.
    before = r"(?<![^\W_])" if name[0].isalnum() else ""
    after = r"(?=(?:e?s)?(?![^\W_]))" if name[-1].isalnum() else ""
    return re.compile(before + body + after, re.IGNORECASE)


def _piece(piece: str) -> str:
    out = re.escape(piece)
    for word, letter in GREEK.items():
        either = f"(?:{word}|{letter})"
        out = re.sub(word if word in piece.lower() else letter, either, out, flags=re.IGNORECASE)
    return out


def _is_form(text: str, name: str) -> bool:
    return text == name or text not in WORDS or name in WORDS
