import pandas as pd

from counterproof.audit.access import CHECK_DTYPES, FLAG_DTYPES, framed
from counterproof.views.tables.access import MOST, access_table, flags_table

WHO = {"item": "nk_marker", "variant": "flip", "agent": "claude", "replicate": 1, "digest": "d"}
FLAG = {
    "step": 3,
    "tool": "bash",
    "kind": "grader",
    "rule": "a search",
    "quote": "find <b>grader</b>",
    "invited": False,
}
CHECKS = framed([{**WHO, "tool_calls": 1200, "without_input": 1, "flags": 1}], CHECK_DTYPES)
FLAGS = framed([{**WHO, **FLAG}, {**WHO, **FLAG, "step": None, "kind": "web_search", "invited": True}], FLAG_DTYPES)


def test_what_was_checked_is_told_by_agent_and_in_all():
    table = access_table(CHECKS, FLAGS)
    assert table.caption == "1 trials and 1,200 tool calls checked: 2 flags"
    (row,) = table.rows
    assert [cell.text for cell in row] == ["claude", "1", "1,200", "1", "1", "0", "1", "0", "0", "0", "1"]


def test_each_flag_has_its_step_and_no_text_becomes_an_element():
    html = flags_table(FLAGS).html()
    assert "find &lt;b&gt;grader&lt;/b&gt;" in html
    assert [row[5].text for row in flags_table(FLAGS).rows] == ["3", "\N{EN DASH}"]


def test_nothing_flagged_is_an_empty_table():
    nothing = pd.DataFrame(framed([], FLAG_DTYPES))
    assert flags_table(nothing).rows == ()
    assert access_table(CHECKS, nothing).caption.endswith("0 flags")


def test_of_too_many_flags_the_first_of_each_agent_kind_and_rule_are_shown():
    rare = {**WHO, **FLAG, "agent": "gpt", "rule": "rare"}
    flags = framed([*[{**WHO, **FLAG, "step": step} for step in range(1, MOST + 500)], rare], FLAG_DTYPES)
    table = flags_table(flags)
    assert len(table.rows) == MOST
    assert table.rows[-1][1].text == "gpt"
    assert [row[5].text for row in table.rows[:-1]] == [str(step) for step in range(1, MOST)]
    assert table.caption == "1,500 flags of the access audit: 1,000 of them, of each agent, kind and rule"
