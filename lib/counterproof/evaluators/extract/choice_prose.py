"""Options named in free text: an option written out, letters alone, letters behind an anchor, or doubt."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from counterproof.evaluators.extract.doubt import ABSTENTION, BARE_ABSTENTION, REFUSAL
from counterproof.evaluators.extract.fold import fold
from counterproof.evaluators.extract.found import Status
from counterproof.evaluators.extract.letters import Mention, anchored, committed, whole
from counterproof.evaluators.extract.option_text import option_named, options_starting

_LETTER_AND_TEXT = re.compile(r"^[\s*_`(\[]*([A-Za-z])[)\].:*_`]+\s*(\S.*?)\s*$", re.DOTALL)
LONGEST_OPTION = 300
"""Characters behind an anchor in which an option's text is looked for."""

_ANSWER_IS = re.compile(
    r"\b(?:answer|choice|best\sguess)\b[\s:=*_`-]*(?:\b(?:is|would\sbe|must\sbe)\b[\s:=*_`\"'(-]*)?(?:\b(?:an?|the)\s)?",
    re.IGNORECASE,
)


class Reading(NamedTuple):
    """The letters that a text names (sorted), with their place in it; `end` 0 stands for the whole text."""

    status: Status
    letters: tuple[str, ...] = ()
    start: int = 0
    end: int = 0
    reason: str = ""
    hedged: bool = False


def read_prose(text: str, *, options: Mapping[str, str], several: bool) -> Reading:
    """What a text names: the first rule that applies decides, and a rule that finds two things says `ambiguous`."""
    folded = fold(text)
    if not folded.strip():
        return Reading("abstained", reason="the answer is blank")
    return (
        _option_alone(folded, options=options)
        or _bare_doubt(folded)
        or _letter_and_option(folded, options=options)
        or _letters_alone(folded, options=options, several=several)
        or _anchored(folded, options=options, several=several)
        or _doubt(folded)
        or Reading("no_answer", reason="no option is named")
    )


def _option_alone(text: str, *, options: Mapping[str, str]) -> Reading | None:
    letters = option_named(text, options=options)
    if not letters:
        return None
    if len(letters) > 1:
        return Reading("ambiguous", letters, reason=f"the text fits options {', '.join(letters)}")
    return Reading("answered", letters)


def _letter_and_option(text: str, *, options: Mapping[str, str]) -> Reading | None:
    """`B) Goblet cells`: letter and text must name the same option."""
    match = _LETTER_AND_TEXT.match(text)
    if not match:
        return None
    letter, named = match[1].upper(), option_named(match[2], options=options)
    if not named or letter not in options:
        return None
    if letter not in named:
        both = tuple(sorted({letter, *named}))
        return Reading("ambiguous", both, reason=f"the letter says {letter}, the text beside it {', '.join(named)}")
    return Reading("answered", (letter,))


def _letters_alone(text: str, *, options: Mapping[str, str], several: bool) -> Reading | None:
    mention = whole(text)
    if mention:
        return _judged([mention], options=options, several=several)
    kept = text.strip()
    if len(kept) == 1 and kept.isalpha():
        return Reading("invalid", reason=f"{kept!r} is none of the options {', '.join(options)}")
    return None


def _anchored(text: str, *, options: Mapping[str, str], several: bool) -> Reading | None:
    """Letters and option texts behind an anchor: where both are there, they must agree."""
    letters = _letters_anchored(text, options=options, several=several)
    named = _option_anchored(text, options=options)
    if letters is None or named is None:
        return letters or named
    if named.start <= letters.start < named.end:
        # "Both B and C" may be the text of option D.
        return named
    if letters.status == named.status == "answered" and letters.letters != named.letters:
        both = tuple(sorted({*letters.letters, *named.letters}))
        return Reading("ambiguous", both, reason="a letter and the text of another option are named as the answer")
    return letters


def _letters_anchored(text: str, *, options: Mapping[str, str], several: bool) -> Reading | None:
    mentions = anchored(text)
    if not mentions:
        return None
    reading = _judged(list(mentions), options=options, several=several)
    hedged = reading.status == "answered" and bool(ABSTENTION.search(text))
    if hedged and not committed(text):
        return Reading("ambiguous", reading.letters, reason="a letter is named, and the text says it cannot be decided")
    return reading._replace(hedged=hedged)


def _judged(mentions: list[Mention], *, options: Mapping[str, str], several: bool) -> Reading:
    start, end = mentions[-1].start, mentions[-1].end
    letters = tuple(sorted({letter for mention in mentions for letter in mention.letters}))
    outside = [letter for letter in letters if letter not in options]
    if outside:
        reason = f"{', '.join(outside)} is none of the options {', '.join(options)}"
        return Reading("invalid", (), start, end, reason)
    listed = several and all(mention.listed for mention in mentions)
    differ = len({mention.letters for mention in mentions}) > 1 and not listed
    if differ or any(mention.join == "any" for mention in mentions):
        return Reading("ambiguous", letters, start, end, f"{', '.join(letters)} are named, and nothing decides")
    return Reading("answered" if several or len(letters) == 1 else "several", letters, start, end)


def _option_anchored(text: str, *, options: Mapping[str, str]) -> Reading | None:
    """`the answer is goblet cells`, to the end of the line."""
    found: dict[str, tuple[int, int]] = {}
    for match in _ANSWER_IS.finditer(text):
        line = text[match.end() : match.end() + LONGEST_OPTION].split("\n", maxsplit=1)[0]
        for letter in options_starting(line, options=options):
            found[letter] = (match.end(), match.end() + min(len(line), len(options[letter])))
    if len(found) > 1:
        return Reading("ambiguous", tuple(sorted(found)), reason="several options are named as the answer")
    for letter, (start, end) in found.items():
        return Reading("answered", (letter,), start, end)
    return None


def _bare_doubt(text: str) -> Reading | None:
    """`N/A` is no letters N and A."""
    return Reading("abstained", reason="the text gives no answer") if BARE_ABSTENTION.match(text) else None


def _doubt(text: str) -> Reading | None:
    said = ABSTENTION.search(text)
    if said:
        return Reading("abstained", (), said.start(), said.end(), "the text says that it cannot be decided")
    refused = REFUSAL.search(text)
    if refused:
        return Reading("refused", (), refused.start(), refused.end(), "the text declines to answer")
    return None
