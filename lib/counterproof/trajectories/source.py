"""A log's bytes as entries: one JSON value a line, or the values of one JSON array or document."""

import codecs
import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple

from counterproof.domain.problem import InputError, Problem
from counterproof.trajectories.values import decode_values, salvage

Source = bytes | Path

_BOM = b"\xef\xbb\xbf"
_REPLACEMENT = "\ufffd".encode()
_HEAD_BYTES = 4096
# `{` alone on its line is a document written with indents; a line of noise such as "[INFO] ready" is no array.
_DOCUMENT = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{\s*[\r\n]|\[\s*(?:[{\[\"\]]|$))")


class Entry(NamedTuple):
    """One value of a log with its place, counted from 0; `stray` says why there is no value, only text."""

    at: int
    value: Any
    stray: Literal["not_json", "cut"] | None = None
    text: str = ""


class EntryReader:
    """The entries of a log, read in one pass; `replaced` counts the characters put in for bytes that are not UTF-8."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._seen = b""
        self.replaced = 0

    def __iter__(self) -> Iterator[Entry]:
        head = self._stream.read(_HEAD_BYTES)
        self._stream.seek(0)
        found = self._values() if _DOCUMENT.match(head) else self._lines()
        for index, entry in enumerate(found):
            # A document that holds its messages in a list is worth reading up to the cut; a half event is not.
            whole = salvage(entry.text) if entry.stray == "cut" and index == 0 else None
            if whole is not None:
                yield Entry(index, whole)
            yield entry._replace(at=index if whole is None else index + 1)

    def text_lines(self) -> Iterator[str]:
        """The decoded lines with their ends, blank ones too; only a line feed ends a line."""
        # Iterating a binary stream splits on b"\n" alone: U+2028 and "\r" are data.
        for number, raw in enumerate(self._stream):
            yield self._decoded(raw.removeprefix(_BOM) if number == 0 else raw)

    def _lines(self) -> Iterator[Entry]:
        for line in self.text_lines():
            text = line.strip("\0 \t\r\n")
            if text:
                yield _line_entry(text, ended=line.endswith("\n"))

    def _values(self) -> Iterator[Entry]:
        for value, rest in decode_values(self._text_chunk):
            yield Entry(0, value) if rest is None else Entry(0, None, "cut", rest)

    def _text_chunk(self, n_bytes: int) -> str:
        while True:
            raw = self._stream.read(n_bytes)
            text = self._decoder.decode(raw, final=not raw)
            seen = self._seen + raw
            self.replaced += text.count("\ufffd") - seen.count(_REPLACEMENT)
            self._seen = seen[-2:]
            # The first bytes of a character alone give no text yet; only the end of the file gives none for good.
            if text or not raw:
                return text

    def _decoded(self, raw: bytes) -> str:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            text = raw.decode("utf-8", "replace")
            self.replaced += text.count("\ufffd") - raw.count(_REPLACEMENT)
            return text


@contextmanager
def opened(source: Source) -> Iterator[BinaryIO]:
    """A readable, seekable stream of the source's bytes.

    Raises
    ------
    InputError
        If the path cannot be opened.
    """
    if isinstance(source, bytes):
        yield io.BytesIO(source)
        return
    try:
        stream = source.open("rb")
    except OSError as error:
        wrong = f"cannot be opened: {error.strerror or error}"
        raise InputError([Problem(file=str(source), wrong=wrong, fix="name an existing, readable file")]) from error
    with stream:
        yield stream


def source_name(source: Source) -> str:
    """What to call the source in a message."""
    return f"{len(source)} bytes" if isinstance(source, bytes) else str(source)


def _line_entry(text: str, *, ended: bool) -> Entry:
    try:
        # Raw control characters inside strings are data; real tools write them.
        return Entry(0, json.loads(text, strict=False))
    except (ValueError, RecursionError):
        return Entry(0, None, "not_json" if ended or text[0] not in "{[" else "cut", text)
