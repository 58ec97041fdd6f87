"""A real cluster on the loopback: a scheduler and workers, each a process of its own, as on machines of their own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from distributed import Client

SECONDS = 120


class Cluster:
    """The scheduler's address and process, and the workers' processes in the order in which they were started."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self._stack = folder, stack
        told = folder / "scheduler.json"
        program = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.scheduler = self._start([*program, "--no-show", "--scheduler-file", str(told)], env={})
        wait_until(told.exists)
        self.workers: list[subprocess.Popen[bytes]] = []
        with Client(scheduler_file=str(told), timeout=SECONDS) as client:
            self.address: str = client.scheduler.address

    def add(self, *, env: Mapping[str, str] | None = None, within: Sequence[str] = (), threads: int = 1) -> int:
        """Start a worker, and wait until it is there; its process id. `within` is a command that starts it."""
        local = self.folder / f"worker{len(self.workers)}"
        program = [
            "distributed.cli.dask_worker",
            self.address,
            "--no-nanny",
            "--no-dashboard",
            "--nthreads",
            str(threads),
        ]
        worker = self._start([*program, "--local-directory", str(local)], env=env or {}, within=within)
        self.workers.append(worker)
        with Client(self.address, timeout=SECONDS) as client:
            client.wait_for_workers(sum(each.poll() is None for each in self.workers), timeout=SECONDS)
        return worker.pid

    def _start(
        self, program: Sequence[str], *, env: Mapping[str, str], within: Sequence[str] = ()
    ) -> "subprocess.Popen[bytes]":
        said = self._stack.enter_context((self.folder / "said").open("ab"))
        process = subprocess.Popen(
            [*within, sys.executable, "-m", *program], env={**os.environ, **env}, stdout=said, stderr=said
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@contextmanager
def cluster(folder: Path, *, workers: int) -> Iterator[Cluster]:
    """A cluster for as long as the block lasts; its files are in `folder`."""
    folder.mkdir()
    with ExitStack() as stack:
        made = Cluster(folder, stack)
        for _ in range(workers):
            made.add()
        yield made


def wait_until(true, *, seconds: float = SECONDS) -> None:
    """Nothing, once it is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.02)
