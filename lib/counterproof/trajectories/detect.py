"""Which tool wrote a log, told by its content: the first event that only one tool can have written."""

from typing import Literal, get_args

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.trajectory import Trajectory
from counterproof.trajectories import inspect_log
from counterproof.trajectories.biomni import Biomni
from counterproof.trajectories.claude_code import ClaudeCode
from counterproof.trajectories.codex import Codex
from counterproof.trajectories.codex_legacy import CodexLegacy
from counterproof.trajectories.codex_session import CodexSession
from counterproof.trajectories.fields import mapping
from counterproof.trajectories.mini_swe import MiniSwe
from counterproof.trajectories.own import Own
from counterproof.trajectories.parser import LogParser
from counterproof.trajectories.pi import Pi
from counterproof.trajectories.source import Entry, EntryReader, Source, opened, source_name

FormatName = Literal["claude_code", "codex", "codex_legacy", "codex_session", "pi", "mini_swe", "biomni", "own"]
PARSERS: dict[FormatName, type[LogParser]] = {
    "own": Own,
    "mini_swe": MiniSwe,
    "codex_legacy": CodexLegacy,
    "codex_session": CodexSession,
    "codex": Codex,
    "pi": Pi,
    "claude_code": ClaudeCode,
    "biomni": Biomni,
}
_KINDS_SHOWN = 5


def parse(source: Source) -> Trajectory:
    """The trajectory of a log of any known format; that of an empty file has the format and ending `empty`.

    Parameters
    ----------
    source
        The log's bytes, or the path of its file. Lines are read one at a time.

    Raises
    ------
    InputError
        If no known tool wrote it, or it is an Inspect log of several samples.
    """
    name = detect(source)
    if name == "empty":
        return Trajectory(format="empty", ending="empty")
    return inspect_log.parse(source) if name == "inspect" else PARSERS[name]().parse(source)


def detect(source: Source) -> FormatName | Literal["inspect", "empty"]:
    """The name of the log's format.

    Raises
    ------
    InputError
        If no known tool wrote it; the message names the kinds of events seen.
    """
    kinds: dict[str, None] = {}
    with opened(source) as stream:
        if stream.read(len(inspect_log.ZIP_MAGIC)) == inspect_log.ZIP_MAGIC:
            return "inspect"
        stream.seek(0)
        for entry in EntryReader(stream):
            name = _claimed(entry)
            if name is not None:
                return name
            kinds |= {_kind(entry): None}
    if not kinds:
        return "empty"
    seen = ", ".join(list(kinds)[:_KINDS_SHOWN])
    fix = f"give a log of one of: {', '.join(get_args(FormatName))}, inspect"
    raise InputError([Problem(file=source_name(source), wrong="is no log of a known tool", seen=seen, fix=fix)])


def _claimed(entry: Entry) -> FormatName | Literal["inspect"] | None:
    value = entry.value if entry.stray is None else entry.text
    if inspect_log.claims(value):
        return "inspect"
    return next((name for name, parser in PARSERS.items() if parser.claims(value)), None)


def _kind(entry: Entry) -> str:
    if entry.stray is not None:
        return "a half line" if entry.stray == "cut" else "lines that are no JSON"
    fields = mapping(entry.value)
    return f"events of type {str(fields['type'])[:40]!r}" if "type" in fields else f"JSON {type(entry.value).__name__}s"
