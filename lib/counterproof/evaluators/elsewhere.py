"""The answer of a run that was made elsewhere, read as its item asks: a choice, numbers, or what a grader reads."""

from typing import NamedTuple

from pydantic import JsonValue

from counterproof.domain.answer import Answer, Outcome
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.table_item import TableItem
from counterproof.evaluators.extract.answer import OUTCOMES, read_answer
from counterproof.evaluators.extract.found import Passage
from counterproof.evaluators.extract.objects import extract_object
from counterproof.evaluators.extract.values import number_alone, read_numbers
from counterproof.evaluators.graders.choice import ChoiceGrader
from counterproof.evaluators.graders.number import NumberGrader
from counterproof.evaluators.graders.registry import grade
from counterproof.evaluators.graders.term import TermGrader
from counterproof.evaluators.graders.verdict import Verdict, failed
from counterproof.evaluators.loaded import grader_of


class Read(NamedTuple):
    """How an answer reads. `answer` is null unless the agent answered or abstained."""

    outcome: Outcome
    reason: str
    answer: Answer | None


def read_elsewhere(passage: Passage | None, *, item: Item) -> Read:
    """The answer in a passage.

    Raises
    ------
    InputError
        If the item's grader cannot be read: nothing tells then what an answer looks like.
    """
    if isinstance(item, TableItem):
        reply = read_numbers(passage, units=item.options)
        return Read(reply.outcome, reply.reason or "", reply.answer)
    if isinstance(item, LoadedItem) and not item.options:
        return _for_grader(passage, item)
    several = isinstance(item, LoadedItem) and len(item.keys) > 1
    read = read_answer(passage, options=item.options, several=several)
    return Read(read.outcome, read.reason, read.answer)


def verdict_on(answer: Answer | None, *, item: Item) -> Verdict:
    """The verdict of the item's own grader, or of its key; an answer that is missing fails with that reason.

    Raises
    ------
    InputError
        If the item's grader cannot be read.
    """
    if answer is None or not (answer.choice or answer.value is not None):
        return failed("no answer")
    return grade(list(answer.choice) or answer.value, grader=grader_of(item))


def _for_grader(passage: Passage | None, item: LoadedItem) -> Read:
    grader, found = grader_of(item), extract_object(passage)
    text = passage.text.strip() if passage else ""
    if found.status == "answered":
        return Read("answered", "", Answer(value=found.value))
    if isinstance(grader, TermGrader | ChoiceGrader) and text and passage and passage.source != "final_text":
        # A term or a letter may stand alone.
        return Read("answered", "", Answer(value={grader.field: text} if isinstance(grader, TermGrader) else text))
    if isinstance(grader, NumberGrader) and len(grader.targets) == 1 and (alone := number_alone(passage)):
        value: JsonValue = dict.fromkeys(grader.targets, alone.value)
        answer = Answer(value=value) if alone.status == "answered" else None
        return Read(OUTCOMES[alone.status], alone.reason, answer)
    return Read(OUTCOMES[found.status], found.reason, None)
