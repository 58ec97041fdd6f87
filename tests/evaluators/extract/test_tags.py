import json

import pytest

from counterproof.evaluators.extract.tags import blocks, is_template, without_templates


def test_every_tag_of_a_text_is_found_in_order():
    text = "<answer>A</answer> no: <EVAL_ANSWER>B</EVAL_ANSWER>"
    assert [(block.text, block.closed) for block in blocks(text)] == [("A", True), ("B", True)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('<EVAL_ANSWER>{"answer": "B"', [('{"answer": "B"', False)]),
        ("I will put it in <EVAL_ANSWER> tags, as you asked, once the whole analysis is done.", []),
        ("<EVAL_ANSWER>A</ANSWER>", [("A", False)]),
        ("<answer>A<answer>B</answer>", [("A", False), ("B", True)]),
        ("<answer> </answer>", []),
    ],
)
def test_a_tag_without_its_end_counts_only_when_it_holds_an_answer(text, found):
    assert [(block.text, block.closed) for block in blocks(text)] == found


@pytest.mark.parametrize(
    "text", ['{"answer": "<letter>"}', '{"n": <int>, "m": 1}', '["GENE1", "GENE2", ...]', "<number>", "..."]
)
def test_a_form_is_no_answer(text):
    assert is_template(text)
    assert blocks(f"<answer>{text}</answer>") == ()


@pytest.mark.parametrize("text", ['{"answer": "B", "evidence": "p <0.05 ... and n > 3"}', '{"a": "x < y"}', "B"])
def test_an_answer_is_no_form(text):
    assert not is_template(text)


def test_blanking_a_form_moves_nothing():
    text = "Use <answer><letter></answer> please: B"
    assert without_templates(text) == "Use " + " " * 25 + " please: B"


@pytest.mark.parametrize(
    "evidence",
    [
        "CD3D, CD4, ... are high",
        "<b>CD4</b> is high",
        "in A, <see the table> above",
        "genes [... and 3 more]",
        "A, … B",
    ],
)
@pytest.mark.parametrize("frame", ["{}", "<ANSWER>{}</ANSWER>"])
def test_an_answer_whose_evidence_holds_dots_or_angles_is_no_template(evidence, frame):
    text = frame.format(json.dumps({"answer": "B", "evidence": evidence}, ensure_ascii=False))
    assert not is_template(text)
    assert len(blocks(text)) == text.count("</ANSWER>")


@pytest.mark.parametrize(
    "text",
    [
        '{"answer": "B", "genes": ["GENE1", "..."]}',
        '{"a": {"b": ["<letter>"]}}',
        '{"answer": {"n": 1}, "genes": [...]}',
    ],
)
def test_a_placeholder_deep_in_an_object_makes_it_a_template(text):
    assert is_template(text)
