"""The registration form without its program: the same facts as a sentence and two plain tables."""

import html
from collections.abc import Mapping
from typing import Any

from counterproof.views.stepper_text import clean
from counterproof.views.tables.table import DASH, STYLE, Cell, Column, Table, Tone

ROLES = {"key": "key", "flip": "flip to", "other": DASH}
TONES: dict[str, Tone] = {"key": "key", "flip": "flip", "other": "quiet"}


def registering_twin(item: Mapping[str, Any], facts: Mapping[str, Any], *, text: str) -> str:
    """An item's question, what the data say of its registration, and the registration as YAML.

    HTML in which no text can become an element.
    """
    verdict = facts.get("verdict", {"title": "", "lines": []})
    told = "".join(f"<p>{html.escape(clean(line))}</p>" for line in verdict["lines"])
    card = (
        f'{STYLE}<div class="cp-card"><p><b>{html.escape(item["id"])}</b> {html.escape(item["state"])}.</p>'
        f"<p>{html.escape(clean(item['question']))}</p><p><b>{html.escape(clean(verdict['title']))}</b></p>{told}</div>"
    )
    parts = [card]
    if facts.get("options"):
        parts += [_options(item, facts).html(), _edits(facts).html()]
    if text:
        parts.append(f'<pre style="white-space: pre-wrap">{html.escape(clean(text))}</pre>')
    return "".join(parts)


def _options(item: Mapping[str, Any], facts: Mapping[str, Any]) -> Table:
    columns = (
        Column(name="option"),
        Column(name="stands for"),
        Column(name="role"),
        *(Column(name=column["name"], numeric=True) for column in facts["columns"]),
    )
    rows = tuple(
        (
            Cell(text=f"{option['letter']}  {clean(option['text'])}"),
            Cell(text=clean(option["target"])),
            Cell(text=ROLES[option["role"]], tone=TONES[option["role"]]),
            *(Cell(text=value) for value in option["shown"]),
        )
        for option in facts["options"]
    )
    return Table(caption=f"{item['id']}: {facts['unit']}; {facts['margin']:g} asked", columns=columns, rows=rows)


def _edits(facts: Mapping[str, Any]) -> Table:
    columns = tuple(Column(name=name) for name in ("version", "edit", "must support", "supports", "as it must"))
    rows = tuple(
        (
            Cell(text=column["name"]),
            Cell(text=clean(column["edit"]) or DASH),
            Cell(text=column["must"]),
            Cell(text=column["supported"] or "none"),
            Cell(text="yes" if column["ok"] else "no", tone="good" if column["ok"] else "bad", title=column["why"]),
        )
        for column in facts["columns"]
    )
    return Table(caption="What each edit would do, computed in memory", columns=columns, rows=rows)
