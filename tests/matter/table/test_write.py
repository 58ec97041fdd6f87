import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.problem import InputError
from counterproof.domain.table import TableSource
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.read import read_table
from counterproof.matter.table.write import write_table_file

COLUMNS = (
    {"name": "id", "kind": "id"},
    {"name": "label", "kind": "text", "missing": ["(none)"]},
    {"name": "x", "kind": "number", "missing": ["NA"]},
    {"name": "n", "kind": "integer"},
)
rows = st.lists(
    st.tuples(
        st.integers(0, 10**25).map(str),
        st.one_of(
            st.none(),
            st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=5).filter(lambda text: text != "(none)"),
        ),
        st.one_of(
            st.none(), st.floats(allow_nan=False, allow_infinity=False).map(lambda x: repr(x + 0.0) if x else "0.0")
        ),
        st.integers(-(10**12), 10**12).map(str),
    ),
    min_size=1,
    max_size=6,
)


def frame_of(records, kind):
    schema = TableSource.model_validate({"source": "it", "format": kind, "columns": COLUMNS})
    return Frame(schema, dict(zip(schema.names, zip(*records, strict=True), strict=True)))


@given(rows, st.sampled_from(["csv", "tsv", "parquet"]))
def test_what_is_written_reads_back_the_same_and_is_written_the_same_again(tmp_path_factory, records, kind):
    folder, frame = tmp_path_factory.mktemp("written"), frame_of(records, kind)
    write_table_file(folder / "one", frame)
    again = read_table(folder / "one", frame.schema.written())
    assert again.cells == frame.cells
    write_table_file(folder / "two", again)
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes()


def test_a_missing_value_without_a_text_for_it_is_refused(tmp_path):
    frame = frame_of([("1", "a", "1.0", None)], "csv")
    with pytest.raises(InputError, match="column 'n' lacks values"):
        write_table_file(tmp_path / "it", frame)


def test_a_number_of_more_than_64_bits_has_no_place_in_parquet(tmp_path):
    with pytest.raises(InputError, match="more than 64 bits"):
        write_table_file(tmp_path / "it", frame_of([("1", "a", "1.0", "12345678901234567890")], "parquet"))


def test_nothing_of_the_source_is_left_beside_the_values_of_a_parquet_file(tmp_path, shared):
    schema = TableSource.model_validate(
        {
            "source": "it",
            "format": "parquet",
            "columns": [
                {"name": "grp", "kind": "category"},
                {"name": "x", "kind": "number", "missing": ["NA"]},
                {"name": "n", "kind": "integer", "missing": ["NA"]},
                {"name": "orig_barcode", "kind": "id"},
            ],
        }
    )
    source = shared / "cases" / "tables" / "traps.parquet"
    # The source itself gives away a deleted level, its origin and, after the edit, the dropped column's name.
    assert b"deleted" in source.read_bytes()
    assert b"GSE000000" in (shared / "cases" / "tables" / "traps_dropped.parquet").read_bytes()
    write_table_file(tmp_path / "it", read_table(source, schema).without(("x",)))
    data = (tmp_path / "it").read_bytes()
    assert not [word for word in (b"deleted", b"GSE000000", b"pandas", b"ARROW", b"float64") if word in data]
