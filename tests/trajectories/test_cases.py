"""Every small broken log of the shared folder, against what must come out of it."""

import json
import re

import pytest

from counterproof.trajectories import parse

TAGGED = re.compile(r"<EVAL_ANSWER>(.*?)</EVAL_ANSWER>", re.DOTALL)
# Fields of `expected.json` that describe, or that belong to the reading of answers from files.
NOT_OURS = {"note", "answer_source", "usage"}


def tagged_answer(trajectory):
    found = [match for text in trajectory.final_texts for match in TAGGED.findall(text)]
    return json.loads(found[-1])["answer"] if found else None


READ = {
    "answer": tagged_answer,
    "status": lambda trajectory: trajectory.ending,
    "format": lambda trajectory: trajectory.format,
    "turns": lambda trajectory: trajectory.totals.turns,
    "retries": lambda trajectory: trajectory.totals.retries,
    "cost": lambda trajectory: trajectory.totals.cost_usd,
    "cache_read": lambda trajectory: trajectory.totals.cached_input_tokens,
    "input_tokens": lambda trajectory: trajectory.totals.input_tokens,
    "uncached_input": lambda trajectory: trajectory.totals.input_tokens,
    "output_tokens": lambda trajectory: trajectory.totals.output_tokens,
    "thinking_text_available": lambda trajectory: any(s.text for s in trajectory.steps if s.kind == "thinking"),
    "tool_text": lambda trajectory: trajectory.tool_calls[0].output,
    "tool_calls": lambda trajectory: len(trajectory.tool_calls),
    "unanswered": lambda trajectory: sum(call.output is None for call in trajectory.tool_calls),
    "open_items": lambda trajectory: sum(call.output is None for call in trajectory.tool_calls),
    "pairs": lambda trajectory: {f"t{n}": call.output for n, call in enumerate(trajectory.tool_calls, start=1)},
    "unknown_events": lambda trajectory: len(trajectory.noted("unknown_event")),
    "bad_lines": lambda trajectory: len(trajectory.noted("not_json")),
    "format_errors": lambda trajectory: len(trajectory.noted("format_error")),
    "network_used": lambda trajectory: trajectory.web_search,
}


@pytest.fixture(scope="module")
def cases(shared):
    folder = shared / "cases" / "trajectories"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    assert set(expected) == {path.name for path in folder.iterdir()} - {"expected.json"}
    return {folder / name: facts for name, facts in expected.items()}


def test_every_case_comes_out_as_expected(cases):
    seen = {
        (path.name, field): (READ[field](parse(path)), value)
        for path, facts in cases.items()
        for field, value in facts.items()
        if field not in NOT_OURS
    }
    assert len(seen) > 40
    assert not {place: pair for place, pair in seen.items() if pair[0] != pair[1]}


def test_every_case_reads_alike_from_bytes_and_from_its_path(cases):
    assert all(parse(path) == parse(path.read_bytes()) for path in cases)


def test_every_case_can_be_stored_as_utf_8(cases):
    assert all(parse(path).model_dump_json().encode("utf-8") for path in cases)


def test_an_answer_that_stands_in_a_file_only_is_not_found_in_a_text(cases):
    in_files = [path for path, facts in cases.items() if facts.get("answer_source") == "file"]
    assert in_files
    for path in in_files:
        trajectory = parse(path)
        assert tagged_answer(trajectory) is None
        assert any("eval_answer.json" in (call.input or "") for call in trajectory.tool_calls)


def test_an_unknown_usage_is_null_and_not_zero(cases):
    [path] = [path for path, facts in cases.items() if "usage" in facts]
    totals = parse(path).totals
    assert (totals.input_tokens, totals.output_tokens, totals.cost_usd, totals.seconds) == (None, None, None, None)


def test_a_lone_surrogate_is_replaced_and_counted(shared):
    trajectory = parse(shared / "cases" / "trajectories" / "by_05_lone_surrogate.jsonl")
    assert trajectory.final_texts == ("bad \ufffd end",)
    assert trajectory.replaced == 1


def test_a_nul_in_a_prompt_is_data(shared):
    assert parse(shared / "cases" / "trajectories" / "by_02_bom_crlf_nul_blank.jsonl").prompts == ("a\0b",)
