"""What our runner adds to a trial: folders, sandbox, gateway, limits, reading of the answer, record on the disk.

Run: `python benchmarks/trials.py [--trials 100] [--megabytes 5]`. The agent is a shell that writes its answer at once,
so nearly all of the time is ours; the same shell without us is timed beside it and taken off. Exits with 1 when the
median is above 150 ms.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from counterproof.domain.agent import CommandAgent
from counterproof.domain.endpoint import Endpoint
from counterproof.domain.trial import TrialKey
from counterproof.sandbox.available import check_sandbox
from counterproof.store.layout import layout_of
from counterproof.trials.execute import execute_all
from counterproof.trials.planned import PlannedTrial

AT_MOST = 0.150
PROGRAM = """echo '{"answer": "B", "confidence": 70, "data_support": "full", "evidence": "NKG7."}' > answer.json"""
ENDPOINT = Endpoint(dialect="anthropic", base_url="http://127.0.0.1:9")
OPTIONS = {"A": "CD3D", "B": "NKG7"}


def main() -> int:
    """Time the trials one after the other, without a gateway and with one."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--trials", type=int, default=100)
    options.add_argument("--megabytes", type=float, default=5)
    given = options.parse_args()
    check_sandbox()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "variant.h5ad"
        data.write_bytes(os.urandom(int(given.megabytes * 1e6)))
        plain = [_seconds(lambda: _plain(folder)) for _ in range(given.trials)]
        walled, processor = {}, {}
        for told, endpoint in (("without a gateway", None), ("with a gateway", ENDPOINT)):
            before = _processor_seconds()
            walled[told] = [_seconds(_trial(number, data, endpoint, folder)) for number in range(given.trials)]
            processor[told] = (_processor_seconds() - before) / given.trials
    print(f"{given.trials} trials, data of {given.megabytes:g} MB; load average {load:.1f}")
    print(f"the same shell by itself: median {1000 * median(plain):.0f} ms")
    overheads = {told: [each - median(plain) for each in seconds] for told, seconds in walled.items()}
    for told, seconds in overheads.items():
        ninth = quantiles(seconds, n=10)[-1]
        print(
            f"{told}: median {1000 * median(seconds):.0f} ms over it, nine of ten below {1000 * ninth:.0f} ms; "
            f"{1000 * processor[told]:.0f} ms of a processor each"
        )
    print(f"at most {1000 * AT_MOST:.0f} ms")
    return int(max(median(seconds) for seconds in overheads.values()) > AT_MOST)


def _processor_seconds() -> float:
    """Seconds of a processor that this process and all that it has waited for have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _seconds(work: Callable[[], object]) -> float:
    clock = time.perf_counter()
    work()
    return time.perf_counter() - clock


def _plain(folder: Path) -> None:
    subprocess.run(["sh", "-c", PROGRAM], cwd=folder, check=True)  # noqa: S607, the system's own shell


def _trial(number: int, data: Path, endpoint: Endpoint | None, folder: Path) -> Callable[[], object]:
    name = "with" if endpoint else "without"
    model = {"model": "m", "endpoint": "one"} if endpoint else {}
    digests = dict.fromkeys(("item_sha256", "data_sha256", "prompt_sha256", "agent_sha256"), "0" * 64)
    planned = PlannedTrial(
        key=TrialKey(item="item", variant="original", agent=name, replicate=number + 1, seed=1, **digests),
        agent=CommandAgent(name=name, kind="command", argv=("sh", "-c", PROGRAM), **model),
        handout={},
        prompt="## Question\n\nWhich gene marks NK cells?\n",
        data=data,
        option_texts=OPTIONS,
        endpoint=endpoint,
    )
    layout = layout_of(folder / "study")

    def run() -> None:
        (outcome,) = execute_all([planned], layout=layout, scratch=folder)
        if outcome != "answered":
            msg = f"the trial ended as {outcome}: {layout.trial(planned.key).read_text(encoding='utf-8')}"
            raise RuntimeError(msg)

    return run


if __name__ == "__main__":
    sys.exit(main())
