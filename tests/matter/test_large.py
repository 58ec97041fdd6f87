"""What is streamed from its file has the bytes of what is arranged in memory."""

from dataclasses import replace
from itertools import pairwise

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import load, open_h5ad
from counterproof.matter.plan import Sizes
from counterproof.matter.stored import StoredBlock
from counterproof.matter.write import write_variants

N_CELLS, N_GENES = 300, 130
FILTERS = {
    "none": {"chunks": None},
    "chunks": {"chunks": (500,)},
    "gzip": {"compression": "gzip", "compression_opts": 4, "chunks": (700,)},
    "shuffled gzip": {"compression": "gzip", "shuffle": True, "chunks": (64,)},
    "lzf": {"compression": "lzf", "chunks": (1000,)},
    "checked": {"fletcher32": True, "chunks": (1000,)},
}


def mess_up(matrix, rng, *, by_columns, index):
    """The same matrix with explicit zeros, one value in two parts, and every line in disorder."""
    stored = (matrix.tocsc() if by_columns else matrix.tocsr()).copy()
    data, indices, starts = [], [], [0]
    for start, end in pairwise(stored.indptr):
        places, values = list(stored.indices[start:end]), list(stored.data[start:end])
        if places and rng.random() < 0.3:
            places.append(places[0])
            values.append(np.float32(1))
            values[0] -= np.float32(1)
        free = np.setdiff1d(np.arange(stored.shape[0] if by_columns else stored.shape[1]), places)
        places.append(free[0])
        values.append(0)
        order = rng.permutation(len(places))
        data += [values[place] for place in order]
        indices += [places[place] for place in order]
        starts.append(len(indices))
    return np.array(data, stored.dtype), np.array(indices, index), np.array(starts, index)


@pytest.fixture
def make_file(tmp_path, make_anndata):
    """A file with a dense X, a sparse layer in the asked layout, and a layer of logarithms at the same places."""

    def make(*, layout="csr", filters="gzip", index=np.int32, dtype=np.float32, messy=True, seed=0):
        rng = np.random.default_rng(seed)
        counts = sparse.random_array((N_CELLS, N_GENES), density=0.2, rng=rng, dtype=np.float64)
        counts.data = rng.integers(1, 9, counts.nnz).astype(np.float64)
        counts = counts.astype(dtype).tocsr()
        counts.sort_indices()
        path = tmp_path / "source.h5ad"
        x = rng.normal(size=(N_CELLS, N_GENES)).astype(np.float32)
        make_anndata(x, columns={"kind": rng.choice(["B", "T"], N_CELLS)}).write_h5ad(path)
        by_columns = layout == "csc"
        if messy:
            data, indices, indptr = mess_up(counts, rng, by_columns=by_columns, index=index)
        else:
            stored = counts.tocsc() if by_columns else counts
            data, indices, indptr = stored.data, stored.indices.astype(index), stored.indptr.astype(index)
        with h5py.File(path, "a") as file:
            for name, values in (("counts", data), ("logged", np.log1p(data).astype(np.float32))):
                group = file["layers"].create_group(name)
                group.attrs["encoding-type"], group.attrs["encoding-version"] = f"{layout}_matrix", "0.1.0"
                group.attrs["shape"] = counts.shape
                for part, numbers in (("data", values), ("indices", indices), ("indptr", indptr)):
                    group.create_dataset(
                        part, data=numbers, maxshape=None if filters == "none" else (None,), **FILTERS[filters]
                    )
        return path

    return make


def variants(source, *, seed=0):
    """A permutation, a deletion of genes and cells, an exchange of columns, cells drawn twice, the source's order."""
    rng = np.random.default_rng(seed)
    start = as_it_is(source, keep_obs=["kind"])
    own = [start.take_rows(rng.permutation(N_CELLS)).take_columns("var", rng.permutation(N_GENES)) for _ in range(2)]
    fewer = own[1].take_rows(np.arange(0, N_CELLS, 3)).take_columns("var", np.arange(5, N_GENES))
    twice = start.take_rows(np.sort(rng.integers(0, N_CELLS, N_CELLS)))
    relabelled = own[0].with_obs(own[0].obs.assign(kind=own[0].obs["kind"].to_numpy()[::-1]))
    return {"own": own[0], "fewer": fewer, "twice": twice, "start": start, "relabelled": relabelled}


@pytest.fixture
def written(tmp_path):
    """The bytes of every variant, written together."""

    def write(source, folder, **options):
        (tmp_path / folder).mkdir()
        made = variants(source)
        write_variants(source, {tmp_path / folder / name: own for name, own in made.items()}, **options)
        return {name: (tmp_path / folder / name).read_bytes() for name in made}

    return write


@pytest.fixture
def alone(tmp_path):
    """The bytes of every variant, each written on its own from a source in memory."""

    def write(path):
        source = load(path)
        found = {}
        for name, own in variants(source).items():
            write_variants(source, {tmp_path / "alone": own})
            found[name] = (tmp_path / "alone").read_bytes()
        return found

    return write


@pytest.mark.parametrize(
    ("layout", "messy", "filters"),
    [
        *(("csr", False, filters) for filters in FILTERS),
        ("csr", True, "gzip"),
        ("csr", True, "chunks"),
        ("csc", True, "gzip"),
        ("csc", False, "none"),
    ],
)
def test_every_layout_gives_the_bytes_of_memory(make_file, written, alone, layout, messy, filters):
    path = make_file(layout=layout, messy=messy, filters=filters)
    source = open_h5ad(path, in_memory=0)
    assert all(isinstance(block, StoredBlock) for block in source.blocks.values())
    assert written(source, "streamed") == alone(path)


@pytest.mark.parametrize(("dtype", "index"), [(np.int32, np.int64), (np.int64, np.int32), (np.float64, np.int64)])
def test_every_dtype_gives_the_bytes_of_memory(make_file, written, alone, dtype, index):
    path = make_file(dtype=dtype, index=index)
    assert written(open_h5ad(path, in_memory=0), "streamed") == alone(path)


@settings(max_examples=10)
@given(
    threads=st.integers(1, 4),
    piece=st.integers(100, 5000),
    bucket=st.integers(500, 8000),
    in_place=st.sampled_from([0, 2**30]),
    packed=st.booleans(),
)
def test_no_byte_depends_on_threads_or_sizes(tmp_path_factory, threads, piece, bucket, in_place, packed):
    folder = tmp_path_factory.mktemp("sizes")
    path = _plain_file(folder)
    source = replace(open_h5ad(path, in_memory=0), packed=packed)
    rng = np.random.default_rng(2)
    start = as_it_is(source, keep_obs=[])
    orders = [rng.permutation(N_CELLS), rng.permutation(N_CELLS), rng.integers(0, N_CELLS, 2 * N_CELLS)]
    made = {folder / f"{number}": start.take_rows(order) for number, order in enumerate(orders)}
    write_variants(source, made, threads=threads, sizes=Sizes(piece, bucket, in_place))
    for path, own in made.items():
        write_variants(replace(load(folder / "plain.h5ad"), packed=packed), {folder / "alone": own})
        assert path.read_bytes() == (folder / "alone").read_bytes()


def _plain_file(folder):
    path = folder / "plain.h5ad"
    rng = np.random.default_rng(0)
    counts = sparse.random_array((N_CELLS, N_GENES), density=0.2, rng=rng, format="csr", dtype=np.float32)
    with h5py.File(path, "w") as file:
        for name, length in (("obs", N_CELLS), ("var", N_GENES)):
            group = file.create_group(name)
            group.attrs["_index"] = "_index"
            group["_index"] = np.array([f"{name}{number}" for number in range(length)], dtype=object)
        for name, values in (("X", counts.data), ("layers/twin", np.expm1(counts.data))):
            group = file.create_group(name)
            group.attrs["encoding-type"], group.attrs["shape"] = "csr_matrix", counts.shape
            group["data"], group["indices"], group["indptr"] = values, counts.indices, counts.indptr
        file["layers/dense"] = counts.toarray()
    return path


@pytest.mark.parametrize("layout", ["csr", "csc"])
def test_all_variants_of_a_source_that_is_not_packed_are_not_packed(make_file, tmp_path, layout):
    source = replace(open_h5ad(make_file(layout=layout, filters="none"), in_memory=0), packed=False)
    made = {tmp_path / name: own for name, own in variants(source).items()}
    write_variants(source, made)
    for path in made:
        with h5py.File(path) as file:
            arrays = [file["X"], *(group[name] for group in file["layers"].values() for name in group)]
            assert [node.id.get_create_plist().get_nfilters() for node in arrays] == [0] * 7


def test_a_twin_of_other_zeros_is_written_as_if_it_had_none(make_file, written, alone):
    path = make_file(messy=False)
    with h5py.File(path, "a") as file:
        file["layers/logged/data"][3:9] = 0
    assert written(open_h5ad(path, in_memory=0), "streamed") == alone(path)


@pytest.mark.parametrize("name", ["a", "z"])
def test_packed_values_before_or_after_twins_in_place_have_the_bytes_of_memory(make_file, written, alone, name):
    path = make_file(messy=False, filters="chunks")
    with h5py.File(path, "a") as file:
        counts, group = file["layers/counts"], file["layers"].create_group(name)
        group.attrs.update(counts.attrs)
        group.create_dataset("data", data=counts["data"][:], compression="gzip", chunks=(500,), maxshape=(None,))
        for part in ("indices", "indptr"):
            file.copy(counts[part], group)
    assert written(open_h5ad(path, in_memory=0), "streamed") == alone(path)


def test_nothing_is_left_beside_the_variants(make_file, written, tmp_path):
    written(open_h5ad(make_file(), in_memory=0), "streamed")
    assert sorted(path.name for path in (tmp_path / "streamed").iterdir()) == sorted(
        ["own", "fewer", "twice", "start", "relabelled"]
    )
