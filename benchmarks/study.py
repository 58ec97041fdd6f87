"""How long the bookkeeping of a large study takes: 100,000 trials planned, resumed, loaded, scored and shown.

    .venv/bin/python benchmarks/study.py                        # 100,440 trials: 18 items x 6 variants x 31 agents x 30
    .venv/bin/python benchmarks/study.py --trials 5000          # a trial run
    .venv/bin/python benchmarks/study.py --folder DIR           # written there and kept; read again the next time

Each step runs in a process of its own, start and imports included. Exits with 1 when a step takes longer or holds more
than issue 9 asks for.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from study_steps import ITEMS, STEPS, page_sizes, write

HERE = Path(__file__).parent
VARIANTS, AGENTS, CALLS = 6, 31, 2
MOST_MIB, MOST_PAGE = 2048, 10_000_000
AT_MOST = {"resume, first": 10.0, "tables, first": 20.0, "tables, again": 2.0}
"""Seconds, start and imports left out, which the step tells itself."""


class Measured(NamedTuple):
    """What a step took: wall seconds of the whole process and of the step alone, processor seconds, peak MiB.

    Processor seconds are those of all its processes, memory is that of the largest one.
    """

    seconds: float
    step: float
    processor: float
    peak_mib: float


def main() -> int:
    """Write the study once, then print a row for each step as it ends."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--trials", type=int, default=100_000, help="about so many")
    options.add_argument("--calls", type=int, default=CALLS, help="tool calls of a trial, on average")
    options.add_argument("--folder", type=Path, help="where the study goes and stays")
    options.add_argument("--no-pages", action="store_true", help="neither notebooks nor pages")
    given = options.parse_args()
    if given.folder:
        return run(given.folder, given)
    with tempfile.TemporaryDirectory() as folder:
        return run(Path(folder), given)


def run(folder: Path, given: argparse.Namespace) -> int:
    """Measure every step; 1 if any is beyond what is asked for."""
    replicates = max(1, round(given.trials / (ITEMS * VARIANTS * AGENTS)))
    study = folder / "study"
    if not study.exists():
        subprocess.run(
            [sys.executable, __file__, "--write", folder, str(AGENTS), str(replicates), str(given.calls)], check=True
        )
    shutil.rmtree(study / "work" / "cache", ignore_errors=True)
    records = list((study / "work" / "trials").rglob("*.json"))
    size = sum(path.stat().st_size for path in records)
    print(f"{len(records):,} trials, {size / 1e6:.0f} MB; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores\n")
    print("| step | seconds | with start | processor seconds | peak MiB |\n|---|---|---|---|---|")
    slow = []
    for step in STEPS:
        if given.no_pages and STEPS[step].pages:
            continue
        if STEPS[step].cold:
            shutil.rmtree(study / "work" / "cache", ignore_errors=True)
        took = measure(step, study)
        print(
            f"| {step} | {took.step:.1f} | {took.seconds:.1f} | {took.processor:.1f} | {took.peak_mib:.0f} |",
            flush=True,
        )
        if took.step > AT_MOST.get(step, float("inf")) or took.peak_mib > MOST_MIB:
            slow.append(step)
    for name, n_bytes in page_sizes(study):
        print(f"\n{name}: {n_bytes / 1e6:.2f} MB", end="")
        if n_bytes > MOST_PAGE:
            slow.append(name)
    print(f"\n\nload after {os.getloadavg()[0]:.1f}; beyond what is asked for: {', '.join(slow) or 'nothing'}")
    return int(bool(slow))


def measure(step: str, study: Path) -> Measured:
    """One step in a process of its own."""
    begin = time.perf_counter()
    child = subprocess.Popen([sys.executable, __file__, "--step", step, study], stdout=subprocess.PIPE, text=True)
    told = child.stdout.read() if child.stdout else ""
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - begin
    child.returncode = status
    if status:
        sys.exit(f"{step} failed")
    return Measured(seconds, float(told.split()[-1]), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--step"]:
        print(STEPS[sys.argv[2]].timed(Path(sys.argv[3])))
    elif sys.argv[1:2] == ["--write"]:
        write(Path(sys.argv[2]), *map(int, sys.argv[3:]))
    else:
        sys.exit(main())
