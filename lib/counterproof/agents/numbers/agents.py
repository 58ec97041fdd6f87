"""The reference agents on items that ask for numbers: what each answers, and why."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import JsonValue

from counterproof.agents import files
from counterproof.agents.journal import Journal
from counterproof.agents.numbers.brief import TableBrief
from counterproof.agents.numbers.problems import PROBLEMS
from counterproof.agents.numbers.table import AgentTable, MissingColumnError
from counterproof.domain.agent import ReferenceName
from counterproof.domain.truth import values_text


class Computed(NamedTuple):
    """The numbers that a table gives, or null, with a sentence that gives the reason."""

    values: dict[str, float] | None
    reason: str


@dataclass(frozen=True)
class TableTask:
    """One trial as the agent sees it: its folder, its brief, its prior if it was given one, its journal."""

    folder: Path
    brief: TableBrief
    prior: dict[str, float] | None
    journal: Journal

    def known(self) -> dict[str, float]:
        """The prior's numbers; raises ValueError where none were handed over."""
        if self.prior is None:
            msg = "this agent answers from a prior, and its handout has none"
            raise ValueError(msg)
        return self.prior


def answer_numbers(route: ReferenceName, folder: Path, *, handout: dict[str, Any]) -> None:
    """Let the agent of a route work in `folder`; it leaves its answer and its trajectory there.

    Raises
    ------
    ValueError
        If the route chooses among options, or no computation of the brief's name is known.
    """
    if route not in NUMBER_AGENTS:
        msg = f"the route {route!r} chooses among options, and this item has none: take the agent out of the study"
        raise ValueError(msg)
    with Journal(folder) as journal:
        brief = TableBrief.model_validate(handout["brief"])
        NUMBER_AGENTS[route](TableTask(folder, brief, handout.get("prior"), journal))


def analyst(task: TableTask) -> None:
    """Answer what the table gives, or abstain with support `none`."""
    _report(task, _compute(task))


def reciter(task: TableTask) -> None:
    """Answer the prior, whatever the table holds, in full confidence."""
    known = task.known()
    task.journal.say(f"This is well known: {values_text(known)}. There is no need to look at the data.")
    evidence = f"The literature gives {values_text(known)}."
    task.journal.answer(_as_asked(known), confidence=99, support="full", evidence=evidence)


def fallback(task: TableTask) -> None:
    """Answer what the table gives, or else the prior, unflagged."""
    known, found = task.known(), _compute(task)
    if found.values is not None:
        _report(task, found)
        return
    task.journal.say(f"One would expect {values_text(known)} here.")
    evidence = f"{values_text(known)} fits best."
    task.journal.answer(_as_asked(known), confidence=80, support="partial", evidence=evidence)


NUMBER_AGENTS: dict[ReferenceName, Callable[[TableTask], None]] = {
    "analyst": analyst,
    "reciter": reciter,
    "fallback": fallback,
}

COMPUTING: tuple[ReferenceName, ...] = ("analyst", "fallback", "mixed")
"""The routes that compute, and so can only be asked what one of `PROBLEMS` gives."""


def _compute(task: TableTask) -> Computed:
    name = task.brief.analysis
    if name not in PROBLEMS:
        msg = f"the reference analyst has no computation {name!r}: it has {', '.join(PROBLEMS)}"
        raise ValueError(msg)
    what = "; ".join(f"{field} ({unit})" for field, unit in task.brief.asked.items())
    task.journal.say(f"I compute {what} by {name}.")
    path = task.folder / task.brief.file
    if not path.exists():
        found = ", ".join(sorted(entry.name for entry in task.folder.iterdir() if entry.name != files.TRAJECTORY))
        task.journal.called("list_files", ".", output=found)
        task.journal.say(f"There is no data file here: {task.brief.file} is missing, so there is nothing to compute.")
        return Computed(None, "No data file was given.")
    table = AgentTable(path)
    shape = f"{table.n_rows} rows; columns {', '.join(table.names)}"
    task.journal.called("python", f'table = read("{task.brief.file}")\nshape(table)', output=shape)
    try:
        values = PROBLEMS[name](table)
    except MissingColumnError as error:
        reason = f"The column {error} is not in the table, so that {name} cannot be computed."
        task.journal.called("python", f"{name}(table)", output=f"KeyError: {str(error)!r}", error=True)
        task.journal.say(reason)
        return Computed(None, reason)
    task.journal.called("python", f"{name}(table)", output=str(values))
    return Computed(values, f"The table gives {values_text(values)} over {table.n_rows} rows.")


def _report(task: TableTask, found: Computed) -> None:
    if found.values is None:
        task.journal.answer(None, confidence=0, support="none", evidence=found.reason)
    else:
        task.journal.answer(_as_asked(found.values), confidence=95, support="full", evidence=found.reason)


def _as_asked(values: dict[str, float]) -> JsonValue:
    """One number as it is, several as an object: as the prompt asks."""
    return next(iter(values.values())) if len(values) == 1 else dict(values)
