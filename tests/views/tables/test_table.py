import math

from made_up_audit import HOSTILE

from counterproof.views.tables.table import Cell, Column, Table, number


def table_of(cell: Cell) -> str:
    return Table(caption="t", columns=(Column(name="c", numeric=True, title="why"),), rows=((cell,),)).html()


def test_no_text_becomes_an_element():
    cell = Cell(text=HOSTILE, title=HOSTILE, sort=HOSTILE)
    html = Table(caption=HOSTILE, columns=(Column(name=HOSTILE, title=HOSTILE),), rows=((cell,),)).html()
    assert "<script" not in html
    assert "<img" not in html
    assert 'onload="' not in html


def test_a_missing_number_is_a_dash_that_tells_its_reason():
    for missing in (None, math.nan):
        assert '<th scope="row" title="one class" data-sort=""' in table_of(number(missing, reason="one class"))
    assert "\N{EN DASH}" in table_of(number(None))


def test_a_number_sorts_by_its_value_and_shows_a_real_minus():
    cell = number(-0.12345, digits=2)
    assert (cell.text, cell.sort) == ("\N{MINUS SIGN}0.12", "-0.12345")


def test_heads_and_rows_are_marked_for_screen_readers():
    html = table_of(Cell(text="x"))
    assert '<th scope="col" title="why" class="num">c</th>' in html
    assert '<th scope="row"' in html
    assert "<caption>t</caption>" in html


def test_a_table_shows_itself_in_a_notebook():
    table = Table(caption="t", columns=(), rows=())
    assert table._repr_html_() == table.html()
    assert repr(table) == "Table('t', 0 rows)"
