"""A stepper without its program: everything in one plain piece of HTML, long texts cut."""

import html
from typing import Any

from counterproof.views.code_words import with_code
from counterproof.views.stepper_text import clean

LONGEST = 1500
"""Characters of one text that the twin shows; the stepper itself has them all."""


def stepper_twin(data: dict[str, Any]) -> str:
    """The item, each trial's answer, and its steps to unfold, as HTML in which no text can become an element."""
    item = data["item"]
    options = "".join(_option(option) for option in item["options"])
    columns = "".join(_column(column) for column in data["columns"])
    return (
        f'<div class="cps-twin"><p><strong>{_text(item["id"])}</strong>, {_text(data["who"])}</p>'
        f"<p>{with_code(item['question'])}</p><ul>{options}</ul>{columns}</div>"
    )


def _option(option: dict[str, str]) -> str:
    role = {"key": " (key)", "flip": " (flip answer)"}.get(option["role"], "")
    return f"<li>{_text(option['letter'])}: {_text(option['text'])}{role}</li>"


def _column(column: dict[str, Any]) -> str:
    steps = "".join(_step(step) for step in column["steps"])
    summary = ", ".join(column_words(column))
    return (
        f"<details><summary><strong>{_text(column['label'])}</strong>: {_text(summary)}</summary>"
        f"<p>{_text(column['evidence'])}</p><ol>{steps}</ol></details>"
    )


def column_words(column: dict[str, Any]) -> list[str]:
    """How one trial ended, in a few words."""
    answer = f"answer {' '.join(column['choice'])}" if column["choice"] else "no answer"
    words = [answer, column["outcome"]]
    if column["has_data"]:
        words.append(f"the data support {column['supported'] or 'none'}")
    if column["confidence"] is not None:
        words.append(f"confidence {column['confidence']:.0f}%")
    if column["data_support"] is not None:
        words.append(f"says that the data support it: {column['data_support']}")
    words += [
        f"{each['evaluator']} {'unscored' if each['score'] is None else format(each['score'], '.2f')}"
        for each in column["scores"]
    ]
    return words


def _step(step: dict[str, Any]) -> str:
    name = step.get("tool") or step["kind"].replace("_", " ")
    error = " (error)" if step.get("error") else ""
    parts = [f"<p>{_text(step['text'])}</p>"] if "text" in step else []
    parts += [f"<pre>{_text(step[name])}</pre>" for name in ("input", "output") if name in step]
    return f"<li>{_text(name)}{error}{''.join(parts)}</li>"


def _text(value: Any) -> str:
    text = clean(str(value))
    cut = f"{text[:LONGEST]} ... {len(text) - LONGEST:,} more characters" if len(text) > LONGEST else text
    return html.escape(cut)
