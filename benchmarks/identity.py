"""How long an identity audit takes: 286 instances, 10 conditions, 3 replicates of a reference answerer, run and scored.

    .venv/bin/python benchmarks/identity.py [--jobs 2] [--per-call 1] [--instances 286]

The instances are made up (`counterproof.benchmarks.invented`); the calls are written to a folder that is removed at the
end. Printed are the seconds of each step, the load before and after, and what was found.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

CONDITIONS = (
    "named",
    "blind",
    "delete",
    "placebo",
    "redact-33",
    "redact-33-blind",
    "redact-67",
    "redact-67-blind",
    "redact-100",
    "redact-100-blind",
)


def main() -> None:
    """Run the steps and print their seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=286)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--per-call", type=int, default=1)
    given = parser.parse_args()
    clock = time.perf_counter()
    print(f"load before: {os.getloadavg()[0]:.1f}")

    def step(name: str, since: float) -> float:
        now = time.perf_counter()
        print(f"{name:<28}{now - since:8.1f} s")
        return now

    from counterproof.audit.identity.findings import find_identity
    from counterproof.benchmarks.invented import invented_instances
    from counterproof.domain.identity_study import IdentityStudy
    from counterproof.store.identity import OpenIdentity
    from counterproof.store.layout import Layout
    from counterproof.trials.call_run import read_calls, run_calls
    from counterproof.trials.calls import planned_calls

    since = step("import", clock)
    fields = {
        "study": "timed",
        "kind": "identity",
        "source": {"path": "none"},
        "conditions": CONDITIONS,
        "agents": [{"name": "mixture", "route": "mixture", "knows": 0.6}],
        "replicates": 3,
        "instances_per_call": given.per_call,
        "seed": 1,
    }
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        study = OpenIdentity(
            IdentityStudy.model_validate(fields),
            invented_instances(given.instances, seed=1),
            Layout(folder, folder / "work", folder / "reports"),
        )
        plan = planned_calls(study)
        since = step(f"plan {len(plan.calls):,} calls", since)
        summary = run_calls(study, plan=plan, jobs=given.jobs)
        since = step(f"run on {given.jobs} processes", since)
        calls = read_calls(study, plan=plan)
        since = step("read again", since)
        findings = find_identity(study, calls)
        step("score", since)
    answered = sum(summary.outcomes.values())
    slope = findings.slopes.iloc[0]
    print(f"{'all':<28}{time.perf_counter() - clock:8.1f} s for {answered:,} answers")
    print(f"the instrument holds: {findings.holds}")
    print(f"slope {slope['value']:.3f} ({slope['low']:.3f}, {slope['high']:.3f}); load after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
