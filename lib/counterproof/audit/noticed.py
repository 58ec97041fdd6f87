"""Whether a trial says that what its answer needs is missing, whatever it then answered."""

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase

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
    *("keyerror", "filenotfound", "no ", "no\t", "0 cells", "zero cells", "  cells", "\tcells"),
)
"""In lower case, every match of `ABSENT` holds one of these; few lines do, and `ABSENT` is slow."""
OTHER_SPACE = re.compile("[\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|[\r\n\u2028]+")
FILE = re.compile(r"\b(?:files?|data|dataset|matrix|table|h5ad)\b", re.IGNORECASE)


def noticed(trial: Trial, registration: Registration) -> bool:
    """Whether the trial says that what its item needs is missing, by `RULE`.

    On variants other than `withdraw` the same names are looked for, so that the rate there is the rule's false alarm.
    """
    if trial.key.variant in PROMPT_VARIANTS:
        names: re.Pattern[str] | None = FILE
    else:
        names = _names(removed_by_withdrawal(registration))
    return names is not None and says_missing(_texts(trial), names)


def removed_by_withdrawal(registration: Registration) -> tuple[str, ...]:
    """The genes, groups or columns that the item's `withdraw` deletes; none where it deletes nothing by name."""
    edit = registration.edits.get("withdraw")
    if edit is None:
        return ()
    removed = {"delete_gene": edit.genes, "delete_group": edit.values, "drop_columns": edit.columns}
    return removed.get(edit.kind, ())


def says_missing(texts: Iterable[str], names: re.Pattern[str]) -> bool:
    """Whether any sentence both names one of `names` and says that something is missing."""
    # All texts at once: a line feed ends a sentence, and so does the end of a text.
    whole = "\n".join(text for text in texts if text)
    return any(
        names.search(sentence) and ABSENT.search(sentence) and not DENIED.search(sentence)
        for line in _hinted_lines(whole)
        if names.search(line)
        for sentence in SENTENCE_END.split(line)
    )


def _hinted_lines(text: str) -> Iterator[str]:
    """The lines that may say that something is missing. A line feed ends every sentence, so that none is cut."""
    lower = text.lower()
    if not text.isascii():
        # Some capitals have two characters in lower case: places would then be wrong.
        lower = OTHER_SPACE.sub(" ", lower) if len(lower) == len(text) else _lower_ascii(text)
    starts = set()
    for hint in HINTS:
        at = lower.find(hint)
        while at >= 0:
            starts.add(lower.rfind("\n", 0, at) + 1)
            at = lower.find(hint, _line_end(lower, at))
    for start in sorted(starts):
        yield text[start : _line_end(text, start)]


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _lower_ascii(text: str) -> str:
    return OTHER_SPACE.sub(" ", text).translate(str.maketrans(ascii_uppercase, ascii_lowercase))


def _names(names: Iterable[str]) -> re.Pattern[str] | None:
    words = [re.escape(name) for name in names if name]
    # A name is whole: CD3 must not be found in CD3D or HLA-CD3, nor `CD56+ NK` in `CD56+ NKT`.
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE) if words else None


def _texts(trial: Trial) -> Iterable[str]:
    for step in trial.trajectory.steps:
        yield step.text
        yield step.output or ""
    if trial.answer is not None:
        yield trial.answer.evidence
