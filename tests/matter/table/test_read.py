import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.table import TableSource
from counterproof.matter.table.read import read_table

TRAPS = {
    "sample": "id",
    "segment": "category",
    "allele": "text",
    "flag": "category",
    "pval": "text",
    "id": "id",
    "value": "text",
}


def schema(columns, **changes):
    entries = [
        {"name": name, "kind": kind} if isinstance(kind, str) else {"name": name, **kind}
        for name, kind in columns.items()
    ]
    return TableSource.model_validate({"source": "it", "format": "csv", "columns": entries} | changes)


@pytest.fixture
def read(tmp_path):
    def one(text, columns, **changes):
        path = tmp_path / "data.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_table(path, schema(columns, **changes))

    return one


def faults(error):
    return [(problem.place, problem.wrong, problem.seen) for problem in error.value.problems]


def test_labels_and_identifiers_stay_letter_by_letter(shared):
    frame = read_table(shared / "cases" / "tables" / "traps.csv", schema(TRAPS))
    assert frame.cells["segment"] == ("NA", "HA", "None", "nan")
    assert frame.cells["allele"] == ("T", "F", "TRUE", "A")
    assert frame.cells["flag"] == ("F", "T", "", "F")
    assert frame.cells["id"] == ("007", "0012", "1e5", "12345678901234567890")
    assert frame.cells["value"] == ("1,234", "5", "-", "6")


def test_every_cell_that_is_no_number_is_told_with_its_line_and_column(shared):
    columns = TRAPS | {"pval": "number", "value": "integer", "id": "integer"}
    with pytest.raises(InputError) as error:
        read_table(shared / "cases" / "tables" / "traps.csv", schema(columns))
    assert faults(error) == [
        ("line 2, column 'value'", "is no whole number", "1,234"),
        ("line 4, column 'pval'", "is smaller than a float can hold", "2.5e-400"),
        ("line 4, column 'id'", "is no whole number", "1e5"),
        ("line 4, column 'value'", "is no whole number", "-"),
        ("line 5, column 'pval'", "is no number", "."),
    ]
    fixes = [problem.fix for problem in error.value.problems]
    assert fixes[0] == "remove the thousands separators"
    assert fixes[4] == "where it means no value, list '.' in the column's `missing`"


def test_utf_16_is_read_where_the_schema_says_so_and_told_where_not(shared):
    path = shared / "cases" / "tables" / "traps_utf16.csv"
    same = read_table(shared / "cases" / "tables" / "traps.csv", schema(TRAPS))
    assert read_table(path, schema(TRAPS, encoding="utf-16")).cells == same.cells
    with pytest.raises(InputError, match=r"is UTF-16 text, its schema says utf-8"):
        read_table(path, schema(TRAPS))


def test_latin_1_is_read_where_the_schema_says_so_and_told_where_not(shared):
    path = shared / "cases" / "tables" / "traps_latin1.csv"
    columns = {"gene": "text", "müller": "integer"}
    assert read_table(path, schema(columns, encoding="latin-1")).cells["müller"] == ("1",)
    with pytest.raises(InputError, match="is not utf-8 text at byte 6"):
        read_table(path, schema(columns))


def test_another_delimiter_is_read_where_the_schema_says_so_and_told_where_not(shared):
    path = shared / "cases" / "tables" / "traps_semicolon.csv"
    columns = {"a": "text", "b": "integer"}
    assert read_table(path, schema(columns, delimiter=";")).cells == {"a": ("1,5",), "b": ("2",)}
    with pytest.raises(InputError, match="not separated by ','") as error:
        read_table(path, schema(columns))
    assert error.value.problems[0].fix == 'write `delimiter: ";"`'


def test_comment_lines_are_left_out_where_the_schema_says_so_and_told_where_not(shared):
    path = shared / "cases" / "tables" / "traps_comment.csv"
    columns = {"x": "integer", "y": "integer"}
    assert read_table(path, schema(columns, comment="#")).cells == {"x": ("1",), "y": ("2",)}
    with pytest.raises(InputError, match="begins with a comment"):
        read_table(path, schema(columns))


def test_two_columns_of_one_name_are_refused_and_none_is_renamed(shared):
    with pytest.raises(InputError) as error:
        read_table(shared / "cases" / "tables" / "traps_dup_header.csv", schema({"g": "integer", "g.1": "integer"}))
    assert faults(error) == [("line 1", "two columns have one name", "g")]


def test_columns_that_are_missing_or_not_declared_are_all_told(read):
    with pytest.raises(InputError) as error:
        read("a,c,d\n1,2,3\n", {"a": "integer", "b": "integer"})
    assert faults(error) == [
        ("line 1", "a column is not in the schema", "c"),
        ("line 1", "a column is not in the schema", "d"),
        ("line 1", "a declared column is missing", "b"),
    ]


def test_columns_in_another_order_are_refused(read):
    with pytest.raises(InputError, match="another order"):
        read("b,a\n1,2\n", {"a": "integer", "b": "integer"})


def test_a_row_with_too_few_cells_is_told_with_its_line_also_after_a_cell_of_two_lines(read):
    with pytest.raises(InputError) as error:
        read('a,b\n"two\nlines",1\n3\n', {"a": "text", "b": "integer"})
    assert faults(error) == [("line 4", "the row has 1 cells, the header 2", "")]


def test_a_quote_that_is_not_closed_is_refused(read):
    with pytest.raises(InputError, match="is no table"):
        read('a,b\n1,"2\n', {"a": "integer", "b": "text"})


def test_a_value_is_missing_only_by_a_text_that_the_column_lists(read):
    columns = {"a": {"kind": "number", "missing": ["NA", "."]}, "b": "text"}
    assert read("a,b\nNA,NA\n.,x\n1.50,\n", columns).cells == {"a": (None, None, "1.5"), "b": ("NA", "x", "")}
    with pytest.raises(InputError, match="an empty cell is no number"):
        read("a,b\n,x\n", columns)


def test_a_category_has_only_its_levels(read):
    with pytest.raises(InputError, match="is none of the levels ctrl, stim"):
        read("a\nctrl\nSTIM\n", {"a": {"kind": "category", "levels": ["ctrl", "stim"]}})


def test_numbers_have_one_text_however_they_were_written(read):
    frame = read("a\n1.50\n+1.5\n15e-1\n-0.0\n1e-320\n", {"a": "number"})
    assert frame.cells["a"] == ("1.5", "1.5", "1.5", "0.0", "1e-320")


@pytest.mark.parametrize("text", ["inf", "nan", "1_000", "0x1F", "\u0661", "1 ", "1e999"])
def test_what_python_takes_for_a_number_and_a_table_does_not_is_refused(read, text):
    with pytest.raises(InputError):
        read(f"a\n{text}\n", {"a": "number"})


def test_of_many_faults_a_hundred_are_told_and_the_rest_counted(read):
    with pytest.raises(InputError) as error:
        read("a\n" + "x\n" * 150, {"a": "integer"})
    assert len(error.value.problems) == 101
    assert error.value.problems[-1].wrong == "50 more faults of the same file"


def test_an_empty_table_is_refused(read):
    with pytest.raises(InputError, match="has no row"):
        read("a\n", {"a": "integer"})


def test_a_mark_of_utf_8_is_no_part_of_the_first_name(read):
    assert read("\ufeffa\r\n1\r\n", {"a": "integer"}).cells == {"a": ("1",)}


def test_parquet_keeps_its_missing_values_and_loses_its_index(shared):
    path = shared / "cases" / "tables" / "traps.parquet"
    columns = {
        "grp": "category",
        "x": {"kind": "number", "missing": ["NA"]},
        "n": {"kind": "integer", "missing": ["NA"]},
        "orig_barcode": "id",
    }
    frame = read_table(path, schema(columns, format="parquet"))
    assert frame.cells == {"grp": ("a", "b"), "x": ("1.0", None), "n": ("1", None), "orig_barcode": ("r1", "r2")}


def test_a_parquet_column_of_another_type_is_told(shared):
    path = shared / "cases" / "tables" / "traps.parquet"
    with pytest.raises(InputError) as error:
        read_table(
            path, schema({"grp": "integer", "x": "text", "n": "integer", "orig_barcode": "id"}, format="parquet")
        )
    assert [problem.place for problem in error.value.problems] == ["column 'grp'", "column 'x'"]


def test_a_file_that_is_no_parquet_is_told(shared):
    with pytest.raises(InputError, match="is no Parquet file"):
        read_table(shared / "cases" / "tables" / "traps.csv", schema({"a": "text"}, format="parquet"))
