"""Biomni's log: what `A1.go` prints and returns, blocks of text under headings of LangChain's making.

Source: biomni 0.0.8, `agent/a1.py` (`go`, `execute`) and `utils.py` (`pretty_print`).
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from counterproof.domain.trajectory import Ending, Totals, Trajectory
from counterproof.trajectories.parser import LogParser
from counterproof.trajectories.source import Source, opened

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_HEADING = re.compile(r"=+ (Human|Ai|System|Tool) Message =+", re.IGNORECASE)
_HEADING_WIDTH = 80
_TAGGED = re.compile(r"<(think|execute|observation|solution)>(.*?)(?:</\1>|\Z)", re.DOTALL)
_FAILED = ("Error:", "ERROR:", "Error in execution:", "Error running")
_NO_TAGS = "Each response must include thinking process followed by either"
_GAVE_UP = "Execution terminated due to repeated parsing errors"
_BASH = ("#!BASH", "# Bash script", "#!CLI")
_R = ("#!R", "# R code", "# R script")


class Biomni(LogParser):
    """A block is one event. Code in `<execute>` is a tool call, the next `<observation>` its output."""

    def __init__(self) -> None:
        super().__init__()
        self._n_calls = 0
        self._n_turns = 0
        self._solution: str | None = None
        self._ending: Ending | None = None

    @staticmethod
    def claims(value: Any) -> bool:
        """Whether this line, or first line of a text, is a heading as Biomni writes it."""
        return isinstance(value, str) and heading(value.partition("\n")[0]) is not None

    def event(self, value: dict[str, Any], *, at: int) -> bool:
        """Take one block: `{"by": "human" | "ai" | ..., "text": ...}`."""
        text = value["text"].strip("\n")
        if text.startswith(_NO_TAGS):
            self.log.note("format_error", text, at=at)
        elif value["by"] != "ai":
            self.log.prompt(text)
        else:
            self._n_turns += not text.startswith("<observation>")
            self._said(text, at=at)
        return True

    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory; Biomni tells no tokens, cost or time."""
        totals = Totals(turns=self._n_turns)
        return self.log.finish(
            "biomni", totals=totals, ending=self._ending, result_text=self._solution, replaced=replaced
        )

    def parse(self, source: Source) -> Trajectory:
        """The trajectory of printed text, or of the returned list as a JSON array of texts."""
        with opened(source) as stream:
            raw = stream.read()
        text = raw.decode("utf-8", "replace")
        replaced = text.count("\ufffd") - raw.count("\ufffd".encode())
        for at, (by, block) in enumerate(_blocks(_joined(text.removeprefix("\ufeff")))):
            if by is None:
                self.log.note("not_json", block, at=at)
            else:
                self.event({"by": by, "text": block}, at=at)
        return self.finish(replaced=replaced)

    def _said(self, text: str, *, at: int) -> None:
        if text.startswith(_GAVE_UP):
            self._ending = "infra_error"
            self.log.note("error", text, at=at)
            return
        end = 0
        for tagged in _TAGGED.finditer(text):
            self.log.say(text[end : tagged.start()].strip(), at=at)
            end = tagged.end()
            self._part(tagged.group(1), tagged.group(2), at=at)
        self.log.say(text[end:].strip(), at=at)

    def _part(self, tag: str, text: str, *, at: int) -> None:
        if tag == "think":
            self.log.say(text.strip(), kind="thinking", at=at)
        elif tag == "execute":
            self._n_calls += 1
            self.log.call(str(self._n_calls), tool=_language(text), arguments=text, at=at)
        elif tag == "observation":
            self.log.result(str(self._n_calls), text, at=at, error=text.lstrip().startswith(_FAILED))
        else:
            self._solution, self._ending = text.strip(), "completed"


def heading(line: str) -> str | None:
    """Who speaks under this heading, in lower case; None when the line is none."""
    line = _ANSI.sub("", line).strip("\r\n ")
    matched = _HEADING.fullmatch(line) if len(line) == _HEADING_WIDTH else None
    return matched.group(1).lower() if matched else None


def _blocks(text: str) -> Iterator[tuple[str | None, str]]:
    by: str | None = None
    block: list[str] = []
    is_output = False
    for line in text.split("\n"):
        # What the agent's own code prints may look like a heading.
        speaker = None if is_output else heading(line)
        if speaker is None:
            block.append(line)
            opened_here, closed_here = line.rfind("<observation>"), line.rfind("</observation>")
            is_output = opened_here > closed_here or (is_output and closed_here < 0)
            continue
        if by is not None or any(map(str.strip, block)):
            yield by, "\n".join(block)
        by, block = speaker, []
    if by is not None or any(map(str.strip, block)):
        yield by, "\n".join(block)


def _joined(text: str) -> str:
    if not text.lstrip().startswith("["):
        return text
    try:
        entries = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text
    return "\n".join(entry for entry in entries if isinstance(entry, str))


def _language(code: str) -> str:
    start = code.strip()
    return "bash" if start.startswith(_BASH) else "r" if start.startswith(_R) else "python"
