"""A started process kept company to its end: its outputs put down, its limits enforced."""

import os
import resource
import selectors
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from subprocess import Popen
from typing import IO

from counterproof.domain.study import Limits
from counterproof.sandbox.ahead import ahead_of_agents, put_ahead
from counterproof.sandbox.ended import Ended, LimitName
from counterproof.sandbox.processes import held, living, on_machine

PROCESSES_AT_MOST = 512
EVERY = 0.2
"""Seconds between two looks at what the processes hold."""

GLANCE = 0.02
"""Seconds between two glances at how many processes the machine has. A fork bomb has its thousands, and all memory,
before the next look comes."""

SUDDEN = PROCESSES_AT_MOST // 2
"""So many processes more than at the last look are looked at at once."""

PATIENCE = 5.0
"""Seconds after the end in which outputs that somebody still holds open are read."""

GRACE = 0.5
"""Seconds after the end in which what belongs to it may still be ending."""

SIGNALS: dict[int, LimitName] = {128 + signal.SIGXCPU: "cpu_seconds", 128 + signal.SIGXFSZ: "output_mb"}


class Watch:
    """One process from its start to its end.

    `belongs` tells which processes of this machine are its own. `init` is the first process of its namespace, if it has
    one: a child of this process by then, which has waited for all that ended, so that it knows what they used.
    """

    def __init__(
        self,
        process: Popen[bytes],
        *,
        belongs: Callable[[int], bool],
        limits: Limits,
        logs: Path,
        init: int | None = None,
    ) -> None:
        self._process, self._belongs, self._limits = process, belongs, limits
        self._logs, self._init = logs, init
        self._clock = time.monotonic()
        self._written = 0
        self._looked, self._there = 0.0, on_machine()
        self._survivors, self._over = 0, False
        self._used: list[resource.struct_rusage] = []

    def to_the_end(self) -> Ended:
        """How it ended. The outputs stand in `stdout` and `stderr` of the logs' folder.

        Nothing of it is alive when this returns or raises.
        """
        limit: LimitName | None = None
        with ahead_of_agents(), ExitStack() as stack:
            stack.callback(self._end)
            limit = self._follow(stack)
            self._end()
        code = self._process.returncode
        exit_code = None if limit else 128 - code if code < 0 else code
        return Ended(
            exit_code=exit_code,
            seconds=round(time.monotonic() - self._clock, 6),
            cpu_seconds=round(sum(used.ru_utime + used.ru_stime for used in self._used), 6),
            # Of a process that was forked from this one it would be this one's own.
            peak_mb=None if self._init is None else round(self._used[-1].ru_maxrss * 1024 / 1e6, 3),
            limit=limit or SIGNALS.get(exit_code or 0),
            survivors=self._survivors,
        )

    def _follow(self, stack: ExitStack) -> LimitName | None:
        selector = stack.enter_context(selectors.DefaultSelector())
        handle = os.pidfd_open(self._process.pid)
        stack.callback(os.close, handle)
        selector.register(handle, selectors.EVENT_READ)
        open_ends = 0
        for pipe, name in ((self._process.stdout, "stdout"), (self._process.stderr, "stderr")):
            if pipe is not None:
                selector.register(pipe, selectors.EVENT_READ, stack.enter_context((self._logs / name).open("wb")))
                open_ends += 1
        end = self._clock + self._limits.seconds
        limit: LimitName | None = None
        over: float | None = None
        while over is None or (open_ends and time.monotonic() < over):
            for key, _ in selector.select(max(0.0, min(GLANCE, (over or end) - time.monotonic()))):
                if key.fd == handle:
                    selector.unregister(handle)
                    over = time.monotonic() + PATIENCE
                    self._end()
                elif not self._put_down(key.fd, key.data):
                    selector.unregister(key.fileobj)
                    open_ends -= 1
            now = time.monotonic()
            if over is None and limit is None and (now >= end or self._is_time_to_look(now)):
                limit = self._limit_hit(now, end)
                if limit:
                    self._kill()
        return limit

    def _is_time_to_look(self, now: float) -> bool:
        return now - self._looked >= EVERY or on_machine() > self._there + SUDDEN

    def _limit_hit(self, now: float, end: float) -> LimitName | None:
        if now >= end:
            return "seconds"
        self._looked, self._there = now, on_machine()
        holding = held(self._belongs, at_most=PROCESSES_AT_MOST + 1)
        if holding.processes > PROCESSES_AT_MOST:
            return "processes"
        if holding.memory_mb > self._limits.memory_mb:
            return "memory_mb"
        if self._written > self._limits.output_mb * 1e6:
            return "output_mb"
        return None

    def _put_down(self, handle: int, file: IO[bytes]) -> bool:
        data = os.read(handle, 1 << 16)
        self._written += len(data)
        # What a runaway agent says beyond the limit, before the next look at it, fills no disk.
        if self._written <= 2 * self._limits.output_mb * 1e6:
            file.write(data)
        return bool(data)

    def _kill(self) -> None:
        if self._process.returncode is None:
            # With the first process of a namespace the kernel ends all others in one step: no fork outruns that, if it
            # need not wait among thousands for its turn to end.
            for pid in filter(None, (self._init, self._process.pid)):
                put_ahead(pid)
                self._kill_one(pid)
        for pid in living(self._belongs):
            self._kill_one(pid)

    def _kill_one(self, pid: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def _end(self) -> None:
        """See to it that nothing of it lives, and count what had outlived its first process."""
        if self._over:
            return
        if self._process.returncode is None:
            if not self._ended_by_itself():
                self._kill()
            _, status, used = os.wait4(self._process.pid, 0)
            self._process.returncode = os.waitstatus_to_exitcode(status)
            self._used.append(used)
            if self._init is not None:
                with suppress(ChildProcessError):
                    self._used.append(os.wait4(self._init, 0)[2])
        # The kernel ends a namespace a moment after its first process.
        grace = time.monotonic() + GRACE
        while (left := living(self._belongs)) and time.monotonic() < grace:
            time.sleep(0.002)
        self._survivors += len(left)
        while left:
            self._kill()
            time.sleep(0.002)
            left = living(self._belongs)
        self._over = True

    def _ended_by_itself(self) -> bool:
        found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return found is not None
