"""Files of one table item as the checks of leaks read them, made in memory."""

from pathlib import Path

import pytest

from counterproof.construct.tables.leaks.files import TableFiles, WrittenTable
from counterproof.domain.table import TableSource
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.variant import Edit
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.write import write_table_file

COLUMNS = {"name": "id", "site": "category", "dose": "integer", "height": "number"}


@pytest.fixture
def frame():
    """A table with these columns of texts; each has a kind."""

    def build(cells, *, kinds=COLUMNS, form="csv"):
        columns = [{"name": name, "kind": kinds[name], "missing": ["NA"]} for name in cells]
        schema = TableSource.model_validate({"source": f"t.{form}", "format": form, "columns": columns})
        return Frame(schema, {name: tuple(texts) for name, texts in cells.items()})

    return build


@pytest.fixture
def files(tmp_path):
    """The files of an item: a table and its edit for each variant."""

    def build(source, item="an_item", decisions=None, **written):
        registration = TableRegistration.model_construct(item=item, source=source.schema, decisions=decisions or {})
        made = {}
        for name, (table, edit) in written.items():
            path = Path(tmp_path / f"{name}.{source.schema.format}")
            write_table_file(path, table)
            made[name] = WrittenTable(path, Edit.model_validate(edit), path.read_bytes(), table)
        return TableFiles(registration, source, made)

    return build
