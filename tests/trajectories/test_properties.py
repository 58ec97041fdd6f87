"""What must hold of any bytes at all, and of any log that is cut, shuffled or damaged."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterproof.domain.problem import InputError
from counterproof.domain.trajectory import Trajectory
from counterproof.trajectories import parse
from counterproof.trajectories.detect import PARSERS

# One well-formed event of every kind that a parser knows, to be damaged part by part.
BLOCKS = [
    {"type": "text", "text": "look"},
    {"type": "thinking", "thinking": "hm"},
    {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}},
    {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "x"}], "is_error": True},
    {"type": "image", "source": {"data": "iVBORw0KGgo=", "media_type": "image/png"}},
    {"type": "toolCall", "id": "t1", "name": "bash", "arguments": {"command": "ls"}},
]
USAGE = {"input_tokens": 9, "cached_input_tokens": 3, "output_tokens": 2, "input_tokens_details": {"cached_tokens": 3}}
ITEM = {"id": "i1", "type": "command_execution", "command": "ls", "aggregated_output": "x", "exit_code": 1}
MCP = {"id": "i2", "type": "mcp_tool_call", "server": "s", "tool": "t", "arguments": {}, "result": {"content": BLOCKS}}
PI_USAGE = {"input": 1, "output": 2, "cacheRead": 0, "cost": {"total": 0.1}}
MESSAGES = [
    {"role": "assistant", "content": BLOCKS, "tool_calls": [{"id": "k", "function": {"name": "b", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "k", "content": '{"returncode": 1, "output": "x"}', "extra": {"timestamp": 1.0}},
    {
        "object": "response",
        "output": [{"type": "function_call", "call_id": "f"}, {"type": "reasoning"}],
        "usage": USAGE,
    },
    {"type": "function_call_output", "call_id": "f", "output": "x", "extra": {"raw_output": "x", "returncode": 1}},
]
EVENTS = [
    {"type": "system", "subtype": "api_retry"},
    {"type": "assistant", "message": {"id": "m", "content": BLOCKS}, "parent_tool_use_id": "t1", "uuid": "u"},
    {"type": "user", "isSidechain": True, "message": {"content": BLOCKS}, "timestamp": "2026-05-09T05:26:07.390Z"},
    {"type": "result", "subtype": "success", "usage": USAGE, "num_turns": 2, "total_cost_usd": 1.5, "duration_ms": 9},
    {"type": "item.started", "item": ITEM},
    {"type": "item.completed", "item": ITEM},
    {"type": "item.completed", "item": MCP},
    {"type": "item.updated", "item": {"id": "i3", "type": "agent_message"}},
    {"type": "turn.completed", "usage": USAGE},
    {"type": "turn.failed", "error": {"message": "x"}},
    {"id": "0", "msg": {"type": "token_count", "info": {"total_token_usage": USAGE}}},
    {"id": "0", "msg": {"type": "exec_command_begin", "call_id": "c", "command": ["ls"]}},
    {"id": "0", "msg": {"type": "exec_command_end", "call_id": "c", "duration": {"secs": 1, "nanos": 5}}},
    {"type": "response_item", "payload": {"type": "function_call", "name": "x", "arguments": "{}", "call_id": "c"}},
    {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "c", "output": '{"output": 1}'}},
    {"type": "event_msg", "payload": {"type": "task_complete", "duration_ms": 5}},
    {"type": "message_end", "message": {"role": "assistant", "content": BLOCKS, "usage": PI_USAGE, "timestamp": 5}},
    {"type": "message_update", "message": {"role": "assistant", "content": BLOCKS}},
    {"type": "tool_execution_end", "toolCallId": "t1", "result": {"content": BLOCKS}, "isError": False},
    {"type": "auto_retry_end", "attempt": 3},
    {"type": "turn_end"},
    {"trajectory_format": "mini-swe-agent-1.1", "info": {"model_stats": {"instance_cost": 1}}, "messages": MESSAGES},
    {"kind": "tool_call", "tool": "x", "input": "y", "seconds": 1.5},
    {"format": "own", "steps": [{"kind": "message", "text": "x"}], "totals": {"turns": 1}},
    {"brand": "new"},
]
JUNK = [
    None, True, -1, 1e999, float("nan"), 10**400, "", "x", "\ud83d", "\0", [], {}, [[]], [None, "x", 5], {"type": []},
    {"type": "text", "text": 5}, [{"type": {}}, {"id": [], "type": "tool_use"}], "2026-99-99T00:00:00", 1e300,
]  # fmt: skip # values, many a line


def damaged(value, chance):
    if chance.random() < 0.08:
        return chance.choice(JUNK)
    if isinstance(value, dict):
        return {key: damaged(part, chance) for key, part in value.items() if chance.random() > 0.04}
    return [damaged(part, chance) for part in value] if isinstance(value, list) else value


def damaged_events(seed):
    chance = random.Random(seed)
    return [damaged(chance.choice(EVENTS), chance) for _ in range(chance.randrange(1, 14))]


seeds = st.integers(min_value=0, max_value=2**32)


def lines(items):
    return b"".join(json.dumps(item).encode("ascii") + b"\n" for item in items)


def parsed(data):
    """The trajectory, or none where the bytes are refused with a reason."""
    try:
        return parse(data)
    except InputError as error:
        return None if error.problems and str(error) else error


def storable(trajectory):
    return Trajectory.model_validate_json(trajectory.model_dump_json().encode("utf-8")) == trajectory


@given(st.binary(max_size=300))
def test_any_bytes_parse_or_are_refused_with_a_reason(data):
    trajectory = parsed(data)
    assert trajectory is None or storable(trajectory)


@settings(max_examples=300)
@given(seeds, st.binary(max_size=20))
def test_no_event_makes_a_parser_fail(seed, rest):
    for parser in PARSERS.values():
        assert storable(parser().parse(lines(damaged_events(seed)) + rest))


@settings(max_examples=300)
@given(seeds)
def test_any_json_lines_parse_or_are_refused_with_a_reason(seed):
    trajectory = parsed(lines(damaged_events(seed)))
    assert trajectory is None or storable(trajectory)


@given(seeds, st.booleans())
def test_an_array_reads_like_the_lines_of_its_elements(seed, indented):
    items = [event for event in damaged_events(seed) if isinstance(event, dict)]
    array = json.dumps(items, indent=2 if indented else None).encode("ascii")
    for parser in PARSERS.values():
        assert parser is PARSERS["biomni"] or parser().parse(array) == parser().parse(lines(items))


@pytest.fixture(scope="module")
def logs(shared):
    cases = sorted((shared / "cases" / "trajectories").glob("*.jsonl"))
    real = sorted((shared / "data" / "latch_evals" / "trajectories").glob("*/harness_outputs.jsonl"))
    return [path.read_bytes() for path in cases + real]


def test_cutting_a_log_anywhere_loses_at_most_the_cut_line(logs):
    chance = random.Random(7)
    n_compared = 0
    for data in logs:
        for n in sorted({chance.randrange(len(data)) for _ in range(40)} if data else ()):
            end = n + 1 if data[n : n + 1] == b"\n" else data.rfind(b"\n", 0, n) + 1
            whole, cut = parsed(data[:end]), parsed(data[:n])
            if whole is None or not whole.steps:
                continue
            n_compared += 1
            assert cut.steps == whole.steps
            assert cut.totals == whole.totals
            assert [note for note in cut.notes if note.kind != "cut"] == list(whole.notes)
    assert n_compared > 200


def test_cutting_a_document_keeps_the_whole_messages_before_the_cut(shared):
    path = shared / "data" / "latch_evals" / "trajectories" / "scb_DE01_mini_anthropic" / "trajectory.json"
    data, full = path.read_bytes(), parse(path)
    for n in range(len(data) // 4, len(data) - 3, len(data) // 9):
        cut = parse(data[:n])
        assert cut.noted("cut")
        assert [step.input for step in cut.steps] == [step.input for step in full.steps][: len(cut.steps)]
        assert [s.output for s in cut.steps[:-1]] == [s.output for s in full.steps][: max(0, len(cut.steps) - 1)]
    assert len(cut.steps) > 10


def test_cutting_an_array_keeps_the_whole_events_before_the_cut(shared):
    path = shared / "data" / "latch_evals" / "trajectories" / "scb_DE01_codex" / "trajectory.json"
    data, full = path.read_bytes(), parse(path)
    for n in range(2000, len(data) - 3, len(data) // 9):
        cut = parse(data[:n])
        assert [step.source_index for step in cut.steps] == [s.source_index for s in full.steps][: len(cut.steps)]


def test_damaged_bytes_never_break_a_parser(logs):
    chance = random.Random(11)
    for data in logs:
        for _ in range(15):
            broken = bytearray(data)
            for _ in range(min(5, len(data))):
                broken[chance.randrange(len(broken))] = chance.randrange(256)
            trajectory = parsed(bytes(broken))
            assert trajectory is None or storable(trajectory)


@given(st.permutations(range(5)))
def test_parallel_results_find_their_calls_in_any_order(order):
    calls = [
        {
            "type": "assistant",
            "message": {
                "id": "m",
                "content": [{"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": str(n)}}],
            },
        }
        for n in range(5)
    ]
    results = [
        {
            "type": "user",
            "message": {"content": [{"type": "tool_result", "tool_use_id": f"t{n}", "content": f"out {n}"}]},
        }
        for n in order
    ]
    assert [step.output for step in parse(lines(calls + results)).tool_calls] == [f"out {n}" for n in range(5)]
