import json
from pathlib import Path

import pytest
from access_tables import access_tables

from counterproof.audit.access import access_by_agent, flags_of
from counterproof.audit.access_rules import KINDS, RULES
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.domain.trial import Trial, TrialKey
from counterproof.trajectories import parse

HERE = Path(__file__).parent
EMPTY = Trajectory(format="own")
CALLS = [json.loads(line) for line in (HERE / "access_calls.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def record():
    """A finished trial of agent `a` on a variant."""

    def build(variant, *, trajectory=EMPTY):
        digests = dict.fromkeys(("item_sha256", "data_sha256", "prompt_sha256", "agent_sha256"), "0")
        key = TrialKey(item="nk", variant=variant, agent="a", replicate=1, seed=1, **digests)
        return Trial(key=key, outcome="no_answer", trajectory=trajectory, seconds=1, started="now")

    return build


def trajectory(*calls, **facts):
    steps = [Step(kind="tool_call", tool=tool, input=given) for tool, given in calls]
    return Trajectory(format="own", steps=steps, **facts)


def precision_and_recall(found, true, *, told):
    """Over pairs of a call and a kind; printed, so that a run of the tests shows them."""
    right = len(found & true)
    precision, recall = right / len(found), right / len(true)
    print(f"{told}: {len(true)} flags by hand, precision {precision:.3f}, recall {recall:.3f}")  # noqa: T201, shown by `-rP`
    return precision, recall


def test_the_flags_of_calls_that_tools_are_known_to_make_are_those_set_by_hand():
    true = {(place, kind) for place, call in enumerate(CALLS) for kind in call["kinds"]}
    found = {
        (place, flag.kind)
        for place, call in enumerate(CALLS)
        for flag in flags_of(trajectory((call["tool"], call["input"])))
    }
    precision, recall = precision_and_recall(found, true, told=f"{len(CALLS)} made-up calls")
    wrong = [(CALLS[place]["input"], kind) for place, kind in sorted(found ^ true)]
    assert (precision, recall) >= (0.95, 0.95), wrong
    assert {kind for _, kind in true} == set(KINDS)


def test_the_hints_of_a_rule_hide_none_of_its_matches(shared):
    runs = (shared / "data" / "latch_evals" / "trajectories").glob("*/trajectory.json")
    texts = [call["input"] for call in CALLS] + [call["tool"] for call in CALLS]
    texts += [step.input or "" for run in runs for step in parse(run).tool_calls]
    for rule in RULES:
        hit = [text for text in texts if rule.pattern.search(text)]
        assert hit, rule.name
        assert all(rule.may_match(text.lower()) for text in hit), rule.name


def test_a_web_search_that_only_the_log_tells_of_is_flagged_without_a_step(shared):
    log = parse(shared / "cases" / "trajectories" / "cx_05_web_search.jsonl")
    assert "web_search" in {flag.kind for flag in flags_of(log)}
    (flag,) = flags_of(trajectory(web_search=True))
    assert (flag.step, flag.kind, flag.rule) == (None, "web_search", "told by the log")


def test_a_place_that_the_prompt_names_is_flagged_as_invited():
    (flag,) = flags_of(trajectory(("bash", "ls /root"), prompts=("The build context is at `/root`.",)))
    assert flag.invited
    (flag,) = flags_of(trajectory(("bash", "ls /root"), prompts=("Work in /workspace/root.",)))
    assert not flag.invited


def test_a_runner_can_name_its_own_place():
    log = trajectory(("bash", "cat /home/user/trial7/data.csv"))
    assert [flag.kind for flag in flags_of(log)] == ["outside_path"]
    assert flags_of(log, own=("/home/user/trial7",)) == ()
    assert len(flags_of(log, own=("/home/user/trial",))) == 1


def test_a_tool_output_and_a_message_are_not_flagged():
    steps = [
        Step(kind="message", text="I will not look for /root/grader.py"),
        Step(kind="tool_call", tool="bash", input="ls", output="/root/grader.py answer_key.json"),
    ]
    assert flags_of(Trajectory(format="own", steps=steps)) == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "{",
        "[" * 5000,
        '{"a": NaN}',
        "x" * 200_000,
        "find " * 20_000,
        "/" * 50_000,
        "../" * 30_000,
        "a/../" * 20_000,
    ],
)
def test_no_input_makes_the_audit_fail_or_hang(text):
    flags_of(trajectory(("bash", text), (None, None)))


def test_every_trial_and_call_is_counted_and_each_flag_has_its_step(record):
    quiet = record("original", trajectory=trajectory(("bash", "ls"), ("bash", None)))
    loud = record("flip", trajectory=trajectory(("bash", "ls"), ("bash", "find / -name '*grader*'")))
    checks, flags = access_tables([quiet, loud])
    assert checks["tool_calls"].tolist() == [2, 2]
    assert checks["without_input"].tolist() == [1, 0]
    assert checks["flags"].tolist() == [0, 2]
    assert flags[["variant", "step", "kind"]].to_numpy().tolist() == [
        ["flip", 2, "outside_path"],
        ["flip", 2, "grader"],
    ]
    (row,) = access_by_agent(checks, flags).to_dict("records")
    assert (row["trials"], row["tool_calls"], row["trials_flagged"], row["grader"], row["network"]) == (2, 4, 1, 1, 0)


def test_nothing_flagged_is_an_empty_table_with_its_columns(record):
    checks, flags = access_tables([record("original")])
    assert flags.empty
    assert "step" in flags
    assert access_by_agent(checks, flags)["grader"].tolist() == [0]
