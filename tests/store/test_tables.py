import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from counterproof.store.tables import read_table, write_table


def test_a_table_is_read_as_it_was_written(tmp_path):
    table = pd.DataFrame(
        {"agent": ["analyst", None], "value": [0.5, None], "n_items": [18, 0], "unreliable": [False, True]}
    )
    write_table(tmp_path / "findings" / "scores.parquet", table)
    assert_frame_equal(read_table(tmp_path / "findings" / "scores.parquet"), table)


def test_a_table_that_cannot_be_written_leaves_the_old_one(tmp_path):
    path = tmp_path / "scores.parquet"
    write_table(path, pd.DataFrame({"value": [0.5]}))
    with pytest.raises(TypeError, match="Conversion failed for column value"):
        write_table(path, pd.DataFrame({"value": ["mixed", 1]}))
    assert list(tmp_path.iterdir()) == [path]
    assert read_table(path)["value"].tolist() == [0.5]
