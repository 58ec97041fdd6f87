"""YAML text that `plain_yaml` reads back as the same value."""

from typing import Any

import yaml

from counterproof.benchmarks.plain_yaml import KINDS


def yaml_text(value: Any, *, one_line: bool = False) -> str:
    """The YAML of plain data, keys in their order; in braces on one line, if that is asked for.

    A text that either YAML 1.1 or our own reading takes for something else (`NO`, `1e5`, `2024-01-01`) is quoted.
    """
    width = float("inf") if one_line else 110
    return yaml.dump(
        value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=width, default_flow_style=one_line
    )


class _Dumper(yaml.SafeDumper):
    yaml_implicit_resolvers: dict[str, Any] = {  # noqa: RUF012, PyYAML's own class attribute
        first: list(kinds) for first, kinds in yaml.SafeDumper.yaml_implicit_resolvers.items()
    }

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002, PyYAML's signature
        return True


for _tag, _pattern, _first in KINDS:
    _Dumper.add_implicit_resolver(_tag, _pattern, _first)
