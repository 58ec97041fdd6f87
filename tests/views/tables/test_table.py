import math

from made_up_audit import HOSTILE

from counterproof.views.tables.table import BROAD, LONG, Cell, Column, Table, number


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
    assert number(-0.001, digits=2).text == "0.00"


def test_heads_and_rows_are_marked_for_screen_readers():
    html = table_of(Cell(text="x"))
    assert '<th scope="col" title="why" class="num">c</th>' in html
    assert '<th scope="row"' in html
    assert "<caption>t</caption>" in html


def test_a_table_shows_itself_in_a_notebook():
    table = Table(caption="t", columns=(), rows=())
    assert table._repr_html_() == table.html()
    assert repr(table) == "Table('t', 0 rows)"


def test_a_long_or_broad_table_scrolls_in_a_box_and_says_how_long_it_is():
    def html(n_rows, n_columns):
        columns = tuple(Column(name=f"c{place}") for place in range(n_columns))
        return Table(caption="t", columns=columns, rows=((Cell(text="x"),) * n_columns,) * n_rows).html()

    assert '<div class="cp-wrap"><table' in html(LONG, BROAD)
    assert '<div class="cp-wrap cp-long cp-broad" tabindex="0"><table' in html(LONG + 1, BROAD + 1)
    assert f'<caption>t <span class="cp-quiet">({LONG + 1} rows, to be scrolled)</span></caption>' in html(LONG + 1, 1)


def test_an_interval_may_stand_below_its_value_and_nothing_else_breaks():
    assert '>0.41 <span class="cp-interval">(0.33, 0.49)</span></th>' in table_of(Cell(text="0.41 (0.33, 0.49)"))
    words = Table(caption="t", columns=(Column(name="c"),), rows=((Cell(text="no data (at all)"),),)).html()
    assert "no data (at all)</th>" in words


def test_a_name_does_not_break_at_its_hyphen():
    row = (Cell(text="mixed-030"), Cell(text="mixed-030"), Cell(text="a long-winded sentence about it"))
    html = Table(caption="t", columns=(Column(name="a"), Column(name="b"), Column(name="c")), rows=(row,)).html()
    several = Table(caption="t", columns=(Column(name="a"),), rows=((Cell(text="answered from memory"),),)).html()
    assert '<th scope="row">answered from memory</th>' in several
    assert '<th scope="row" class="short">mixed-030</th><td class="short">mixed-030</td><td>a long' in html


def test_a_table_without_rows_is_its_caption():
    html = Table(caption="0 flags", columns=(Column(name="kind"),), rows=()).html()
    assert html.endswith('<p class="cp-empty">0 flags</p>')


def test_what_columns_mean_and_why_values_are_missing_is_told_without_a_pointer():
    columns = (Column(name="agent"), Column(name="EGA", numeric=True, title="right for the right reason"))
    rows = tuple((Cell(text=f"a{place}"), number(None, reason=f"reason {place % 8}")) for place in range(20))
    html = Table(caption="t", columns=columns, rows=rows).html()
    assert "<dt>EGA</dt><dd>right for the right reason</dd>" in html
    assert "reason 5; and 2 more, each under a pointer</dd>" in html
    assert "<summary>What the columns mean, and why values are missing</summary>" in html
    plain = Table(caption="t", columns=(Column(name="c"),), rows=((Cell(text="x"),),)).html()
    assert "<details" not in plain


def test_a_folded_table_shows_its_caption_until_it_is_opened():
    html = Table(caption="all hold", columns=(Column(name="c"),), rows=((Cell(text="x"),),), folded=True).html()
    assert '<details class="cp-fold"><summary>all hold</summary><div' in html


def test_a_clamped_sentence_is_whole_under_a_pointer():
    columns = (Column(name="item"), Column(name="question", clamped=True))
    html = Table(caption="t", columns=columns, rows=((Cell(text="x"), Cell(text='a "long" one')),)).html()
    said = "a &quot;long&quot; one"
    assert f'<td><span class="cp-clamp" title="{said}">{said}</span></td>' in html
