"""Real runs: calls counted in the raw file by other means, answers, costs and times beside their own records."""

import json
import re
from collections import Counter

import pytest

from counterproof.trajectories import parse

FOLDERS = [
    "sbl_lineage_pi_gemini",
    "scb_DE01_claude-code",
    "scb_DE01_codex",
    "scb_DE01_mini_anthropic",
    "scb_DE01_mini_openai-responses",
]
SESSIONS = ["scb_DE01_claude-code", "scb_DE01_codex"]
TAGGED = re.compile(r"<EVAL_ANSWER>(.*?)</EVAL_ANSWER>", re.DOTALL)


def objects(value):
    """Every JSON object anywhere in a value."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(part)


def raw_calls(values):
    """Call id to the texts in which it is made, whatever the format, once each."""
    made = {}
    for fields in objects(values):
        kind = fields.get("type")
        if kind in {"tool_use", "toolCall"}:
            made[fields["id"]] = fields.get("input", fields.get("arguments"))
        elif kind == "function_call" and "call_id" in fields:
            made[fields["call_id"]] = fields["arguments"]
        elif kind == "function" and "function" in fields and "id" in fields:
            made[fields["id"]] = fields["function"]["arguments"]
        elif kind == "command_execution":
            made[fields["id"]] = fields["command"]
    return made


def raw_outputs(values):
    """Call id to its output's text, found by the id alone."""
    told = {}
    for fields in objects(values):
        if fields.get("type") == "tool_result":
            told[fields["tool_use_id"]] = fields["content"]
        elif fields.get("type") == "tool_execution_end":
            told[fields["toolCallId"]] = "\n".join(part["text"] for part in fields["result"]["content"])
        elif fields.get("type") == "function_call_output" or fields.get("role") == "tool":
            extra = fields.get("extra", {})
            told[fields.get("call_id") or fields["tool_call_id"]] = extra.get("raw_output", fields.get("output"))
        elif fields.get("type") == "command_execution" and fields["status"] != "in_progress":
            told[fields["id"]] = fields["aggregated_output"]
    return told


def raw_values(path):
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else [json.loads(line) for line in text.split("\n") if line]


@pytest.fixture(scope="module")
def runs(shared):
    return shared / "data" / "latch_evals" / "trajectories"


def logs():
    return [(name, "trajectory.json") for name in FOLDERS] + [(name, "harness_outputs.jsonl") for name in SESSIONS]


@pytest.mark.parametrize(("folder", "file"), logs())
def test_every_tool_call_appears_once_with_its_output(runs, folder, file):
    path = runs / folder / file
    values = raw_values(path)
    made, told = raw_calls(values), raw_outputs(values)
    steps = parse(path).tool_calls
    assert len(made) > 8
    as_text = {
        key: text if isinstance(text, str) else json.dumps(text, ensure_ascii=False) for key, text in made.items()
    }
    assert Counter(step.input for step in steps) == Counter(as_text.values())
    expected = Counter((as_text[key], told.get(key)) for key in made)
    assert {pair[0] for pair in Counter((s.input, s.output) for s in steps) - expected} == failed_inputs(steps)


def failed_inputs(steps):
    """Inputs whose output has the harness's own problem report after the raw output."""
    return {step.input for step in steps if step.output and "timed out" in step.output.splitlines()[-1]}


@pytest.mark.parametrize(("folder", "file"), logs())
def test_nothing_in_a_real_run_is_unknown_cut_or_replaced(runs, folder, file):
    trajectory = parse(runs / folder / file)
    assert trajectory.notes == ()
    assert trajectory.replaced == 0


@pytest.mark.parametrize(("folder", "file"), logs())
def test_the_answer_equals_the_answer_file(runs, folder, file):
    trajectory = parse(runs / folder / file)
    answer = json.loads((runs / folder / "eval_answer.json").read_text(encoding="utf-8"))
    tagged = [found for text in trajectory.final_texts for found in TAGGED.findall(text)]
    if tagged:
        assert json.loads(tagged[-1]) == answer
    else:
        # No tag in most real runs: the agent wrote the file by a tool call.
        assert any("eval_answer.json" in (call.input or "") for call in trajectory.tool_calls)


@pytest.mark.parametrize("folder", FOLDERS)
def test_costs_and_tokens_equal_the_harness_record(runs, folder):
    record = json.loads((runs / folder / "result.json").read_text(encoding="utf-8"))["result"]["metadata"]
    totals = parse(runs / folder / "trajectory.json").totals
    if "total_cost" in record:
        assert totals.cost_usd == pytest.approx(record["total_cost"])
    else:
        assert totals.cost_usd is None
    if "usage" in record:
        whole = totals.input_tokens + (totals.cached_input_tokens if folder.endswith("codex") else 0)
        assert whole == record["usage"]["input_tokens"]
        assert totals.output_tokens == record["usage"]["output_tokens"]
    if "n_turns" in record:
        assert totals.turns == record["n_turns"]
    if "n_steps" in record:
        assert totals.turns == record["n_steps"]


@pytest.mark.parametrize(
    ("folder", "file", "slack"),
    [
        ("scb_DE01_claude-code", "trajectory.json", 3.0),
        ("scb_DE01_claude-code", "harness_outputs.jsonl", 4.0),
        ("scb_DE01_codex", "harness_outputs.jsonl", 1.0),
        ("sbl_lineage_pi_gemini", "trajectory.json", 2.0),
    ],
)
def test_the_time_is_the_harness_time_without_its_start_and_end(runs, folder, file, slack):
    record = json.loads((runs / folder / "result.json").read_text(encoding="utf-8"))["result"]["metadata"]
    seconds = parse(runs / folder / file).totals.seconds
    assert 0 <= record["duration_s"] - seconds < slack


def test_the_session_log_tells_the_same_steps_as_the_stream(runs):
    stream = parse(runs / "scb_DE01_claude-code" / "trajectory.json")
    session = parse(runs / "scb_DE01_claude-code" / "harness_outputs.jsonl")
    assert [(s.kind, s.text, s.input, s.output) for s in stream.steps] == [
        (s.kind, s.text, s.input, s.output) for s in session.steps
    ]
    assert session.totals.output_tokens is None
