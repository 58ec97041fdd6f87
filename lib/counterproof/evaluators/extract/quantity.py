"""The number that an agent gave, in the unit it was asked for."""

import re
from itertools import pairwise

from pydantic import JsonValue

from counterproof.evaluators.extract.bracketed import bracketed
from counterproof.evaluators.extract.choice import answer_in
from counterproof.evaluators.extract.doubt import ABSTENTION, BARE_ABSTENTION, REFUSAL
from counterproof.evaluators.extract.fold import fold
from counterproof.evaluators.extract.found import NOTHING, Extraction, Flag, Passage
from counterproof.evaluators.extract.number import (
    COMMA_DECIMAL,
    NOT_A_NUMBER,
    Token,
    alone,
    comma_decimal,
    foreign_digits,
    tokens,
)
from counterproof.evaluators.extract.scale import scaled

WORDS_BEFORE = 40
"""Characters before a number in which "answer:", "about" or "less than" belong to it."""

_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|(?:\u00b1|\+/-)\s*[\d.]+")
_BOUND = re.compile(
    r"(?:[<>\u2264\u2265]=?|\b(?:(?:less|more|fewer|greater)\sthan|at\s(?:least|most)|up\sto|below|above|under|over))\s*$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s*(?:-|to|\.\.)\s*")
_ABOUT = re.compile(r"(?:~|\u2248|\b(?:about|around|approximately|approx\.?|roughly|circa|ca\.?))\s*$", re.IGNORECASE)
_ANSWER = re.compile(r"\b(?:final\s+)?(?:answer|result|value)\b[\s:=*_`]*(?:is|was|of)?[\s:=*_`$]*$", re.IGNORECASE)


def extract_number(passage: Passage | None, *, unit: str | None = None) -> Extraction:
    """The number of an answer in its unit; several different numbers, a range or a doubtful scale stay ambiguous.

    Parameters
    ----------
    unit
        `percent` or `fraction` where the scale matters; a percentage is never turned into a fraction or back.
    """
    if passage is None or not passage.text.strip():
        return NOTHING
    for found in bracketed(passage.text):
        there, value = answer_in(found.value)
        if found.fault or there:
            span = (found.start, found.end)
            if found.fault:
                return Extraction(status="invalid", evidence=passage.cite(*span), reason=found.fault)
            return number_of(value, unit=unit, passage=passage, span=span)
    return _from_text(passage.text, unit=unit, passage=passage, offset=0)


def number_of(value: JsonValue, *, unit: str | None, passage: Passage, span: tuple[int, int]) -> Extraction:
    """The number that a JSON value holds: a number, or a string that says one. A truth value is no number."""
    evidence = passage.cite(*span)
    if value is None:
        return Extraction(status="abstained", evidence=evidence, reason="the answer is null")
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return Extraction(status="invalid", evidence=evidence, reason=f"{value!r} is no number")
    if isinstance(value, str):
        inner = Passage(source=passage.source, text=value, flags=passage.flags)
        return _from_text(value, unit=unit, passage=inner, offset=0).model_copy(update={"evidence": evidence})
    return scaled(value, percent=False, unit=unit, evidence=evidence, flags=passage.flags)


def _from_text(text: str, *, unit: str | None, passage: Passage, offset: int) -> Extraction:
    folded = fold(text)
    whole = passage.cite(offset, offset + len(text))
    token = alone(folded)
    if token:
        return _chosen(token, folded, unit=unit, passage=passage)
    fault = _fault(folded)
    if fault:
        return Extraction(status="invalid", evidence=whole, reason=fault)
    if BARE_ABSTENTION.match(folded):
        return Extraction(status="abstained", evidence=whole, reason="the text gives no number")
    comma = COMMA_DECIMAL.search(folded)
    if comma:
        reason = "a decimal comma, or a thousands comma misplaced"
        evidence = passage.cite(comma.start(), comma.end())
        return Extraction(status="ambiguous", readings=(comma_decimal(comma[0]),), evidence=evidence, reason=reason)
    return _among(folded, unit=unit, passage=passage)


def _fault(folded: str) -> str:
    kept = folded.strip().strip("*_`$\"'")
    if NOT_A_NUMBER.match(kept):
        return f"{kept!r} is no number"
    if foreign_digits(folded):
        return "the digits are not 0 to 9"
    return ""


def _among(folded: str, *, unit: str | None, passage: Passage) -> Extraction:
    """The number that a sentence gives, asides in brackets left out."""
    bare = _ASIDE.sub(lambda aside: " " * len(aside[0]), folded)
    found = tokens(bare) or tokens(folded)
    whole = passage.cite(0, len(folded))
    if not found:
        return _wordless(folded, passage)
    for one, after in pairwise(found):
        if _RANGE.fullmatch(bare[one.end : after.start]):
            both = (one.value, after.value)
            return Extraction(status="ambiguous", readings=both, evidence=whole, reason="a range, not a number")
    said = [token for token in found if _ANSWER.search(_before(bare, token))] or list(found)
    values = tuple(dict.fromkeys(token.value for token in said))
    if len(values) > 1:
        return Extraction(
            status="ambiguous", readings=values, evidence=whole, reason=f"{len(values)} numbers are given"
        )
    if _BOUND.search(_before(bare, said[-1])):
        return Extraction(status="bound", readings=values, evidence=whole, reason="a bound, not a number")
    return _chosen(said[-1], folded, unit=unit, passage=passage)


def _before(text: str, token: Token) -> str:
    """The words right before a number, on its line."""
    return text[max(0, token.start - WORDS_BEFORE) : token.start].rsplit("\n", maxsplit=1)[-1]


def _wordless(folded: str, passage: Passage) -> Extraction:
    whole = passage.cite(0, len(folded))
    if ABSTENTION.search(folded):
        return Extraction(status="abstained", evidence=whole, reason="the text says that it cannot be decided")
    if REFUSAL.search(folded):
        return Extraction(status="refused", evidence=whole, reason="the text declines to answer")
    return Extraction(status="no_answer", evidence=whole, reason="no number is given")


def _chosen(token: Token, folded: str, *, unit: str | None, passage: Passage) -> Extraction:
    evidence = passage.cite(token.start, token.end)
    if token.value is None:
        return Extraction(status="invalid", evidence=evidence, reason=f"{evidence.text} is too large for a number")
    flags: tuple[Flag, ...] = passage.flags
    if _ABOUT.search(_before(folded, token)):
        flags = (*flags, "approximate")
    return scaled(token.value, percent=token.percent, unit=unit, evidence=evidence, flags=flags)
