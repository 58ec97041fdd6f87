"""How long thousands of trials take to load: the trial table and the access audit, first from their files, then again.

Run: `python benchmarks/trajectories.py [--trials 3000] [--calls 16000]`. Prints one line a measurement, and exits with
1 when the first load takes 10 s or more, or the second 1 s or more.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from made_up_runs import made_up_study, write_trials

from counterproof.audit.access import access_by_agent
from counterproof.audit.loaded import load_trials

AGENTS, REPLICATES, VARIANTS = 8, 3, 5
FIRST_AT_MOST, SECOND_AT_MOST = 10.0, 1.0


def main() -> int:
    """Write the trials once, then load them twice, each time in a process of its own."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--trials", type=int, default=3000)
    options.add_argument("--calls", type=int, default=16_000)
    options.add_argument("--load", type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    items = max(1, given.trials // (AGENTS * REPLICATES * VARIANTS))
    if given.load:
        print(*_load(given.load, items=items))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        study, constructions = made_up_study(Path(folder), items=items, agents=AGENTS, replicates=REPLICATES)
        n_calls = write_trials(study, constructions, calls=given.calls, seed=1)
        size = sum(path.stat().st_size for path in study.layout.trials.rglob("*.json"))
        n_trials = items * AGENTS * REPLICATES * VARIANTS
        print(f"{n_trials} trials, {n_calls} tool calls, {size / 1e6:.0f} MB; load average {os.getloadavg()[0]:.1f}")
        first, second = (_apart(folder, given.trials) for _ in range(2))
    for name, (seconds, processor), limit in (("first", first, FIRST_AT_MOST), ("second", second, SECOND_AT_MOST)):
        print(f"{name} load: {seconds:.2f} s, of these {processor:.2f} s of one processor (at most {limit:g})")
    return int(first[0] >= FIRST_AT_MOST or second[0] >= SECOND_AT_MOST)


def _apart(folder: str, trials: int) -> tuple[float, float]:
    command = [sys.executable, __file__, "--load", folder, "--trials", str(trials)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    return float(said[0]), float(said[1])


def _load(folder: Path, *, items: int) -> tuple[float, float, int]:
    study, constructions = made_up_study(folder, items=items, agents=AGENTS, replicates=REPLICATES)
    clock, work = time.perf_counter(), time.process_time()
    loaded = load_trials(study, constructions)
    flagged = access_by_agent(loaded.checks, loaded.flags)
    return time.perf_counter() - clock, time.process_time() - work, int(flagged["trials_flagged"].sum())


if __name__ == "__main__":
    sys.exit(main())
