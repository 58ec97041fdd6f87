import pytest

from counterproof.agents.numbers.table import AgentTable, MissingColumnError
from counterproof.domain.table import TableSource
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.write import write_table_file

CELLS = {
    "name": ("a, b", 'say "x"', "line\u2028and \x85more", "two\nlines"),
    "n": ("1", "-2", "3", "4"),
    "x": ("0.5", "1e-07", "2.0", "1e+16"),
}


@pytest.fixture
def table(tmp_path):
    """A table as construction writes it."""

    def write(form, cells=CELLS):
        kinds = {"name": "text", "n": "integer", "x": "number"}
        columns = [{"name": name, "kind": kinds[name]} for name in cells]
        schema = TableSource.model_validate({"source": "it", "format": form, "columns": columns})
        path = tmp_path / f"data.{form}"
        write_table_file(path, Frame(schema, cells))
        return AgentTable(path)

    return write


@pytest.mark.parametrize("form", ["csv", "tsv", "parquet"])
def test_what_construction_writes_is_read_in_every_format(table, form):
    it = table(form)
    assert it.names == ("name", "n", "x")
    assert it.n_rows == 4
    assert it.texts("name") == list(CELLS["name"])
    assert it.numbers("n") == [1, -2, 3, 4]
    assert it.numbers("x") == [0.5, 1e-7, 2, 1e16]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_column_that_is_not_there_is_named(table, form):
    for read in (table(form).texts, table(form).numbers):
        with pytest.raises(MissingColumnError, match="dose"):
            read("dose")


def test_a_text_is_no_number(table):
    with pytest.raises(ValueError, match="a, b"):
        table("csv").numbers("name")
