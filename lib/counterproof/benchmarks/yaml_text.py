"""YAML text that `plain_yaml` reads back as the same value."""

from typing import Any

import yaml

from counterproof.benchmarks.plain_yaml import KINDS


def yaml_text(value: Any) -> str:
    """The YAML of plain data, keys in their order.

    A text that either YAML 1.1 or our own reading takes for something else (`NO`, `1e5`, `2024-01-01`) is quoted.
    """
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


class _Dumper(yaml.SafeDumper):
    yaml_implicit_resolvers: dict[str, Any] = {  # noqa: RUF012, PyYAML's own class attribute
        first: list(kinds) for first, kinds in yaml.SafeDumper.yaml_implicit_resolvers.items()
    }

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002, PyYAML's signature
        return True


for _tag, _pattern, _first in KINDS:
    _Dumper.add_implicit_resolver(_tag, _pattern, _first)
