"""What a tool call says, as the rules of the access audit read it."""

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

_SEARCHES = {"grep", "glob", "ls", "find", "list", "list_dir", "list_directory", "list_files", "search_files"}
_WRITES = {"write", "edit", "multiedit", "create", "write_file", "edit_file", "create_file"}
_PROSE = {".md", ".txt", ".rst", ".json", ".csv", ".tsv", ".html"}
_PLACE_NAMES = ("file_path", "path", "filename", "target_file")


def words_of(tool: str | None, given: str) -> str:
    """The texts among a call's arguments, a line each, but for the agent's own description of the call.

    The arguments of a tool that searches stand on one line behind its name, as a command's would. Of a text that is
    put into a file of prose or of values only the place is told: what it says is no reach for anything.
    """
    if not given.startswith(("{", "[")):
        return given
    try:
        value = json.loads(given, strict=False)
    except (ValueError, RecursionError):
        return given
    name = (tool or "").lower()
    if name in _WRITES and (place := _prose_place(value)) is not None:
        return place
    texts = list(_texts(value))
    return " ".join([name, *texts]) if name in _SEARCHES else "\n".join(texts)


def _prose_place(value: Any) -> str | None:
    places = [value.get(name) for name in _PLACE_NAMES] if isinstance(value, dict) else []
    place = next((place for place in places if isinstance(place, str)), None)
    return place if place is not None and PurePosixPath(place).suffix.lower() in _PROSE else None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name != "description":
                yield from _texts(each)
