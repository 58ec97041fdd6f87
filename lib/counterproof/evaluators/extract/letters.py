"""Option letters where a text commits to them: behind an anchor such as "answer:", in brackets, or alone."""

import re
from typing import Literal, NamedTuple

_LETTER = r"[A-Z](?![\w+'-])"
_ITEM = rf"[(\[*_`\"']*{_LETTER}[)\]*_`\"'.:]*"
# Only one way to read a separator: two blanks in a row that may match the same space cost minutes on hostile text.
_JOIN = r"(?:(?:\s*,)?\s*\b(?:and|or)\b|\s*[,;&/+])\s*"
_LIST = rf"(?P<list>{_ITEM}(?:{_JOIN}{_ITEM})*)"
_LINKS = r"is|are|was|(?:would|should|must)\sbe|options?|letters?|with|either|both|the|correct"
_LINK = rf"(?:[\s:=*_`\"'(\[-]|\b(?:{_LINKS})\b){{0,16}}?"
ANCHORS = (
    rf"\b(?i:final\s+(?:answer|choice))\b(?i:{_LINK})",
    rf"\b(?i:answers?|choice|best\sguess)\b(?i:{_LINK})",
    rf"\b(?i:choose|chose|select|selected|pick|go\swith|conclude)\b(?i:{_LINK})",
)
"""What stands before an answer, the most committed first; different letters behind one kind of anchor are ambiguous."""

_LINE = re.compile(
    r"^[ \t>#*_`-]*(?P<list>[A-Z](?:[).:]|[*_`]+|,(?=\s+(?:because|since|as)\b))(?=\W|$)|[A-Z](?=[*_`.]*[ \t]*$))",
    re.MULTILINE,
)
_TIERS = (
    *(re.compile(anchor + _LIST) for anchor in ANCHORS),
    *(re.compile(rf"{anchor}(?P<list>[(\[]?[a-z][)\]]?)(?=[\s.*_`\"']*$)", re.MULTILINE) for anchor in ANCHORS),
    re.compile(rf"\b(?i:options?|either|both)\b[\s:=*_`]+{_LIST}"),
    _LINE,
    re.compile(r"(?P<list>[(\[][A-Z][)\]]|(?<=boxed\{)[A-Z](?=\}))"),
)
_COMMITTED = _TIERS[: 2 * len(ANCHORS)]
_WHOLE = re.compile(
    rf"^[\s\"'`*_]*(?:(?:both|either)\s+)?(?P<list>{_ITEM}(?:{_JOIN}{_ITEM})*|[A-Z]{{1}})[\s\"'`*_.]*$", re.IGNORECASE
)
_EITHER_OR = re.compile(r"\bor\b|/", re.IGNORECASE)
_GOES_ON = re.compile(r"\s+(?!(?:because|since|as|and|or|is|given|based|for|with|due|in|from|over|not)\b)[a-z]")
_CELLS = re.compile(r"[\s-]+(?:cells?|lymphocytes?|lineages?|clones?|helper|memory|regulatory)\b", re.IGNORECASE)
_DENIED = re.compile(r"(?:\b(?:not|never|rather\sthan|instead\sof|wrong|incorrect)|n't)\s+(?:\w+\s+)?$", re.IGNORECASE)

Join = Literal["one", "all", "any"]


class Mention(NamedTuple):
    """Letters (sorted) that a text commits to: one, all of several, or any of several, at `start` to `end`.

    `listed` says that they begin a line, as the entries of a list do.
    """

    letters: tuple[str, ...]
    join: Join
    start: int
    end: int
    listed: bool = False


def whole(text: str) -> Mention | None:
    """The letters that a text consists of, in either case."""
    match = _WHOLE.match(text)
    return _mention(match, text) if match else None


def anchored(text: str) -> tuple[Mention, ...]:
    """The letters behind the most committed kind of anchor that the text has, in reading order."""
    for tier in _TIERS:
        found = tuple(_mention(match, text) for match in tier.finditer(text) if _commits(match, text))
        if found:
            return tuple(mention._replace(listed=tier is _LINE) for mention in found)
    return ()


def committed(text: str) -> bool:
    """Whether letters stand behind "answer" or its like, not only in brackets."""
    return any(_commits(match, text) for tier in _COMMITTED for match in tier.finditer(text))


def _mention(match: re.Match[str], text: str) -> Mention:
    said = match["list"]
    letters = tuple(sorted({letter.upper() for letter in re.findall(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", said)}))
    before = text[max(0, match.start("list") - len("either ")) : match.start("list")]
    open_choice = bool(_EITHER_OR.search(said)) or "either" in before.lower()
    join: Join = "one" if len(letters) == 1 else "any" if open_choice else "all"
    return Mention(letters, join, match.start("list"), match.end("list"))


def _commits(match: re.Match[str], text: str) -> bool:
    """Whether the letters name options: not the pronoun I, the article A, the B of B cells, or a choice denied."""
    end = match.end("list")
    word = match["list"] in {"I", "A"} and _GOES_ON.match(text, end)
    return not (word or _CELLS.match(text, end) or _DENIED.search(text[max(0, match.start() - 30) : match.start()]))
