"""Whether a trial says that what its answer needs is missing, whatever it then answered."""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from counterproof.domain.registration import Registration
from counterproof.domain.trial import Trial
from counterproof.domain.variant import PROMPT_VARIANTS

RULE = (
    "Noticed: one sentence or line of the agent's messages, thoughts, tool outputs or evidence statement names what "
    "the withdrawal removes (without data: a file or the data) and says that it is missing: `not in`, `not found`, "
    "`not present`, `absent`, `missing`, `lacks`, `no such`, `does not contain`, `KeyError`, `no cells`, `undefined` "
    "and the like. What the agent sent to its tools does not count."
)

ABSENT = re.compile(
    r"\b(?:is|are|was|were|be|been)?\s*(?:not|n't|never)\s+(?:\w+\s+)?"
    r"(?:in|found|present|available|measured|detected|included|contained|provided|supplied|given|there|exist)\b"
    r"|\b(?:does|do|did|could|can)(?:\s*not|n't)\s+(?:be\s+)?(?:\w+\s+)?"
    r"(?:contain|include|have|exist|appear|find|found|measured|computed)\b"
    r"|\b(?:absent|missing|removed|undefined|unavailable|lacks?|lacking|without)\b"
    r"|\bno\s+(?:such|cells?|genes?|columns?|values?|groups?|rows?|data|files?)\b"
    r"|\bkeyerror\b|\bfilenotfounderror\b|\b(?:0|zero)\s+cells\b",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:not|none|nothing|no)\s+(?:\w+\s+)?(?:absent|missing|removed|undefined|unavailable)\b", re.IGNORECASE
)
HINTS = (
    *("not", "n't", "never", "absent", "missing", "removed", "undefined", "unavailable", "lack", "without"),
    *("keyerror", "no ", "no\t", "0 cells", "zero cells", "  cells", "\tcells"),
)
"""In lower case, every match of `ABSENT` holds one of these; few sentences do, and `ABSENT` is slow."""
OTHER_SPACE = re.compile("[\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
OTHER_CASE = str.maketrans("\u0130\u0131\u017f", "iis")
"""Letters that a pattern takes for these, since it does not mind their case."""
SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|[\r\n\u2028]+")


class Names(NamedTuple):
    """What to look for: a pattern, and parts in lower case of which every match holds one ("" where none is sure)."""

    pattern: re.Pattern[str]
    parts: tuple[str, ...]


FILE = Names(
    re.compile(r"\b(?:files?|data|dataset|matrix|table|h5ad)\b", re.IGNORECASE),
    ("file", "data", "matrix", "table", "h5ad"),
)


def noticed(trial: Trial, registration: Registration) -> bool:
    """Whether the trial says that what its item needs is missing, by `RULE`.

    On variants other than `withdraw` the same names are looked for, so that the rate there is the rule's false alarm.
    """
    if trial.key.variant in PROMPT_VARIANTS:
        names: Names | None = FILE
    else:
        names = names_of(removed_by_withdrawal(registration))
    return names is not None and says_missing(_texts(trial), names)


def removed_by_withdrawal(registration: Registration) -> tuple[str, ...]:
    """The genes, groups or columns that the item's `withdraw` deletes; none where it deletes nothing by name."""
    edit = registration.edits.get("withdraw")
    if edit is None:
        return ()
    removed = {"delete_gene": edit.genes, "delete_group": edit.values, "drop_columns": edit.columns}
    return removed.get(edit.kind, ())


@cache
def names_of(names: tuple[str, ...]) -> Names | None:
    """What finds any of these names as a whole word; null where there is none."""
    words = [name for name in names if name]
    if not words:
        return None
    # A name is whole: CD3 must not be found in CD3D or HLA-CD3, nor `CD56+ NK` in `CD56+ NKT`.
    pattern = rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])"
    parts = tuple(word.lower() if word.isascii() else "" for word in words)
    return Names(re.compile(pattern, re.IGNORECASE), parts)


def says_missing(texts: Iterable[str], names: Names) -> bool:
    """Whether any sentence both names one of `names` and says that something is missing."""
    whole = "\n".join(text for text in texts if text)
    lower = _lower(whole)
    return any(part in lower for part in names.parts) and any(
        names.pattern.search(sentence) and ABSENT.search(sentence) and not DENIED.search(sentence)
        for line in _hinted_lines(whole, lower)
        for sentence in SENTENCE_END.split(line)
        if _may_say(_lower(sentence), names.parts)
    )


def _may_say(lower: str, parts: tuple[str, ...]) -> bool:
    # Loops, not `any`: generators for each of many sentences take twice the time.
    for part in parts:
        if part in lower:
            break
    else:
        return False
    for hint in HINTS:  # noqa: SIM110, see above
        if hint in lower:
            return True
    return False


def _hinted_lines(text: str, lower: str) -> Iterable[str]:
    """The different lines that may say that something is missing. A line feed ends every sentence: none is cut."""
    found = dict[str, None]()
    for hint in HINTS:
        at = lower.find(hint)
        while at >= 0:
            end = lower.find("\n", at)
            end = len(lower) if end < 0 else end
            found[text[lower.rfind("\n", 0, at) + 1 : end]] = None
            at = lower.find(hint, end)
    return found


def _lower(text: str) -> str:
    # Each letter keeps its place: no other capital than those has two letters in lower case.
    return text.lower() if text.isascii() else OTHER_SPACE.sub(" ", text.translate(OTHER_CASE).lower())


def _texts(trial: Trial) -> Iterable[str]:
    for step in trial.trajectory.steps:
        yield step.text
        yield step.output or ""
    if trial.answer is not None:
        yield trial.answer.evidence
