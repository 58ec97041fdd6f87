"""How long the variants of a large file take, beside a plain copy and beside anndata in memory.

python benchmarks/variants.py [--cells 100000] [--folder DIR] [--plain] [--source FILE] [--only STEP]
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
CELLS_TO_COMPILE = 4000
"""With 1,500 genes each; a matrix of fewer entries than 4 million goes a way without compiled loops."""
sys.path.insert(0, str(HERE))

from steps import STEPS  # noqa: E402 beside this file


class Measured(NamedTuple):
    """What a piece of work took: wall and processor seconds, and the most memory it held."""

    seconds: float
    processor: float
    peak_mib: float


def measure(step: str, source: Path, folder: Path) -> Measured:
    """One step in a process of its own, start and imports included."""
    begin = time.perf_counter()
    child = subprocess.Popen([sys.executable, HERE / "steps.py", step, source, folder], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - begin
    if status:
        sys.exit(f"{step} failed")
    return Measured(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main() -> None:
    """Print a table, a row for each step as it ends."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cells", type=int, default=100_000)
    options.add_argument("--genes", type=int, default=20_000)
    options.add_argument("--folder", type=Path, help="where the files go; a temporary folder where it is not given")
    options.add_argument("--plain", action="store_true", help="the source is not compressed")
    options.add_argument("--source", type=Path, help="a file that `realistic.py` wrote, in place of a new one")
    options.add_argument("--only", action="append", choices=STEPS, help="this step and the plain copy; may be repeated")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        run(Path(name), given)


def run(folder: Path, given: argparse.Namespace) -> None:
    """Measure every step on the source, which is written first where none is given."""
    compile_kernels(folder, given)
    source = given.source or write_source(folder / "source.h5ad", given, cells=given.cells)
    size, load = source.stat().st_size / 2**20, os.getloadavg()[0]
    print(f"{source.name}, {size:.0f} MiB; load before {load:.1f} on {os.cpu_count()} cores\n")
    print("| step | seconds | x plain copy | processor seconds | peak MiB |\n|---|---|---|---|---|")
    copy = 0.0
    for step in STEPS:
        if step == "plain copy" or not given.only or step in given.only:
            took = measure(step, source, folder)
            copy = copy or took.seconds
            row = (f"{took.seconds:.1f}", f"{took.seconds / copy:.2f}", f"{took.processor:.1f}", f"{took.peak_mib:.0f}")
            print("|", step, "|", " | ".join(row), "|", flush=True)
    print(f"\nload after {os.getloadavg()[0]:.1f}")


def compile_kernels(folder: Path, given: argparse.Namespace) -> None:
    """Compile what the steps need, as the first large source of an installation does; from then on it is kept."""
    took = measure("ours: withdraw", write_source(folder / "small.h5ad", given, cells=CELLS_TO_COMPILE), folder)
    print(f"A small source first, which compiles what is not compiled yet: {took.seconds:.1f} s")


def write_source(path: Path, given: argparse.Namespace, *, cells: int) -> Path:
    """The path, once the file is there."""
    # In a process of its own: a child is charged for the memory that its parent held when it was started.
    level = 0 if given.plain else 4
    make = [sys.executable, HERE / "realistic.py", path, str(cells), str(given.genes), str(level)]
    subprocess.run(make, check=True)
    return path


if __name__ == "__main__":
    main()
