"""Option letters where a text commits to them: behind an anchor such as "answer:", in brackets, or alone."""

import re
from typing import Literal, NamedTuple

_LETTER = r"[A-Z](?![\w+'-])"
_ITEM = rf"[(\[*_`\"']*{_LETTER}[)\]*_`\"'.:]*"
_JOIN = r"\s*(?:,?\s*\b(?:and|or)\b|[,;&/+])\s*"
_LIST = rf"(?P<list>{_ITEM}(?:{_JOIN}{_ITEM})*)"
_LINKS = r"is|are|was|(?:would|should|must)\sbe|options?|letters?|with|either|both|the|correct"
_LINK = rf"(?:[\s:=*_`\"'(\[-]|\b(?:{_LINKS})\b){{0,16}}?"
ANCHORS = (
    rf"\b(?i:final\s+(?:answer|choice))\b(?i:{_LINK})",
    rf"\b(?i:answers?|choice|choose|chose|select|selected|pick|go\swith|conclude|best\sguess)\b(?i:{_LINK})",
)
"""What stands before an answer, the most committed first; different letters behind one kind of anchor are ambiguous."""

_TIERS = (
    *(re.compile(anchor + _LIST) for anchor in ANCHORS),
    re.compile(rf"\b(?i:options?|either|both)\s+{_LIST}"),
    re.compile(r"^[ \t>#*_`-]*(?P<list>[A-Z](?:[).:]|[*_`]+)(?=\W|$)|[A-Z](?=[*_`.]*[ \t]*$))", re.MULTILINE),
    re.compile(r"(?P<list>[(\[][A-Z][)\]])"),
)
_WHOLE = re.compile(
    rf"^[\s\"'`*_]*(?:(?:both|either)\s+)?(?P<list>{_ITEM}(?:{_JOIN}{_ITEM})*|[A-Z]{{1}})[\s\"'`*_.]*$", re.IGNORECASE
)
_EITHER_OR = re.compile(r"\bor\b|/", re.IGNORECASE)
_BECAUSE = re.compile(r"\s+(?!(?:because|since|as|and|or|given|based|for|with|due|in|from)\b)[a-z]")

Join = Literal["one", "all", "any"]


class Mention(NamedTuple):
    """Letters that a text commits to: one, all of several, or any of several; `start` and `end` are their place."""

    letters: tuple[str, ...]
    join: Join
    start: int
    end: int


def whole(text: str) -> Mention | None:
    """The letters that a text consists of, in either case."""
    match = _WHOLE.match(text)
    return _mention(match, text) if match else None


def anchored(text: str) -> tuple[Mention, ...]:
    """The letters behind the most committed kind of anchor that the text has, in reading order."""
    for tier in _TIERS:
        found = tuple(_mention(match, text) for match in tier.finditer(text) if not _is_word(match, text))
        if found:
            return found
    return ()


def committed(text: str) -> bool:
    """Whether letters stand behind "answer" or its like, not only in brackets."""
    return any(not _is_word(match, text) for tier in _TIERS[:2] for match in tier.finditer(text))


def _mention(match: re.Match[str], text: str) -> Mention:
    said = match["list"]
    letters = tuple(dict.fromkeys(letter.upper() for letter in re.findall(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", said)))
    before = text[max(0, match.start("list") - len("either ")) : match.start("list")]
    open_choice = bool(_EITHER_OR.search(said)) or "either" in before.lower()
    join: Join = "one" if len(letters) == 1 else "any" if open_choice else "all"
    return Mention(letters, join, match.start("list"), match.end("list"))


def _is_word(match: re.Match[str], text: str) -> bool:
    """Whether the letter is the pronoun I or the article A, with a sentence going on behind it."""
    return match["list"] in {"I", "A"} and bool(_BECAUSE.match(text, match.end("list")))
