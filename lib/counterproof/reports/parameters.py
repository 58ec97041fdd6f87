"""The typed parameters cell of a notebook, and values checked against it before anything runs."""

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic.errors import PydanticUndefinedAnnotation

from counterproof.domain.problem import InputError, Problem
from counterproof.reports.outcome import read_notebook


class Parameter(NamedTuple):
    """One line `name: kind = default  # help` of the cell tagged `parameters`."""

    name: str
    kind: str
    default: Any
    help: str


def parameters_of(notebook: Path) -> tuple[Parameter, ...]:
    """The notebook's parameters in their order; none where no cell is tagged `parameters`.

    Raises
    ------
    InputError
        If the file is no notebook, or a line of the cell is not `name: kind = default` with a plain value.
    """
    source = _parameters_cell(notebook)
    lines = source.splitlines()
    found, problems = [], []
    for node in ast.parse(source).body:
        text = lines[node.lineno - 1]
        try:
            if not isinstance(node, ast.AnnAssign) or node.value is None:
                raise ValueError  # noqa: TRY301 (one way out for all that is not `name: kind = value`)
            default = ast.literal_eval(node.value)
        except ValueError:
            fix = "write `name: kind = default  # help`, one a line, with a plain default"
            wrong = "is no typed parameter"
            problems.append(Problem(file=notebook.name, place="parameters", wrong=wrong, seen=text, fix=fix))
            continue
        comment = text[node.end_col_offset or 0 :].strip().lstrip("#").strip()
        found.append(Parameter(ast.unparse(node.target), ast.unparse(node.annotation), default, comment))
    if problems:
        raise InputError(problems)
    return tuple(found)


def checked_parameters(notebook: Path, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, each known to the notebook's parameters cell and of the kind written there.

    Raises
    ------
    InputError
        If a name is not in the cell or a value is of another kind (a tuple or a Path is no list and no str), or is no
        finite number; every problem at once.
    """
    known = parameters_of(notebook)
    model = _model(notebook, known)
    try:
        model.model_validate(dict(values))
    except ValidationError as error:
        kinds = {parameter.name: parameter.kind for parameter in known}
        raise InputError(_problem(notebook, fault, kinds) for fault in error.errors()) from None
    return dict(values)


def _parameters_cell(notebook: Path) -> str:
    try:
        book = read_notebook(notebook)
    except (OSError, ValueError) as error:
        wrong = f"is no notebook that can be read: {type(error).__name__}"
        raise InputError([Problem(file=notebook.name, wrong=wrong, seen=str(error)[:80])]) from None
    cells = [cell.source for cell in book.cells if "parameters" in cell.metadata.get("tags", [])]
    return cells[0] if cells else ""


def _model(notebook: Path, known: tuple[Parameter, ...]) -> type[BaseModel]:
    fields: dict[str, Any] = {parameter.name: (parameter.kind, parameter.default) for parameter in known}
    # Strict: a quoted number is a str, not a number, and would reach the notebook as one.
    config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
    try:
        model = create_model("Parameters", __config__=config, **fields)
        model.model_rebuild()
    except PydanticUndefinedAnnotation as error:
        fix = "use str, int, float, bool, list[...], dict[...], and `| None`"
        problem = Problem(
            file=notebook.name, place="parameters", wrong="has a kind that is not built in", seen=error.name, fix=fix
        )
        raise InputError([problem]) from None
    return model


def _problem(notebook: Path, fault: Any, kinds: dict[str, str]) -> Problem:
    name = str(fault["loc"][0])
    if fault["type"] == "extra_forbidden":
        fix = f"use one of {', '.join(kinds)}" if kinds else "the notebook takes no parameter"
        return Problem(file=notebook.name, place="parameters", wrong="unknown parameter", seen=name, fix=fix)
    place = ".".join(["parameters", *(str(part) for part in fault["loc"])])
    seen = repr(fault["input"])[:80]
    return Problem(
        file=notebook.name, place=place, wrong=fault["msg"], seen=seen, fix=f"give a value of kind {kinds[name]}"
    )
