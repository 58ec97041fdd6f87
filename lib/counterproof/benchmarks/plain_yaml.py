"""YAML as its author meant it: `NO`, `off` and `2024-01-01` are text, and no key stands twice."""

import re
from collections.abc import Hashable
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from counterproof.domain.problem import Problem

KINDS = (
    ("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|)$"), ["~", "n", ""]),
    ("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), ["t", "f"]),
    ("tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")),
    (
        "tag:yaml.org,2002:float",
        re.compile(r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$"),
        list("-+.0123456789"),
    ),
)
"""What is not text. YAML 1.1 also turns NO, off, 1:30, 0o17, 007 and dates into something else; here they stay text."""
HALF = re.compile(r"[\ud800-\udfff]")
MOST_REPEATED = 100_000
"""Values that a file's aliases may repeat, together: nine lines of nested ones can stand for more than memory holds."""


class Parsed(NamedTuple):
    """The value of a file, null where it could not be read, and what is wrong with its text."""

    value: Any
    problems: tuple[Problem, ...]


def read_yaml(path: Path, *, name: str) -> Parsed:
    """The value of a YAML file; problems name the file `name`. Nothing is raised for a bad file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = f"is not UTF-8 text at byte {error.start}"
        return Parsed(None, (Problem(file=name, wrong=wrong, fix="save the file as UTF-8"),))
    except OSError as error:
        return Parsed(None, (Problem(file=name, wrong=f"cannot be read: {error.strerror}"),))
    return parse_yaml(text, name=name)


def parse_yaml(text: str, *, name: str) -> Parsed:
    """The value of a YAML text; problems name the file `name`."""
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is not None and _repeated(node) > MOST_REPEATED:
            fix = "write out what the aliases (*) stand for, and once only"
            wrong = f"its aliases repeat more than {MOST_REPEATED:,} values, or one holds itself"
            return Parsed(None, (Problem(file=name, wrong=wrong, fix=fix),))
        value = None if node is None else loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"line {mark.line + 1}" if mark else ""
        wrong = f"is not YAML: {error.problem or error.context}"
        fix = "check the indentation, the colons and the quotes of this line and the one above"
        return Parsed(None, (Problem(file=name, place=place, wrong=wrong, fix=fix),))
    except yaml.YAMLError as error:
        return Parsed(None, (Problem(file=name, wrong=f"is not YAML: {' '.join(str(error).split())}"),))
    except ValueError as error:
        # A number of thousands of digits, which Python refuses to read.
        return Parsed(None, (Problem(file=name, wrong=f"holds a value that cannot be read: {error}"),))
    except RecursionError:
        return Parsed(None, (Problem(file=name, wrong="is nested too deeply to be read"),))
    twice = tuple(
        Problem(
            file=name,
            place=f"line {line}",
            wrong="the key stands twice in one block",
            seen=str(key),
            fix="keep one of the two",
        )
        for line, key in loader.twice
    )
    halves = tuple(
        Problem(
            file=name,
            place=f"line {line}",
            wrong="an escape \\uD800 to \\uDFFF is half a character",
            fix="write the character itself",
        )
        for line in loader.halves
    )
    return Parsed(value, (*twice, *halves))


def _repeated(root: yaml.Node) -> float:
    """How many values a document has more than its text says, since aliases repeat them; infinite for a circle."""
    whole: dict[yaml.Node, float] = {}

    def count(node: yaml.Node) -> float:
        if node not in whole:
            whole[node] = float("inf")
            parts = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
            whole[node] = 1 + sum(map(count, parts)) if isinstance(parts, list) else 1
        return whole[node]

    return count(root) - len(whole)


class _Loader(yaml.SafeLoader):
    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 PyYAML's own class attribute; filled below

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.twice: list[tuple[int, Hashable]] = []
        self.halves: list[int] = []

    def construct_scalar(self, node: yaml.ScalarNode | yaml.MappingNode) -> Any:
        value = super().construct_scalar(node)
        if isinstance(value, str) and HALF.search(value):
            # JSON writes a character beyond the first 65,536 as two escapes: together they are one again.
            value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            if "\ufffd" in value:
                self.halves.append(node.start_mark.line + 1)
        return value

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 PyYAML's signature
        seen: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable):
                if key in seen:
                    self.twice.append((key_node.start_mark.line + 1, key))
                seen.add(key)
        return super().construct_mapping(node, deep=deep)


for _tag, _pattern, _first in KINDS:
    _Loader.add_implicit_resolver(_tag, _pattern, _first)
