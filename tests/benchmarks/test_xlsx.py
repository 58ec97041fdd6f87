import zipfile

import pytest

from counterproof.benchmarks.xlsx import MAIN, read_sheet
from counterproof.domain.problem import InputError

NS = MAIN.strip("{}")


def write(path, sheet, strings=""):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "xl/worksheets/sheet1.xml", f'<worksheet xmlns="{NS}"><sheetData>{sheet}</sheetData></worksheet>'
        )
        if strings:
            archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{NS}">{strings}</sst>')
    return path


HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="C1" t="s"><v>0</v></c></row>'


def test_shared_inline_and_plain_cells_are_text_by_column(tmp_path):
    strings = "<si><t>key</t></si><si><r><t>A) </t></r><r><t>one</t></r><rPh><t>no</t></rPh></si>"
    row = '<row r="4"><c r="A4"><v>7</v></c><c r="B4"><v>lost</v></c><c r="C4" t="s"><v>1</v></c></row>'
    (found,) = read_sheet(write(tmp_path / "x.xlsx", HEAD + row, strings))
    assert (found.number, found.cells) == (4, {"name": "7", "key": "A) one"})


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ("", "its first sheet is empty"),
        ('<row r="1"><c r="A1"><v>a</v></c><c r="B1"><v>a</v></c></row>', "two columns are named a"),
        ('<row r="1"><c r="A1" t="s"><v>5</v></c></row>', "is no .xlsx file that can be read"),
    ],
)
def test_a_sheet_that_cannot_be_read_says_why(tmp_path, sheet, told):
    with pytest.raises(InputError) as caught:
        read_sheet(write(tmp_path / "x.xlsx", sheet))
    assert told in str(caught.value)


def test_a_sheet_with_entities_is_refused(tmp_path):
    path = tmp_path / "x.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", '<!DOCTYPE x [<!ENTITY a "a">]><worksheet/>')
    with pytest.raises(InputError, match="holds a document type"):
        read_sheet(path)
