"""Rows of a source on their way to its variants: in temporary files, one for each bucket and kind of value."""

from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.kernels import ascending, by_row, gather
from counterproof.matter.rounds import Round
from counterproof.matter.stored import Lines, StoredBlock, lines_of


class Held(NamedTuple):
    """The rows of one bucket in memory: the source rows, and for each where its entries start and how many it has."""

    members: NDArray[np.int64]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    places: NDArray[Any]
    values: NDArray[Any]


class Buckets:
    """The rows of one sparse block by bucket.

    `plain` says, after `fill`, whether no stored value is zero and the columns of every row ascend: a variant's rows
    then have as many entries as the source's. `places_of` are the buckets of a block with the same places, whose files
    are read again; they must have been told to `keep` them.
    """

    def __init__(
        self, folder: Path, block: StoredBlock, chosen: Round, *, keep: bool, places_of: "Buckets | None" = None
    ) -> None:
        self._folder, self._block, self._round = folder, block, chosen
        self._keep, self._places_of = keep, places_of
        # Two bytes are enough for most lists of genes, and half as much to write and read again.
        self._narrow = np.dtype(np.uint16 if block.shape[1] <= 1 << 16 else np.uint32)
        self._rank = _rank(chosen)
        self.plain = True
        folder.mkdir(exist_ok=True)

    def fill(self, node: h5py.Group, pool: Executor, *, entries: int) -> None:
        """Read the whole block once; keep the rows of this round."""
        known = self._places_of is not None
        self.plain = self._places_of.plain if self._places_of else self._block.layout == "csr"
        for lines in lines_of(node, pool, places=not known, entries=entries):
            if self.plain:
                self.plain = bool(lines.values.all()) and (known or ascending(lines.bounds, lines.places))
            if self._block.layout == "csr":
                self._add_rows(lines, known=known)
            else:
                self._add_columns(lines)

    def held(self, bucket: int, lengths: NDArray[np.int64] | None) -> Held:
        """The rows of one bucket, read back. `lengths` of all source rows, where they are known."""
        members = np.flatnonzero(self._round.bucket == bucket)
        root = self._places_of or self
        places = root._read(bucket, "places", self._narrow, keep=root._keep)  # noqa: SLF001 of the same class
        values = self._read(bucket, "values", self._block.dtype)
        if lengths is not None:
            return Held(members, _starts(lengths[members]), lengths[members], places, values)
        rows = self._read(bucket, "rows", np.dtype(np.uint32))
        own = np.bincount(rows, minlength=members.size)
        starts = _starts(own)
        sorted_places, sorted_values = np.empty_like(places), np.empty_like(values)
        by_row(rows, starts, places, sorted_places)
        by_row(rows, starts, values, sorted_values)
        return Held(members, starts, own, sorted_places, sorted_values)

    def _add_rows(self, lines: Lines, *, known: bool) -> None:
        lengths = np.diff(lines.bounds)
        bucket = self._round.bucket[lines.first : lines.first + lengths.size]
        order = np.argsort(bucket, kind="stable")
        order = order[np.searchsorted(bucket[order], 0) :]
        sizes = np.bincount(bucket[order], weights=lengths[order], minlength=self._round.n_buckets).astype(np.int64)
        for what, source, dtype in (
            ("values", lines.values, self._block.dtype),
            ("places", lines.places, self._narrow),
        ):
            if what == "values" or not known:
                sorted_entries = np.empty(int(sizes.sum()), dtype)
                gather(order, lines.bounds, source, sorted_entries)
                self._append(what, sorted_entries, sizes)

    def _add_columns(self, lines: Lines) -> None:
        bucket = self._round.bucket[lines.places]
        order = np.argsort(bucket, kind="stable")
        order = order[np.searchsorted(bucket[order], 0) :]
        sizes = np.bincount(bucket[order], minlength=self._round.n_buckets)
        columns = np.repeat(np.arange(lines.first, lines.first + lines.bounds.size - 1), np.diff(lines.bounds))
        self._append("places", columns[order].astype(self._narrow), sizes)
        self._append("rows", self._rank[lines.places[order]], sizes)
        self._append("values", lines.values[order], sizes)

    def _append(self, what: str, entries: NDArray[Any], sizes: NDArray[np.int64]) -> None:
        ends = np.cumsum(sizes)
        for bucket in np.flatnonzero(sizes):
            # Opened anew each time: a source of millions of cells has more buckets than a process may have files.
            with self._file(int(bucket), what).open("ab", 0) as file:
                file.write(entries[ends[bucket] - sizes[bucket] : ends[bucket]].data)

    def _read(self, bucket: int, what: str, dtype: np.dtype[Any], *, keep: bool = False) -> NDArray[Any]:
        file = self._file(bucket, what)
        entries = np.fromfile(file, dtype) if file.exists() else np.empty(0, dtype)
        if not keep:
            file.unlink(missing_ok=True)
        return entries

    def _file(self, bucket: int, what: str) -> Path:
        return self._folder / f"{bucket}.{what}"


def _starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.cumsum(lengths) - lengths


def _rank(chosen: Round) -> NDArray[np.uint32]:
    """The place of each source row among the rows of its bucket."""
    rank = np.zeros(chosen.bucket.size, dtype=np.uint32)
    for bucket in range(chosen.n_buckets):
        members = np.flatnonzero(chosen.bucket == bucket)
        rank[members] = np.arange(members.size)
    return rank
