from dataclasses import replace

from made_up_identity import made_up

from counterproof.audit.access import framed
from counterproof.audit.identity.access import FLAG_DTYPES
from counterproof.views.tables.call_access import call_access_table, call_flags_table

FLAG = {
    "condition": "named",
    "agent": "reader",
    "replicate": 1,
    "instances": "case-1, case-2, case-3, case-4",
    "call": "r1-abc",
    "step": 4,
    "tool": "bash",
    "kind": "network",
    "rule": "web address",
    "quote": "curl https://x\x1b[31m",
    "invited": False,
}


def test_every_call_is_counted_also_where_nothing_is_flagged():
    findings = made_up()[1]
    table = call_access_table(findings)
    assert table.caption == f"{len(findings.access):,} calls and 0 tool calls checked: 0 flags"
    assert [column.name for column in table.columns[:6]] == [
        "agent",
        "calls",
        "tool calls",
        "without input",
        "retrievals",
        "calls flagged",
    ]
    assert call_flags_table(findings).rows == ()


def test_a_flag_has_its_step_its_words_and_the_record_of_its_call():
    findings = made_up()[1]
    rows = [FLAG, FLAG | {"step": None, "invited": True}]
    flagged = replace(findings, access_flags=framed(rows, FLAG_DTYPES))
    first, second = call_flags_table(flagged).rows
    assert [cell.text for cell in first] == [
        "network",
        "reader",
        "named",
        "case-1, case-2, case-3 and 1 more",
        "4",
        "web address",
        "curl https://x",
        "no",
        "reader/named/r1-abc.json",
    ]
    assert first[3].title == FLAG["instances"]
    assert (second[4].text, second[7].text) == ("\N{EN DASH}", "by the prompt")
    shown = call_access_table(flagged)
    assert shown.caption.endswith("2 flags")
    assert [cell.tone for cell in shown.rows[0] if cell.text == "2"] == ["bad"]
