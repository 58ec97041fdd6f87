"""A real cluster on the loopback: a scheduler and workers, each a process of its own, as on machines of their own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from distributed import Client

SECONDS = 240


class Cluster:
    """The scheduler's address and process, and the workers' processes in the order in which they were started."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self._stack = folder, stack
        self.workers: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        program = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.scheduler = self._started([*program, "--no-show", "--scheduler-file", str(told)])
        wait_until(told.exists)
        # One for all questions: a new one may fail if workers come and go while it connects.
        self._client = stack.enter_context(Client(scheduler_file=str(told), timeout=SECONDS, set_as_default=False))
        self.address: str = self._client.scheduler.address

    def start(self, *, env: Mapping[str, str] | None = None, within: Sequence[str] = ()) -> "subprocess.Popen[bytes]":
        """A worker that will be there soon. `within` is a command that starts it."""
        local = self.folder / f"worker{len(self.workers)}"
        options = ["--no-nanny", "--no-dashboard", "--nthreads", "1", "--local-directory", str(local)]
        program = ["distributed.cli.dask_worker", self.address, *options]
        worker = self._started(program, env=env or {}, within=within)
        self.workers.append(worker)
        return worker

    def wait(self) -> None:
        """Wait until the workers that live are there, and no others."""
        wait_until(lambda: len(self._client.nthreads()) == sum(each.poll() is None for each in self.workers))

    @contextmanager
    def added(self, *, env: Mapping[str, str] | None = None, within: Sequence[str] = ()) -> Iterator[int]:
        """The process id of one more worker, which goes when the block ends."""
        worker = self.start(env=env, within=within)
        try:
            self.wait()
            yield worker.pid
        finally:
            worker.kill()
            worker.wait()
            self.wait()

    def worker_address(self) -> str:
        """Where some worker listens."""
        return min(self._client.nthreads())

    @contextmanager
    def kept_busy(self, *, seconds: float) -> Iterator[None]:
        """The youngest worker is busy for so long from the beginning of the block."""
        pid = self.workers[-1].pid
        (address,) = [address for address, its in self._client.run(os.getpid).items() if its == pid]
        task = self._client.submit(time.sleep, seconds, pure=False, workers=[address])
        yield
        task.release()

    def _started(
        self, program: Sequence[str], *, env: Mapping[str, str] | None = None, within: Sequence[str] = ()
    ) -> "subprocess.Popen[bytes]":
        said = self._stack.enter_context((self.folder / "said").open("ab"))
        command = [*within, sys.executable, "-m", *program]
        process = subprocess.Popen(command, env={**os.environ, **(env or {})}, stdout=said, stderr=said)
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
            made.start()
        made.wait()
        yield made


def wait_until(true, *, seconds: float = SECONDS) -> None:
    """Nothing, once it is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.05)
