"""What an agent reads in an identity audit: one instance or several, and how to answer."""

from collections.abc import Sequence
from typing import NamedTuple

from counterproof.construct.conditions import Shown
from counterproof.construct.prompts import ANSWER_FILE, ANSWER_PARAGRAPH
from counterproof.domain.condition import ConditionName
from counterproof.domain.instance import Instance

FIELDS = {
    "option": """- `answer`: the letter of one option, or null if you do not answer;
- `confidence`: your confidence in the answer, a number from 0 to 100;
- `data_support`: how far the evidence shown supports the answer: "full", "partial", or "none" if it cannot decide;
- `evidence`: one sentence that names the evidence you used.""",
    "recall": """- `recognised`: true if you know this record from memory, else false;
- `recorded`: the letter of the outcome that is recorded, or null if you do not know it;
- `count`: the recorded count as a number, or null if you do not know it.""",
    "name": """- `name`: the real name that stands behind it, or null if you do not know it.""",
}


class Task(NamedTuple):
    """One instance as a call shows it. `label` tells it from the others of its call and says nothing else."""

    label: str
    instance: Instance
    shown: Shown


def asks(condition: ConditionName) -> str:
    """What a condition asks for: `option`, `recall` or `name`."""
    return "recall" if condition == "recall" else "name" if condition.startswith("reidentify") else "option"


def call_prompt(tasks: Sequence[Task], condition: ConditionName, *, record_name: str, count_name: str) -> str:
    """The prompt of a call: its instances, then the answer contract. The condition is never named, nor the study.

    A call of one instance asks for the same file as any other trial; one of several asks for a list.
    """
    kind = asks(condition)
    alone = len(tasks) == 1
    parts = [_task(task, kind, alone=alone, record_name=record_name, count_name=count_name) for task in tasks]
    return "\n".join([*parts, _contract(kind, alone=alone)])


def _task(task: Task, kind: str, *, alone: bool, record_name: str, count_name: str) -> str:
    head = [] if alone else [f"# Task {task.label}\n"]
    options = "\n".join(f"{letter}. {text}" for letter, text in task.shown.options.items())
    if kind == "recall":
        names = "\n".join(f"- {entity.kind}: {entity.name}" for entity in task.instance.entities)
        return "\n".join(
            [
                *head,
                f"## Record\n\n{names}\n",
                f"## Options\n\n{options}\n",
                f"## Count\n\nThe count asked for is the {count_name} in {record_name}.\n",
            ]
        )
    evidence = [f"## {task.instance.evidence_title}\n\n{task.shown.evidence}\n"] if task.shown.evidence else []
    question = [f"## Question\n\n{task.shown.question.strip()}\n", f"## Options\n\n{options}\n"]
    if kind == "name":
        question.append("## Asked\n\nWhat is the real name of the first hidden thing in this text?\n")
    return "\n".join([*head, *evidence, *question])


def _contract(kind: str, *, alone: bool) -> str:
    if kind == "option" and alone:
        return ANSWER_PARAGRAPH.replace("how far the data support", "how far the evidence shown supports").replace(
            "if the data cannot decide", "if it cannot decide"
        )
    memory = "Answer from memory alone, without looking anything up. " if kind == "recall" else ""
    if alone:
        return (
            f"## How to answer\n\n{memory}Write a file `{ANSWER_FILE}` in your working folder, one JSON object with "
            f"exactly these fields:\n\n{FIELDS[kind]}\n"
        )
    return (
        f"# How to answer\n\n{memory}Answer every task by itself. Write a file `{ANSWER_FILE}` in your working folder, "
        "one JSON object with one field `answers`: a list with one object a task, with the field `task` (its label) "
        f"and exactly these:\n\n{FIELDS[kind]}\n"
    )
