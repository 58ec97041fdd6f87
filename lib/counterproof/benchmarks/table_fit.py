"""Do the table items fit their tables? Every cell, every edit and the reference analysis are looked at beforehand."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from counterproof.domain.agent import AgentSpec, ReferenceAgent
from counterproof.domain.item import Item
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table_item import TableDraft, TableItem
from counterproof.domain.variant import Edit
from counterproof.edits.columns import apply_to_table
from counterproof.matter.source import locate
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.read import read_table

NO_OPTIONS = ("guesser", "eliminator")
"""Routes of reference agents that choose among options."""
Named = tuple[str, Item]


def cell_items(items: Iterable[Named]) -> tuple[Named, ...]:
    """The items with options, each with the name of its file."""
    return tuple((name, item) for name, item in items if not isinstance(item, TableItem))


def table_misfits(
    items: Iterable[Named], *, agents: Sequence[AgentSpec], study: Path, sources: Path
) -> tuple[Problem, ...]:
    """Everything that the table items ask for and their tables, or the study, do not have.

    Parameters
    ----------
    items
        Each item with the name of its file; those with options are passed over.
    study
        The study's folder.
    sources
        Folder for simulated data, which are written there.
    """
    tables = [(name, item) for name, item in items if isinstance(item, TableItem)]
    problems = [
        Problem(
            file="study.yaml",
            place=f"agents.{agent.name}",
            wrong=f"the route {agent.route!r} chooses among options, and table items have none",
            fix="take the agent out, or put the table items into a study of their own",
        )
        for agent in agents
        if tables and isinstance(agent, ReferenceAgent) and agent.route in NO_OPTIONS
    ]
    for name, item in tables:
        problems += _of_item(name, item, study=study, sources=sources)
    return tuple(problems)


def _of_item(name: str, item: TableItem, *, study: Path, sources: Path) -> Iterator[Problem]:
    draft = item.table
    if draft is None:
        return
    yield from (Problem(file=name, place="table.reference", **fault) for fault in _of_reference(draft, study))
    if draft.withdraw.kind not in ("drop_columns", "permute_columns"):
        fix = "use drop_columns or permute_columns"
        wrong = "takes no evidence away"
        yield Problem(file=name, place="table.withdraw.kind", wrong=wrong, seen=draft.withdraw.kind, fix=fix)
    try:
        path = locate(item.data.source, study=study, sources=sources)
    except InputError as error:
        yield from (one.model_copy(update={"file": name, "place": "data.source"}) for one in error.problems)
        return
    try:
        frame = read_table(path, item.data)
    except InputError as error:
        yield from error.problems
        return
    strange = sorted(set(draft.decisions) - set(item.data.names))
    for column in strange:
        yield Problem(
            file=name, place="table.decisions", wrong="the table has no such column", seen=column, fix="take it out"
        )
    for place, edit in (("withdraw", draft.withdraw), ("flip", draft.flip)):
        yield from _of_edit(name, place, edit, frame)


def _of_edit(name: str, place: str, edit: Edit, frame: Frame) -> Iterator[Problem]:
    try:
        apply_to_table(edit, frame, seed=0)
    except InputError as error:
        yield from (one.model_copy(update={"file": name, "place": f"table.{place}"}) for one in error.problems)


def _of_reference(draft: TableDraft, study: Path) -> Iterator[dict[str, str]]:
    file, _, function = draft.reference.partition(":")
    path = study / file
    if not path.is_file():
        yield {"wrong": "the study has no such file", "seen": file, "fix": "give a path inside the study's folder"}
        return
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError) as error:
        yield {"wrong": f"is no Python file: {error}", "seen": file, "fix": "correct the file"}
        return
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    if function not in functions:
        yield {"wrong": f"{file} has no such function", "seen": function, "fix": f"use one of: {', '.join(functions)}"}
