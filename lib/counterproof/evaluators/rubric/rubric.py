"""A chokepoint rubric: the decisions that any sound analysis of an item passes through, each with its points."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from counterproof.benchmarks.plain_yaml import read_yaml
from counterproof.benchmarks.wording import check_record
from counterproof.domain.item import Item
from counterproof.domain.name import Name
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.record import Record
from counterproof.domain.statistic import Family
from counterproof.store.study import OpenStudy

FOLDER = "rubrics"
RuleName = Literal["opens_data", "computes", "names_every_option", "states_evidence", "no_prior"]


class Criterion(Record):
    """One chokepoint. `points` is what it gives at most; `ask` says to a judge when it is met.

    `rule` names the fixed rule by which the reference judges decide it; a judge by a model does not see it.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    points: float = Field(gt=0, le=1000)
    ask: str = Field(min_length=1)
    rule: RuleName | None = None


class Rubric(Record):
    """The criteria of one item, of several, or of every item of some families.

    A trap is a criterion too: its points are given for not falling into it, so that a score lies in [0, 1].
    """

    id: Name
    items: tuple[str, ...] = ()
    families: tuple[Family, ...] = ()
    criteria: tuple[Criterion, ...] = Field(min_length=1)
    traps: tuple[Criterion, ...] = ()

    @property
    def parts(self) -> tuple[Criterion, ...]:
        """Criteria and traps, in the order of the file."""
        return (*self.criteria, *self.traps)

    @property
    def maximum(self) -> float:
        """The points of a trial that meets every criterion and falls into no trap."""
        return sum(part.points for part in self.parts)

    @model_validator(mode="after")
    def _whole(self) -> "Rubric":
        names = [part.id for part in self.parts]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            msg = f"two criteria or traps are named {', '.join(twice)}"
            raise ValueError(msg)
        if not self.items and not self.families:
            msg = "a rubric names the items or the families that it is for"
            raise ValueError(msg)
        return self


def read_rubrics(path: Path) -> tuple[Rubric, ...]:
    """The rubrics of a file or of every `.yaml` of a folder, by file name.

    Raises
    ------
    InputError
        If a file is no rubric, two have one id, or two are for the same item: every problem at once.
    """
    files = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    if not files or not path.exists():
        raise InputError([Problem(file=path.name, wrong="holds no rubric", fix="write one YAML file a rubric")])
    rubrics, problems = list[tuple[str, Rubric]](), list[Problem]()
    for file in files:
        value, faults = read_yaml(file, name=file.name)
        problems += faults
        if value is None and faults:
            continue
        rubric, wrong = check_record(value, Rubric, file=file.name)
        problems += wrong
        if rubric is not None:
            rubrics.append((file.name, rubric))
    problems += _doubles(rubrics)
    if problems:
        raise InputError(problems)
    return tuple(rubric for _, rubric in rubrics)


def study_rubrics(study: OpenStudy, path: str = "") -> tuple[Rubric, ...]:
    """The rubrics at `path`, or where none is given those in the study's own folder `rubrics`; none if it has none.

    Raises
    ------
    InputError
        As `read_rubrics`.
    """
    own = study.layout.study / FOLDER
    if path:
        return read_rubrics(Path(path))
    return read_rubrics(own) if own.is_dir() else ()


def rubric_of(item: Item, rubrics: Iterable[Rubric]) -> Rubric | None:
    """The rubric of an item: the one that names it, else the one of its family; null where there is none."""
    rubrics = tuple(rubrics)
    own = (rubric for rubric in rubrics if item.id in rubric.items)
    return next(own, None) or next((rubric for rubric in rubrics if item.family in rubric.families), None)


def _doubles(rubrics: Sequence[tuple[str, Rubric]]) -> list[Problem]:
    problems, seen = [], dict[tuple[str, str], str]()
    for file, rubric in rubrics:
        told = [("id", rubric.id), *(("item", name) for name in rubric.items)]
        told += [("family", name) for name in rubric.families]
        for kind, name in told:
            if (kind, name) in seen:
                wrong = f"the {kind} has a rubric in {seen[kind, name]} already"
                problems.append(Problem(file=file, place=kind, wrong=wrong, seen=name, fix="keep one of the two"))
            seen.setdefault((kind, name), file)
    return problems
