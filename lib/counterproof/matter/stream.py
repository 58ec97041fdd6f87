"""A long dataset from its beginning to its end, unpacked ahead of its reader by a pool of threads."""

import os
from collections import deque
from concurrent.futures import Executor, Future
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.chunks import Unpack, unpacker

THREADS = os.cpu_count() or 1
BYTES_A_JOB = 1 << 18
JOBS_AHEAD = 8


class Stream:
    """The values of a one-dimensional dataset in their order, each read once; at most 2 MiB are held ahead."""

    def __init__(self, dataset: h5py.Dataset, pool: Executor) -> None:
        self._dataset, self._pool = dataset, pool
        self._dtype = dataset.dtype.newbyteorder("=")
        self._unpack = unpacker(dataset)
        chunk = dataset.chunks[0] if dataset.chunks else 1
        self._chunk = chunk
        self._step = max(1, BYTES_A_JOB // (chunk * dataset.dtype.itemsize)) * chunk
        self._next = 0
        self._waiting: deque[Future[NDArray[Any]] | NDArray[Any]] = deque()
        self._left = np.empty(0, self._dtype)

    def read(self, size: int) -> NDArray[Any]:
        """The next `size` values, in the machine's byte order."""
        values = np.empty(size, self._dtype)
        filled = 0
        while filled < size:
            if not self._left.size:
                self._left = self._following()
            part = min(size - filled, self._left.size)
            values[filled : filled + part] = self._left[:part]
            self._left = self._left[part:]
            filled += part
        return values

    def _following(self) -> NDArray[Any]:
        while self._next < self._dataset.shape[0] and len(self._waiting) < JOBS_AHEAD:
            self._waiting.append(self._ask(self._next))
            self._next += self._step
        if not self._waiting:
            msg = f"{self._dataset.name} ends after {self._dataset.shape[0]} values, where more were promised"
            raise ValueError(msg)
        first = self._waiting.popleft()
        return first.result() if isinstance(first, Future) else first

    def _ask(self, start: int) -> "Future[NDArray[Any]] | NDArray[Any]":
        end = min(start + self._step, self._dataset.shape[0])
        stored = self._stored(start, end) if self._unpack else None
        if stored is None or self._unpack is None:
            return np.asarray(self._dataset[start:end])
        return self._pool.submit(_unpacked, stored, self._unpack, end - start)

    def _stored(self, start: int, end: int) -> list[bytes] | None:
        try:
            found = [self._dataset.id.read_direct_chunk((place,)) for place in range(start, end, self._chunk)]
        except (OSError, RuntimeError, ValueError):  # a chunk that was never written
            return None
        # A chunk may have skipped a filter that did not help.
        return [stored for mask, stored in found if mask == 0] if all(mask == 0 for mask, _ in found) else None


def _unpacked(stored: list[bytes], unpack: Unpack, size: int) -> NDArray[Any]:
    parts = [unpack(chunk) for chunk in stored]
    return (parts[0] if len(parts) == 1 else np.concatenate(parts))[:size]
