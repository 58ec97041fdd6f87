import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from counterproof.store.tables import cached_tables, read_table, write_table


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


def two_tables():
    first = pd.DataFrame({"agent": ["a", None], "said": pd.array([True, pd.NA], dtype="boolean"), "value": [0.5, None]})
    return first, first.iloc[:0]


def test_tables_are_made_once_for_each_key_and_come_back_as_they_were(tmp_path):
    made = []

    def make():
        made.append(True)
        return two_tables()

    for key in ("one", "one", "two", "one"):
        found = cached_tables(tmp_path / "cache", "trials", key=key, make=make)
        for one, other in zip(found, two_tables(), strict=True):
            assert_frame_equal(one, other)
    assert len(made) == 3


@pytest.mark.parametrize("content", [None, b"", b"PAR1 half"])
def test_tables_of_which_one_is_damaged_or_gone_are_made_again(tmp_path, content):
    cached_tables(tmp_path, "trials", key="k", make=two_tables)
    path = tmp_path / "trials-1.parquet"
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    found = cached_tables(tmp_path, "trials", key="k", make=lambda: (two_tables()[0], pd.DataFrame({"new": [1]})))
    assert list(found[1]) == ["new"]


def test_a_table_of_another_state_is_never_mixed_in(tmp_path):
    cached_tables(tmp_path, "trials", key="old", make=two_tables)
    old = (tmp_path / "trials-1.parquet").read_bytes()
    cached_tables(tmp_path, "trials", key="new", make=two_tables)
    (tmp_path / "trials-1.parquet").write_bytes(old)
    made = cached_tables(tmp_path, "trials", key="new", make=lambda: (two_tables()[0],) * 2)
    assert len(made[1]) == 2


def test_tables_come_also_where_nothing_can_be_written(tmp_path):
    (tmp_path / "file").touch()
    found = cached_tables(tmp_path / "file" / "below", "trials", key="k", make=two_tables)
    assert len(found) == 2
