from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from counterproof.edits.permutation import ONE_PART, parts_of, permute, shuffled

seeds = st.integers(0, 2**64)


@given(seeds)
def test_a_null_keeps_the_values_of_every_gene_for_every_label(make_source, start, realised, seed):
    source = make_source()
    before, after = start(source), permute(start(source), seed=seed)
    for name, table in realised(source, before).items():
        moved = realised(source, after)[name]
        assert set(moved.columns) == set(table.columns)
        for gene in table.columns:
            pairs = (zip(a.obs["kind"], t[gene], strict=True) for a, t in ((before, table), (after, moved)))
            assert Counter(next(pairs)) == Counter(next(pairs))


@given(seeds)
def test_whole_rows_move_with_all_of_their_labels(make_source, start, realised, seed):
    source = make_source()
    before, after = start(source), permute(start(source), seed=seed)

    def rows(arrangement):
        tables = [table.sort_index(axis=1).to_numpy().tolist() for table in realised(source, arrangement).values()]
        labels = arrangement.obs.astype(str).to_numpy().tolist()
        return Counter(str(row) for row in zip(*tables, labels, strict=True))

    assert rows(before) == rows(after)


def test_a_null_has_other_names_for_its_cells_and_the_same_for_its_genes(make_source, start):
    before, after = (change(start(make_source(n_cells=60))) for change in (lambda a: a, lambda a: permute(a, seed=5)))
    assert not set(before.obs.index) & set(after.obs.index)
    assert after.obs.index.is_unique
    assert after.rows.tolist() != before.rows.tolist()
    assert set(after.var["raw"].index) == set(before.var["raw"].index)


@given(seeds)
def test_genes_that_two_axes_share_stand_in_one_order_on_both(make_source, start, seed):
    moved = shuffled(start(make_source()), seed=seed)
    raw = [gene for gene in moved.var["raw"].index if gene in set(moved.var["var"].index)]
    assert raw == moved.var["var"].index.tolist()


def test_every_place_can_come_first(make_source, start):
    firsts = {shuffled(start(make_source()), seed=seed).rows[0] for seed in range(200)}
    assert firsts == set(range(16))


def test_genes_of_one_name_all_stay(make_source, start):
    source = make_source()
    source.axes["raw"].index = ["LYZ", "LYZ", "NKG7", "CD79A", "CD3D"]
    moved = shuffled(start(source), seed=3)
    assert np.sort(moved.columns["raw"]).tolist() == [0, 1, 2, 3, 4]


@given(seeds, st.integers(1, ONE_PART))
def test_a_small_source_is_one_part(seed, n_cells):
    assert not parts_of(n_cells, seed=seed).any()


@given(seeds, st.integers(ONE_PART + 1, ONE_PART + 3000))
def test_parts_of_a_large_source_are_a_few_hundred_cells_each(seed, n_cells):
    sizes = np.bincount(parts_of(n_cells, seed=seed))
    assert sizes.sum() == n_cells
    assert (sizes[:-1] == sizes[0]).all()
    assert sizes[0] <= 512


@given(seeds)
def test_variants_of_the_same_parts_come_part_by_part_each_in_its_own_order(make_source, start, seed):
    source = make_source(n_cells=80)
    parts = np.random.default_rng(3).permutation(80) // 20
    orders = [shuffled(start(source), seed=own, parts=parts).rows for own in (seed, seed + 1)]
    for rows in orders:
        assert sorted(rows) == list(range(80))
        assert (np.diff(parts[rows]) >= 0).all()
    assert orders[0].tolist() != orders[1].tolist()


def test_every_cell_can_stand_at_every_place_whatever_the_parts(make_source, start):
    source = make_source(n_cells=4)
    seen = Counter()
    for seed in range(400):
        parts = np.random.default_rng([seed, 1]).permutation(4) // 2
        seen.update(enumerate(shuffled(start(source), seed=seed, parts=parts).rows.tolist()))
    assert len(seen) == 16
    assert min(seen.values()) > 60
