"""Rows of a source on their way to a variant: in temporary files, one for each bucket and kind of value."""

from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.kernels import ascending, by_row, gather
from counterproof.matter.plan import Plan
from counterproof.matter.stored import Lines, StoredBlock, lines_of


class Held(NamedTuple):
    """The rows of one bucket in memory: the source rows, and for each where its entries start and how many it has."""

    members: NDArray[np.int64]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    places: NDArray[Any]
    values: NDArray[Any]


class Buckets:
    """The rows of one sparse block by the buckets of one variant.

    `places_of` are the buckets of a block with the same places, whose files are read again; they must have been told to
    `keep` them.
    """

    def __init__(
        self, folder: Path, block: StoredBlock, plan: Plan, *, keep: bool, places_of: "Buckets | None" = None
    ) -> None:
        self._folder, self._block, self._plan = folder, block, plan
        self._keep, self._places_of = keep, places_of
        # Two bytes are enough for most lists of genes, and half as much to write and read again.
        self._narrow = np.dtype(np.uint16 if block.shape[1] <= 1 << 16 else np.uint32)
        # Where the needs of each source row start in the plan.
        self._starts = np.searchsorted(plan.rows, np.arange(block.shape[0] + 1))
        self._rank = np.zeros(0, np.uint32) if block.layout == "csr" else _rank(plan)
        self._dealt: dict[str, NDArray[Any]] = {}
        folder.mkdir(exist_ok=True)

    def add(self, lines: Lines) -> None:
        """Deal some lines of the block, which must come in their order."""
        if self._block.layout == "csr":
            self._add_rows(lines)
        else:
            self._add_columns(lines)

    def tidy(self) -> None:
        """Give back the room that dealing took, once all lines are dealt."""
        self._dealt.clear()

    def held(self, bucket: int, lengths: NDArray[np.int64] | None) -> Held:
        """The rows of one bucket, read back. `lengths` of all source rows, where they are known."""
        members = self._plan.members(bucket)
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

    def _add_rows(self, lines: Lines) -> None:
        lengths = np.diff(lines.bounds)
        needs = slice(self._starts[lines.first], self._starts[lines.first + lengths.size])
        bucket = self._plan.buckets[needs]
        order = np.argsort(bucket, kind="stable")
        rows = self._plan.rows[needs][order] - lines.first
        sizes = np.bincount(bucket[order], weights=lengths[rows], minlength=self._plan.n_buckets).astype(np.int64)
        sources = [("values", lines.values, self._block.dtype), ("places", lines.places, self._narrow)]
        for what, source, dtype in sources[: 1 if self._places_of else 2]:
            dealt = self._room(what, dtype, size=int(sizes.sum()))
            gather(rows, lines.bounds, source, dealt)
            self._append(what, dealt, sizes)

    def _add_columns(self, lines: Lines) -> None:
        times = (self._starts[1:] - self._starts[:-1])[lines.places]
        entry = np.repeat(np.arange(lines.places.size), times)
        again = np.arange(entry.size) - np.repeat(np.cumsum(times) - times, times)
        need = self._starts[lines.places[entry]] + again
        bucket = self._plan.buckets[need]
        order = np.argsort(bucket, kind="stable")
        sizes = np.bincount(bucket, minlength=self._plan.n_buckets)
        columns = np.repeat(np.arange(lines.first, lines.first + lines.bounds.size - 1), np.diff(lines.bounds))
        self._append("places", columns[entry[order]].astype(self._narrow), sizes)
        self._append("rows", self._rank[need[order]], sizes)
        self._append("values", lines.values[entry[order]], sizes)

    def _room(self, what: str, dtype: "np.dtype[Any]", *, size: int) -> NDArray[Any]:
        """Room to work in, used again for all lines: new memory has to be cleared first."""
        if what not in self._dealt or self._dealt[what].size < size:
            self._dealt[what] = np.empty(size, dtype)
        return self._dealt[what][:size]

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


def deal(
    block: StoredBlock, node: h5py.Group, buckets: list[Buckets], pool: Executor, *, places: bool, entries: int
) -> bool:
    """Whether the columns of every row ascend and no value is zero, once all lines of a block are in all buckets.

    Rows of a variant then have as many entries as those of the source. Without `places` the columns are not looked at.

    Raises
    ------
    ValueError
        If an entry lies outside of the matrix.
    """
    across = block.shape[1] if block.layout == "csr" else block.shape[0]
    plain = True
    jobs: list[Future[Any]] = []
    for lines in lines_of(node, pool, places=places, entries=entries):
        # Only now, so that lines are read while those before them are dealt.
        plain = _done(jobs) and plain
        jobs = [pool.submit(is_plain, lines, across), *(pool.submit(own.add, lines) for own in buckets)]
    plain = _done(jobs) and plain
    for own in buckets:
        own.tidy()
    return plain


def _done(jobs: list[Future[Any]]) -> bool:
    """Whether none of the jobs said no, once all are done."""
    return False not in [job.result() for job in jobs]


def is_plain(lines: Lines, across: int) -> bool:
    """Whether the places of every line ascend, where they are looked at, and no value is zero.

    Raises
    ------
    ValueError
        If a place is none of the `across` that a line has.
    """
    places = lines.places
    # Compiled loops do not ask, and a damaged file must not end the process.
    if places.size and (places.min() < 0 or places.max() >= across):
        msg = f"an entry at {places.min()} or {places.max()} of a matrix with {across} places in a line"
        raise ValueError(msg)
    return bool(lines.values.all()) and (not places.size or ascending(lines.bounds, places))


def _starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.cumsum(lengths) - lengths


def _rank(plan: Plan) -> NDArray[np.uint32]:
    """The place of each need of the plan among those of its bucket."""
    order = np.argsort(plan.buckets, kind="stable")
    sizes = np.bincount(plan.buckets, minlength=plan.n_buckets)
    rank = np.empty(order.size, dtype=np.uint32)
    rank[order] = np.arange(order.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return rank
