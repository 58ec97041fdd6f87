import numpy as np
import pyarrow.parquet as pq
import pytest

from counterproof.matter.genetics import locus


@pytest.fixture
def path(tmp_path):
    locus.write_locus(tmp_path / "it")
    return tmp_path / "it"


def test_the_same_bytes_are_written_each_time(path, tmp_path):
    locus.write_locus(tmp_path / "again")
    assert path.read_bytes() == (tmp_path / "again").read_bytes()


def test_the_strongest_statistic_of_the_locus_is_a_badly_imputed_one(path):
    table = {name: np.array(values) for name, values in pq.read_table(path).to_pydict().items()}
    z, well = abs(table["beta"] / table["se"]), table["info"] >= 0.8
    assert not well[np.argmax(z)]
    assert table["position"][well][np.argmax(z[well])] == locus.locus()["position"][locus.CAUSAL]


def test_the_file_holds_the_rows_in_another_order_and_all_of_them(path):
    table, drawn = pq.read_table(path).to_pydict(), locus.locus()
    order = np.argsort(table["position"])
    assert 0.4 < (np.diff(table["position"]) > 0).mean() < 0.6
    for name, values in drawn.items():
        assert np.array(table[name])[order].tolist() == values.tolist()


def test_positions_ascend_and_linkage_carries_the_signal_to_neighbours_only():
    drawn = locus.locus()
    assert (np.diff(drawn["position"]) >= locus.SPACING[0]).all()
    assert len(set(drawn["variant"].tolist())) == locus.VARIANTS
    z = drawn["beta"] / drawn["se"]
    away = abs(np.arange(locus.VARIANTS) - locus.CAUSAL)
    well = drawn["info"] >= 0.8
    assert np.median(z[away <= 5]) > 3
    assert abs(np.median(z[(away > 200) & well])) < 0.2
    assert z[locus.CAUSAL] == pytest.approx(locus.STRENGTH, abs=2)


def test_the_file_says_nothing_of_the_tool_that_made_it(path):
    assert pq.ParquetFile(path).metadata.metadata is None
