"""Answers to several questions in one text: `Q1: B`, `Q2: A, C`, one a line."""

import re
from collections.abc import Mapping

from counterproof.evaluators.extract.choice import extract_choice
from counterproof.evaluators.extract.found import Extraction, Passage

_LABEL = re.compile(
    r"^[ \t>*_#-]*(?P<label>(?:Q|Question\s?|Answer\s?)\d+)[*_ \t]*[:.)][*_]*[ \t]*", re.MULTILINE | re.IGNORECASE
)


def extract_choices(
    passage: Passage | None, *, questions: Mapping[str, Mapping[str, str]], several: bool = False
) -> dict[str, Extraction]:
    """One extraction a question, named as in `questions` (label to options).

    A question that the text does not label has no answer; one labelled twice with different answers is ambiguous.
    """
    parts = _parts(passage) if passage else {}
    answers = {}
    for label, options in questions.items():
        found = [extract_choice(part, options=options, several=several) for part in parts.get(label.casefold(), [])]
        answers[label] = _agreed(found, label)
    return answers


def _parts(passage: Passage) -> dict[str, list[Passage]]:
    marks = list(_LABEL.finditer(passage.text))
    ends = [mark.start() for mark in marks[1:]] + [len(passage.text)]
    parts: dict[str, list[Passage]] = {}
    for mark, end in zip(marks, ends, strict=True):
        label = re.sub(r"\s|question|answer", "", mark["label"].casefold())
        part = passage.model_copy(
            update={"start": passage.start + mark.end(), "text": passage.text[mark.end() : end].rstrip()}
        )
        parts.setdefault(label if label.startswith("q") else f"q{label}", []).append(part)
    return parts


def _agreed(found: list[Extraction], label: str) -> Extraction:
    if not found:
        return Extraction(status="no_answer", reason=f"no line is labelled {label}")
    if len({(each.status, str(each.value)) for each in found}) > 1:
        readings = tuple(each.value for each in found)
        return Extraction(
            status="ambiguous", readings=readings, evidence=found[-1].evidence, reason=f"{label} is answered twice"
        )
    return found[-1]
