from concurrent.futures import ThreadPoolExecutor

import h5py
import numpy as np
import pytest

from counterproof.matter import stream
from counterproof.matter.stream import Stream

FILTERS = {
    "none": {},
    "chunks": {"chunks": (70,)},
    "gzip": {"compression": "gzip", "chunks": (70,)},
    "shuffled gzip": {"compression": "gzip", "shuffle": True, "chunks": (64,)},
    "lzf": {"compression": "lzf", "chunks": (1000,)},
    "checked": {"fletcher32": True, "chunks": (33,)},
}


@pytest.fixture
def pool():
    with ThreadPoolExecutor(2) as made:
        yield made


@pytest.fixture
def stored(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:

        def store(values, **how):
            return file.create_dataset("a", data=values, **how)

        yield store


@pytest.mark.parametrize("filters", FILTERS)
@pytest.mark.parametrize("dtype", ["<f4", ">i8", "u1"])
def test_values_come_in_their_order_whatever_is_asked_at_once(stored, pool, monkeypatch, filters, dtype):
    monkeypatch.setattr(stream, "BYTES_A_JOB", 512)
    values = np.random.default_rng(0).integers(0, 200, 1234).astype(dtype)
    read = Stream(stored(values, **FILTERS[filters]), pool)
    sizes = [0, 1, 63, 64, 65, 500, 0, 541]
    parts = [read.read(size) for size in sizes]
    assert [part.size for part in parts] == sizes
    assert np.concatenate(parts).tolist() == values.tolist()
    assert all(part.dtype.isnative for part in parts)


def test_a_chunk_that_was_never_written_holds_the_fill_value(stored, pool):
    node = stored(np.zeros(0), chunks=(10,), maxshape=(None,), compression="gzip", fillvalue=7.0)
    node.resize((35,))
    node[10:20] = np.arange(10)
    assert Stream(node, pool).read(35).tolist() == [*[7] * 10, *range(10), *[7] * 15]


def test_a_chunk_that_skipped_its_filter_is_read(stored, pool):
    values = np.arange(20, dtype=np.float64)
    node = stored(values, chunks=(10,), compression="gzip")
    node.id.write_direct_chunk((10,), values[10:].tobytes(), 1)
    assert Stream(node, pool).read(20).tolist() == values.tolist()


@pytest.mark.parametrize("size", [0, 5])
def test_more_than_there_is_cannot_be_read(stored, pool, size):
    read = Stream(stored(np.arange(size)), pool)
    with pytest.raises(ValueError, match=f"/a ends after {size} values, where more were promised"):
        read.read(size + 1)


def test_no_more_than_some_jobs_are_read_ahead(stored, pool, monkeypatch):
    monkeypatch.setattr(stream, "BYTES_A_JOB", 80)
    read = Stream(stored(np.arange(10_000.0), chunks=(10,), compression="gzip"), pool)
    read.read(10)
    assert len(read._waiting) <= stream.JOBS_AHEAD
