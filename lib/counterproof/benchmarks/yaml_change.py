"""A YAML text with some keys changed: every other line stays byte for byte, comments included."""

from collections.abc import Collection, Mapping
from typing import Any

import yaml

from counterproof.benchmarks.plain_yaml import parse_yaml
from counterproof.benchmarks.yaml_text import yaml_text

INDENT = 2
BYTE_ORDER_MARK = "\ufeff"


def changed_yaml(text: str, value: Mapping[str, Any], *, as_comments: Collection[str] = ()) -> str:
    """The text as a YAML file of `value`, a block of keys; what it says already is left as it stands.

    Inside a key that is a block itself the same holds, so that only lines whose value is another are written anew; a
    comment behind a value of one line is kept. A key that goes takes its own lines with it, and not the comments above
    it. A text that cannot be changed in this way (written in braces, with anchors) is written anew, without comments.

    Parameters
    ----------
    as_comments
        Keys that go, whose lines stay as comments.
    """
    body = text.removeprefix(BYTE_ORDER_MARK)
    mark = text[: len(text) - len(body)]
    end = "\r\n" if "\r\n" in body else "\n"
    changed = _changed(body.replace("\r\n", "\n"), dict(value), as_comments)
    return mark + (yaml_text(dict(value)) if changed is None else changed).replace("\n", end)


def block_text(value: dict[str, Any]) -> str:
    """A block of keys as it is put into a file: what lies deeper than a block at the margin stands on one line."""
    return "".join(f"{line}\n" for line in _lines_of(value, 0))


def _changed(text: str, value: dict[str, Any], as_comments: Collection[str]) -> str | None:
    old = parse_yaml(text, name="")
    if old.problems or not isinstance(old.value, dict):
        return None
    node = yaml.compose(text, Loader=yaml.BaseLoader)
    lines = text.split("\n")
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        return None
    if not _edit(lines, node, old.value, value, as_comments):
        return None
    done = "\n".join(lines).rstrip("\n") + "\n"
    again = parse_yaml(done, name="")
    # Whatever a line was taken for: the text must say what was asked for, and nothing else.
    return done if not again.problems and _same(again.value, value) else None


def _edit(
    lines: list[str],
    node: yaml.MappingNode,
    old: dict[Any, Any],
    new: dict[str, Any],
    as_comments: Collection[str] = (),
) -> bool:
    """Change the lines of a block of keys; False, with lines in any state, where that cannot be done."""
    known = {key.value: (key, value) for key, value in node.value}
    if [*map(str, old)] != [*known]:
        return False
    indent = node.start_mark.column
    after = _last_line(node) + 1
    lines[after:after] = _lines_of({name: new[name] for name in new if name not in old}, indent)
    # From the last line to the first, so that the places of those above stay what they are.
    for name, (key, place) in reversed(known.items()):
        first, last = key.start_mark.line, _last_line(place)
        if name in new and _same(new[name], old[name]):
            continue
        if lines[first][: key.start_mark.column].strip():
            return False
        if name not in new:
            lines[first : last + 1] = [f"# {line}" for line in lines[first : last + 1]] if name in as_comments else []
        elif _is_block(place, after=first) and isinstance(new[name], dict) and new[name]:
            if not _edit(lines, place, old[name], new[name]):
                return False
        else:
            fresh = _lines_of({name: new[name]}, indent)
            behind = _comment(lines[last], place) if len(fresh) == 1 else ""
            lines[first : last + 1] = [*fresh[:-1], fresh[-1] + behind]
    return True


def _is_block(node: yaml.Node, *, after: int) -> bool:
    return isinstance(node, yaml.MappingNode) and not node.flow_style and node.start_mark.line > after


def _lines_of(value: dict[str, Any], indent: int) -> list[str]:
    """The lines of some keys: a block for one at the margin, one line for one that lies deeper."""
    lines: list[str] = []
    for name, inner in value.items():
        named = yaml_text({name: None}).removesuffix(" null\n")
        if isinstance(inner, dict) and inner:
            deeper = [] if indent else _lines_of(inner, INDENT)
            lines += [named, *deeper] if deeper else [f"{named} {yaml_text(inner, one_line=True).strip()}"]
        else:
            lines += yaml_text({name: inner}).rstrip("\n").split("\n")
    return [f"{' ' * indent}{line}" if line else line for line in lines]


def _comment(line: str, node: yaml.Node) -> str:
    """What stands behind a value that ends on this line."""
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return ""
    rest = line[node.end_mark.column :]
    return rest.rstrip() if rest.lstrip().startswith("#") else ""


def _last_line(node: yaml.Node) -> int:
    """The number of the last line that belongs to a value."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    line = int(node.end_mark.line)
    block = isinstance(node, yaml.ScalarNode) and node.style in ("|", ">")
    return line - 1 if block and node.end_mark.column == 0 and line > node.start_mark.line else line


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same also for a strict reader: 1 is neither true nor 1.0."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(_same(each, that) for each, that in zip(one, other, strict=True))
    return type(one) is type(other) and bool(one == other)
