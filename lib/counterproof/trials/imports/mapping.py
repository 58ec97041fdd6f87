"""The file of `--map`: what the paths and names of somebody else's runs mean in a study."""

import re
from pathlib import Path
from typing import Self

from pydantic import Field, field_validator, model_validator

from counterproof.benchmarks.plain_yaml import read_yaml
from counterproof.benchmarks.wording import check_record
from counterproof.domain.problem import InputError
from counterproof.domain.record import Record
from counterproof.trials.imports.naming import Names

FIELDS = Names._fields
FIELD = re.compile(r"\{(\w*)\}")


class MappedPath(Record):
    """Which files are runs, and what their paths tell.

    `path` is relative to the imported folder and names a log, or the folder of a run; `{item}`, `{agent}`, `{variant}`,
    `{replicate}`, `{model}` and `{harness}` stand for a part of it, `*` for anything between two slashes. What the
    path does not tell stands beside it. `answer` is the answer file's path beside the log.
    """

    path: str = Field(min_length=1)
    item: str | None = None
    agent: str | None = None
    variant: str | None = None
    replicate: int | None = None
    model: str | None = None
    harness: str | None = None
    answer: str | None = None

    @field_validator("path")
    @classmethod
    def _known_fields(cls, value: str) -> str:
        strange = [name for name in FIELD.findall(value) if name not in FIELDS]
        if strange:
            msg = f"{{{strange[0]}}} stands for nothing: use {', '.join(f'{{{name}}}' for name in FIELDS)}, or *"
            raise ValueError(msg)
        return value.strip("/")

    @model_validator(mode="after")
    def _told_once(self) -> Self:
        twice = [name for name in FIELD.findall(self.path) if getattr(self, name) is not None]
        if twice:
            msg = f"the path tells the {twice[0]}, and so does {twice[0]}: keep one"
            raise ValueError(msg)
        return self

    def names(self, path: str) -> Names | None:
        """What a path tells; None for one that this does not speak of."""
        found = _pattern(self.path).fullmatch(path)
        if found is None:
            return None
        told = {name: getattr(self, name) for name in FIELDS} | found.groupdict()
        return Names(**{name: None if value is None else str(value) for name, value in told.items()})


class ImportMap(Record):
    """A whole mapping file. `items`, `agents` and `variants` map names found there to names of the study."""

    runs: tuple[MappedPath, ...] = ()
    items: dict[str, str] = Field(default_factory=dict)
    agents: dict[str, str] = Field(default_factory=dict)
    variants: dict[str, str] = Field(default_factory=dict)


def read_map(path: Path) -> ImportMap:
    """The mapping of a YAML file.

    Raises
    ------
    InputError
        With every problem of the file.
    """
    value, problems = read_yaml(path, name=path.name)
    if problems:
        raise InputError(problems)
    checked = check_record(value or {}, ImportMap, file=path.name)
    if checked.problems:
        raise InputError(checked.problems)
    mapping: ImportMap = checked.record
    return mapping


def _pattern(path: str) -> re.Pattern[str]:
    pattern, seen = "", set[str]()
    for part in re.split(r"(\{\w+\}|\*)", path):
        if part == "*":
            pattern += "[^/]*"
        elif part[:1] == "{":
            name = part[1:-1]
            # Standing there again, it is the same text.
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>[^/]+?)"
            seen.add(name)
        else:
            pattern += re.escape(part)
    return re.compile(pattern)
