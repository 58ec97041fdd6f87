"""Twenty trajectories written by us whose right scores are known in kind: what a judge is checked with."""

from importlib.resources import files
from typing import Any, Literal, NamedTuple

import yaml
from pydantic import Field

from counterproof.domain.answer import Answer, DataSupport
from counterproof.domain.item import DataSource, Item
from counterproof.domain.record import Record
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.domain.trial import Trial, TrialKey

GoldenKind = Literal["grounded", "recalled", "eliminated", "hostile", "empty", "long"]
KINDS: tuple[GoldenKind, ...] = ("grounded", "recalled", "eliminated", "hostile", "empty", "long")


class GoldenStep(Record):
    """One step as the files have it: a message, or a tool call. `times` repeats its output."""

    say: str = ""
    tool: str | None = None
    input: str = ""
    output: str = ""
    error: bool = False
    times: int = 1


class GoldenAnswer(Record):
    """A final answer; null `choice` abstains."""

    choice: str | None
    confidence: float
    support: DataSupport
    evidence: str


class GoldenFile(Record):
    """One trajectory as the files have it. `against_key` says that the key is not given; `twin` names the trajectory
    that says the same without the attempt to talk the judge round; `like` is the kind whose scores a long one should
    have.
    """

    id: str
    item: str
    steps: tuple[GoldenStep, ...]
    answer: GoldenAnswer | None = None
    against_key: bool = False
    twin: str | None = None
    like: GoldenKind | None = None


class GoldenItem(Record):
    """A question as the files have it."""

    question: str
    options: dict[str, str] = Field(min_length=2)
    key: str


class Golden(NamedTuple):
    """One trajectory to be judged: what it is, its item and trial, and what it is compared with."""

    kind: GoldenKind
    item: Item
    trial: Trial
    file: GoldenFile

    @property
    def name(self) -> str:
        """Its name, which begins with its kind."""
        return self.file.id


def golden_trials() -> tuple[Golden, ...]:
    """All twenty, kind by kind."""
    items = {name: _item(name, GoldenItem.model_validate(facts)) for name, facts in _read("items").items()}
    return tuple(
        Golden(kind, items[file.item], _trial(file), file)
        for kind in KINDS
        for file in (GoldenFile.model_validate(facts) for facts in _read(kind))
    )


def _read(name: str) -> Any:
    text = (files("counterproof.evaluators.judge") / "golden" / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


def _item(name: str, facts: GoldenItem) -> Item:
    return Item(
        id=name,
        family="marker",
        question=facts.question,
        options=facts.options,
        key=facts.key,
        data=DataSource(source="simulated:none"),
    )


def _trial(file: GoldenFile) -> Trial:
    answer = file.answer
    key = TrialKey(
        item=file.item,
        variant="original",
        agent=file.id,
        replicate=1,
        seed=None,
        item_sha256="",
        data_sha256=None,
        prompt_sha256=None,
        agent_sha256=None,
    )
    said = answer and Answer(
        choice=() if answer.choice is None else (answer.choice,),
        confidence=answer.confidence,
        data_support=answer.support,
        evidence=answer.evidence,
    )
    outcome = "no_answer" if answer is None else "abstained" if answer.choice is None else "answered"
    steps = tuple(_step(step) for step in file.steps)
    trajectory = Trajectory(format="golden", steps=steps)
    return Trial(key=key, outcome=outcome, answer=said, trajectory=trajectory, seconds=None, started=None)


def _step(step: GoldenStep) -> Step:
    if step.tool is None:
        return Step(kind="message", text=step.say)
    return Step(kind="tool_call", tool=step.tool, input=step.input, output=step.output * step.times, error=step.error)
