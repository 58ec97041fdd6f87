"""How an item is graded on its own: by its key, or by the grader that came with it."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress

from pydantic import JsonValue, TypeAdapter, ValidationError

from counterproof.benchmarks.option_lines import letters_of
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.problem import InputError
from counterproof.evaluators.extract.choice import extract_choice
from counterproof.evaluators.extract.sources import passage_of
from counterproof.evaluators.extract.strict_json import JsonFaultError, NotJsonError, parse
from counterproof.evaluators.graders.blocks import read_block
from counterproof.evaluators.graders.choice import ChoiceGrader
from counterproof.evaluators.graders.registry import Grader, grade
from counterproof.evaluators.graders.term import TermGrader
from counterproof.evaluators.graders.verdict import Verdict, failed
from counterproof.evaluators.graders.weakness import weaknesses

MARKED = re.compile(r"\s*\(?[A-Z][).:]")
"""An answer that begins with an option's letter as questions mark it: `B) Goblet cells`."""


def grader_of(item: Item) -> Grader:
    """The grader of an item: the one that came with it, else that of its key.

    BAISBench gives half a point for a part of several keys; the pass is for all of them.

    Raises
    ------
    InputError
        If the grader block cannot be read.
    """
    if isinstance(item, LoadedItem) and item.grader is not None:
        return _read(item.grader, file=item.id)
    partial = isinstance(item, LoadedItem) and item.benchmark == "baisbench"
    return ChoiceGrader(accepted=(tuple(item.key.split(",")),), partial=partial)


def grade_text(text: str, *, item: Item, grader: Grader) -> Verdict:
    """The verdict on an answer as a list has it: a letter, several, an option with its letter or its text, or JSON."""
    if isinstance(grader, ChoiceGrader):
        return _grade_choice(text, item=item, grader=grader)
    try:
        value = parse(text).value
    except (JsonFaultError, NotJsonError) as error:
        if not isinstance(grader, TermGrader):
            return failed(f"cannot be read: {error}")
        value = text.strip()
    if isinstance(grader, TermGrader) and not isinstance(value, dict):
        value = {grader.field: text.strip()}
    return grade(value, grader=grader)


def _grade_choice(text: str, *, item: Item, grader: ChoiceGrader) -> Verdict:
    letters = letters_of(text)
    if letters and MARKED.match(text) and set(letters) <= set(item.options):
        return grade(list(letters), grader=grader)
    several = any(len(accepted) > 1 for accepted in grader.accepted)
    read = extract_choice(passage_of(text), options=item.options, several=several)
    if read.value is None and not item.options:
        return grade(text.strip(), grader=grader)
    if read.value is None:
        return failed(read.reason or f"{read.status}: no choice in {text!r}")
    return grade(read.value, grader=grader)


def unreadable_graders(items: Iterable[Item]) -> Mapping[str, str]:
    """By item, why its grader cannot be read; nothing for items that can be scored."""
    faults = {}
    for item in items:
        try:
            grader_of(item)
        except InputError as error:
            faults[item.id] = "; ".join(problem.wrong for problem in error.problems)
    return faults


def weak_graders(items: Iterable[Item]) -> Mapping[str, str]:
    """By item, what passes its grader though it was made without data; nothing for graders that cannot be read."""
    faults = {}
    for item in items:
        with suppress(InputError):
            if found := weaknesses(grader_of(item)):
                faults[item.id] = "; ".join(found)
    return faults


def _read(block: Mapping[str, JsonValue], *, file: str) -> Grader:
    if "config" in block:
        return read_block(block, file=file)
    try:
        adapter: TypeAdapter[Grader] = TypeAdapter(Grader)
        return adapter.validate_python(block)
    except ValidationError:
        # Neither ours nor known: the reader of blocks tells it best.
        return read_block(block, file=file)
