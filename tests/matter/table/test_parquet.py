import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.table import TableSource
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.parquet import parquet_records, write_parquet
from counterproof.matter.table.read import read_table

KINDS = {"name": "id", "kind": "category", "n": "integer", "x": "number"}


def schema(kinds=KINDS, **fields):
    columns = [{"name": name, "kind": kind} | fields.get(name, {}) for name, kind in kinds.items()]
    return TableSource.model_validate({"source": "it.parquet", "format": "parquet", "columns": columns})


MISSING = {name: {"missing": ["NA"]} for name in ("kind", "n", "x")}
FRAME = Frame(
    schema(**MISSING),
    {"name": ("a", "é"), "kind": (None, "NA?"), "n": ("9223372036854775807", None), "x": ("0.1", None)},
)


@pytest.fixture
def file(tmp_path):
    def write(**columns):
        pq.write_table(pa.table(columns), tmp_path / "it.parquet")
        return tmp_path / "it.parquet"

    return write


def records(path, schema):
    names, rows = parquet_records(path, schema)
    return names, list(rows)


def test_what_is_written_is_read_back_to_the_last_digit(tmp_path):
    write_parquet(tmp_path / "it", FRAME)
    assert read_table(tmp_path / "it", FRAME.schema).cells == FRAME.cells


def test_a_file_holds_values_and_nothing_of_who_wrote_or_edited_it(tmp_path):
    write_parquet(tmp_path / "it", FRAME)
    file = pq.ParquetFile(tmp_path / "it")
    assert file.metadata.metadata is None
    assert file.metadata.num_row_groups == 1
    parts = [file.metadata.row_group(0).column(place) for place in range(4)]
    assert not any(part.is_stats_set or part.has_dictionary_page for part in parts)
    assert {part.compression for part in parts} == {"UNCOMPRESSED"}
    write_parquet(tmp_path / "again", FRAME)
    assert (tmp_path / "it").read_bytes() == (tmp_path / "again").read_bytes()


def test_rows_are_told_with_their_numbers_from_1_and_null_stays_null(file):
    path = file(n=pa.array([1, None], pa.int8()), x=pa.array([float("nan"), -0.0]))
    assert records(path, schema({"n": "integer", "x": "number"})) == (
        ["n", "x"],
        [(1, ["1", "nan"]), (2, [None, "0.0"])],
    )


@pytest.mark.parametrize("length", [0, 3])
def test_labels_in_a_dictionary_and_long_texts_are_texts(file, length):
    values = ["b", "a", None][:length]
    path = file(
        kind=pa.array(values).dictionary_encode() if length else pa.array([], pa.string()),
        name=pa.array(values, pa.large_string()),
    )
    _, rows = records(path, schema({"kind": "category", "name": "id"}))
    assert rows == [(line, [value, value]) for line, value in enumerate(values, 1)]


@pytest.mark.parametrize(
    ("kind", "array"),
    [
        ("integer", pa.array([1.0])),
        ("integer", pa.array(["1"])),
        ("integer", pa.array([True])),
        ("number", pa.array(["1"])),
        ("category", pa.array([1])),
        ("id", pa.array([b"a"])),
        ("text", pa.array([1], pa.date32())),
    ],
)
def test_a_type_that_is_not_of_a_column_s_kind_is_told(file, kind, array):
    with pytest.raises(InputError, match=f"the file's type is no {kind}") as raised:
        parquet_records(file(c=array), schema({"c": kind}))
    (problem,) = raised.value.problems
    assert (problem.place, problem.seen) == ("column 'c'", str(array.type))


def test_every_wrong_type_is_told_at_once(file):
    with pytest.raises(InputError) as raised:
        parquet_records(file(n=["a"], x=["b"]), schema({"n": "integer", "x": "number"}))
    assert [problem.place for problem in raised.value.problems] == ["column 'n'", "column 'x'"]


@pytest.mark.parametrize("data", [b"", b"PAR1", b"a,b\n1,2\n", b"PAR1" + b"\0" * 100 + b"PAR1"])
def test_what_is_no_parquet_is_one_problem(tmp_path, data):
    (tmp_path / "it").write_bytes(data)
    with pytest.raises(InputError, match=r"(?s)is no Parquet file: .*correct data\.format"):
        parquet_records(tmp_path / "it", schema())


def test_the_folder_s_name_adds_no_column(tmp_path):
    (tmp_path / "batch=7").mkdir()
    pq.write_table(pa.table({"n": [1]}), tmp_path / "batch=7" / "it.parquet")
    assert records(tmp_path / "batch=7" / "it.parquet", schema({"n": "integer"})) == (["n"], [(1, ["1"])])


def test_a_text_that_is_no_utf8_is_one_problem(file):
    path = file(name=pa.array([b"a", b"\xff"]).view(pa.string()))
    with pytest.raises(InputError, match="column 'name' is no UTF-8 text"):
        parquet_records(path, schema({"name": "id"}))


@pytest.mark.parametrize("text", [str(2**63), str(-(2**63) - 1)])
def test_a_whole_number_of_more_than_64_bits_is_told(tmp_path, text):
    frame = Frame(schema({"n": "integer"}), {"n": ("1", text)})
    with pytest.raises(InputError, match="whole numbers of more than 64 bits") as raised:
        write_parquet(tmp_path / "it", frame)
    assert raised.value.problems[0].seen == text
    assert not (tmp_path / "it").exists()
