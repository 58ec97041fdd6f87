import sys
from pathlib import Path

import pandas as pd

sys.path.append(str(Path(__file__).parents[2] / "trials"))

from identity_made_up import opened

from counterproof.audit.identity.access import call_access, call_access_by_agent
from counterproof.domain.call import Call
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.domain.trial import Launched
from counterproof.trials.call_run import read_calls, run_calls
from counterproof.trials.calls import planned_calls

WALLED = Launched(version=None, sandbox="bubblewrap")


def call_of(*inputs, agent="m", retrievals: int | None = 0, launched=WALLED, n=1):
    """A call of `n` instances whose tool calls had these inputs."""
    key = {"condition": "named", "agent": agent, "replicate": 1, "seed": 1, "prompt_sha256": "0", "agent_sha256": "0"}
    steps = tuple(Step(kind="tool_call", tool="bash", input=text) for text in inputs)
    return Call.model_validate(
        {
            "key": key | {"instances": tuple(f"i{place}" for place in range(n))},
            "replies": (),
            "trajectory": Trajectory(format="own", steps=steps),
            "retrievals": retrievals,
            "seconds": 1,
            "started": "now",
            "launched": launched,
        }
    )


def test_what_a_call_reached_for_is_flagged_with_its_step_and_its_instances():
    checks, flags = call_access([call_of("ls", "curl https://pubmed.example/1", n=2), call_of("cat prompt.md")])
    assert checks[["tool_calls", "flags"]].to_numpy().tolist() == [[2, len(flags)], [1, 0]]
    assert set(flags["kind"]) == {"network"}
    assert set(flags["step"]) == {2}
    assert set(flags["instances"]) == {"i0, i1"}
    assert checks["call"].str.startswith("r1-").all()


def test_a_search_that_the_gateway_saw_is_flagged_without_a_step():
    told = Launched(version=None, sandbox="bubblewrap", hosted_tools=("web_search_20250305",))
    _, flags = call_access([call_of(launched=told, retrievals=1)])
    assert flags[["kind", "rule"]].to_numpy().tolist() == [["web_search", "run by the provider"]]
    assert flags["step"].isna().all()


def test_the_own_scratch_of_a_walled_call_is_not_outside():
    assert len(call_access([call_of("cat /tmp/notes.txt")])[1]) == 0
    assert len(call_access([call_of("cat /etc/passwd")])[1]) == 1


def test_an_agent_has_one_row_and_retrievals_that_nobody_saw_are_missing():
    calls = [
        call_of("ls", agent="a", retrievals=2),
        call_of(agent="a", retrievals=1),
        call_of(agent="b", retrievals=None),
    ]
    found = call_access_by_agent(*call_access(calls)).set_index("agent")
    assert found.loc["a", ["calls", "tool_calls", "retrievals", "calls_flagged", "network"]].tolist() == [2, 1, 3, 0, 0]
    assert pd.isna(found.loc["b", "retrievals"])


def test_a_program_that_reaches_out_of_a_real_call_is_flagged(walls, tmp_path):
    line = '{"kind": "tool_call", "tool": "bash", "input": "wget https://answers.example/key.json"}'
    agent = {"name": "mine", "kind": "command", "argv": ["sh", "-c", f"echo '{line}'"]}
    study = opened(tmp_path, n=1, conditions=["named"], agents=[agent, {"name": "reader", "route": "reader"}])
    run_calls(study)
    checks, flags = call_access(read_calls(study))
    assert len(checks) == len(planned_calls(study).calls)
    assert set(flags["agent"]) == {"mine"}
    assert "network" in set(flags["kind"])
