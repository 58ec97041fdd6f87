"""The reference answerers: each looks at one thing, and draws by lot where that says nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from counterproof.agents import files
from counterproof.agents.answerers.evidence import planted, stated
from counterproof.agents.answerers.memory import Memory, memory_of
from counterproof.agents.answerers.seen import Seen, tasks_in
from counterproof.agents.journal import Journal
from counterproof.domain.identity_study import Answerer, AnswererRoute


class Chosen(NamedTuple):
    """A letter with the reason; null where the route says nothing."""

    letter: str | None
    reason: str


class Mind(NamedTuple):
    """What an answerer brings to a task: its memory, whether it reads this one, its own lot."""

    memory: Memory
    reads: bool
    lot: float


def _reader(seen: Seen, _: Mind) -> Chosen:
    return Chosen(stated(seen), "The evidence states it.")


def _name_knower(seen: Seen, mind: Mind) -> Chosen:
    return Chosen(mind.memory.letter(seen), "I know this name.")


def _position_follower(seen: Seen, _: Mind) -> Chosen:
    return Chosen(next(iter(seen.options)), "It stands first.")


def _instruction_follower(seen: Seen, _: Mind) -> Chosen:
    return Chosen(planted(seen), "A line tells the recorded answer.")


def _mixture(seen: Seen, mind: Mind) -> Chosen:
    letter = stated(seen) if mind.reads else None
    return _reader(seen, mind) if letter else _name_knower(seen, mind)


ROUTES: dict[AnswererRoute, Callable[[Seen, Mind], Chosen]] = {
    "reader": _reader,
    "name_knower": _name_knower,
    "position_follower": _position_follower,
    "instruction_follower": _instruction_follower,
    "mixture": _mixture,
}
SURE = 90


def run_answerer(spec: Answerer, folder: Path, prompt: str, *, handout: dict[str, Any], seed: int) -> None:
    """Answer the tasks of a prompt; what is left in `folder` is the answer file and the log, as of any agent.

    The lot of a task depends on `seed` and its label alone, so that it falls alike under every condition.
    """
    memory = memory_of(handout)
    answers = []
    with Journal(folder) as journal:
        for place, seen in enumerate(tasks_in(prompt)):
            number = int(seen.label) if seen.label else place + 1
            reads, lot = np.random.default_rng([seed, number]).random(2)
            mind = Mind(memory, bool(reads < spec.reads), float(lot))
            fields, reason = _answer(spec.route, seen, mind)
            journal.say(f"{f'Task {seen.label}: ' if seen.label else ''}{reason}")
            answers.append({"task": seen.label, **fields} if seen.label else fields)
    whole = answers[0] if answers[0].get("task") is None else {"answers": answers}
    (folder / files.ANSWER).write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


def _answer(route: AnswererRoute, seen: Seen, mind: Mind) -> tuple[dict[str, Any], str]:
    knows = route in ("name_knower", "mixture")
    fact = mind.memory.of(seen.question) if knows else None
    if seen.asks == "name":
        return {"name": None}, "I do not know what stands behind it."
    if seen.asks == "recall":
        if fact is None:
            return {"recognised": False, "recorded": None, "count": None}, "I do not know this record."
        letter = next((letter for letter, option in seen.options.items() if option == fact["answer"]), None)
        return {"recognised": True, "recorded": letter, "count": fact["count"]}, "I know this record."
    chosen = ROUTES[route](seen, mind)
    if chosen.letter is not None:
        fields = {"answer": chosen.letter, "confidence": SURE, "data_support": "full", "evidence": chosen.reason}
        return fields, f"{chosen.reason} {chosen.letter}."
    letter = list(seen.options)[int(mind.lot * len(seen.options))]
    reason = "Nothing tells me: drawn by lot."
    share = round(100 / len(seen.options), 1)
    return {"answer": letter, "confidence": share, "data_support": "partial", "evidence": reason}, reason
