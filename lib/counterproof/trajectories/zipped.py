"""The members of a zip file, those packed with zstd (method 93) among them, which Python 3.11 cannot read."""

import struct
import zipfile
import zlib
from types import TracebackType
from typing import BinaryIO, Self

import pyarrow as pa

from counterproof.domain.problem import InputError, Problem

_ZSTD = 93
_LOCAL_HEADER = struct.Struct("<26xHH")
# A few kilobytes can claim to be terabytes; one sample of the largest public logs is far below this.
MEMBER_BYTES_AT_MOST = 1 << 30


class ZipMembers:
    """An open zip file, read one member at a time."""

    def __init__(self, stream: BinaryIO, *, name: str) -> None:
        self._stream, self._name = stream, name
        try:
            self._archive = zipfile.ZipFile(stream)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise self._problem(f"is no whole zip file: {error}") from error

    def __enter__(self) -> Self:
        """The open file."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self._archive.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The members' names, in the file's order."""
        return tuple(self._archive.namelist())

    def read(self, member: str) -> bytes:
        """A member's bytes.

        Raises
        ------
        InputError
            If the member is broken, packed in another way, or claims to be larger than a gibibyte.
        """
        info = self._archive.getinfo(member)
        if info.file_size > MEMBER_BYTES_AT_MOST:
            raise self._problem(f"claims {info.file_size} bytes", place=member)
        try:
            return self._unpacked(info) if info.compress_type == _ZSTD else self._archive.read(info)
        except (
            OSError,
            ValueError,
            RuntimeError,
            NotImplementedError,
            EOFError,
            struct.error,
            zlib.error,
            zipfile.BadZipFile,
        ) as error:
            raise self._problem(f"cannot be unpacked: {error}", place=member) from error

    def _unpacked(self, info: zipfile.ZipInfo) -> bytes:
        self._stream.seek(info.header_offset)
        name_length, extra_length = _LOCAL_HEADER.unpack(self._stream.read(_LOCAL_HEADER.size))
        self._stream.seek(name_length + extra_length, 1)
        packed = self._stream.read(info.compress_size)
        with pa.CompressedInputStream(pa.BufferReader(packed), "zstd") as unpacking:
            data: bytes = unpacking.read(info.file_size)
        if len(data) != info.file_size or zlib.crc32(data) != info.CRC:
            msg = f"{len(data)} bytes came out where {info.file_size} were promised, or other ones"
            raise ValueError(msg)
        return data

    def _problem(self, wrong: str, *, place: str = "") -> InputError:
        return InputError([Problem(file=self._name, place=place, wrong=wrong, fix="copy or make the file again")])
