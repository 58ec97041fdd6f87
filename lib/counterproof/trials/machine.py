"""What this machine can do: Python, cores, memory, walls, browsers, agents, keys by name, and the local model."""

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from counterproof.agents.launchers import version_of
from counterproof.agents.local.model import NAME, check_local
from counterproof.agents.program import version_told
from counterproof.domain.agent import DIALECTS_OF, HarnessAgent, HarnessKind, ModelAgent, ReferenceAgent
from counterproof.domain.problem import InputError
from counterproof.domain.record import Record
from counterproof.domain.study import Study
from counterproof.sandbox.available import PROGRAMS, check_sandbox
from counterproof.sandbox.run import SYSTEM_PATH
from counterproof.sandbox.syscalls import filter_of

State = Literal["there", "missing", "refused"]
MEMORY_GB = 4
"""Less memory than this is told as too little for the bundled study with one process a core."""

KEYS = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY")
"""Names under which the clients of models look for their keys by habit; a study names its own."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Finding(Record):
    """One thing looked for: its state, what was found, whether it is needed here, and how to get it."""

    name: str
    state: State
    found: str
    needed: bool = False
    fix: str = ""


def examine(study: Study | None = None, *, system_path: str = SYSTEM_PATH) -> tuple[Finding, ...]:
    """What was found on this machine; with a study, what it needs is marked as needed.

    `system_path` is where the programs of the walls are looked for.
    """
    return (*_machine(), *_walls(study, path=system_path), *_browser(), *_agents(study), *_keys(study), _local(study))


def _machine() -> Iterator[Finding]:
    version = platform.python_version()
    good = (3, 11) <= sys.version_info[:2] < (3, 14)
    yield Finding(
        name="python",
        state="there" if good else "missing",
        found=version,
        needed=True,
        fix="install Python 3.11, 3.12 or 3.13",
    )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    yield Finding(name="cores", state="there", found=str(cores))
    memory = _memory_gb()
    enough = memory is None or memory >= MEMORY_GB
    told = "unknown" if memory is None else f"{memory:.1f} GB"
    yield Finding(
        name="memory",
        state="there" if enough else "missing",
        found=told,
        fix="run with --jobs 1, or on a larger machine",
    )


def _memory_gb() -> float | None:
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return None
    limits = [total]
    # A container may allow less than the machine has.
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            text = Path(path).read_text(encoding="ascii").strip()
        except OSError:
            continue
        if text.isdigit():
            limits.append(int(text))
    return min(limits) / 1e9


def _walls(study: Study | None, *, path: str) -> Iterator[Finding]:
    launched = study is not None and any(not isinstance(agent, ReferenceAgent) for agent in study.agents)
    needed = launched and study is not None and study.sandbox == "bubblewrap"
    try:
        check_sandbox(path=path)
    except InputError as error:
        for problem in error.problems:
            name = next((name for name in PROGRAMS if f"{name!r}" in problem.wrong), "bwrap")
            state: State = "refused" if problem.seen else "missing"
            found = f"{problem.wrong}: {problem.seen}" if problem.seen else "not installed"
            yield Finding(name=f"walls: {name}", state=state, found=found, needed=needed, fix=problem.fix)
    else:
        unfiltered = "" if filter_of() else f"; no system call is refused on {platform.machine()}"
        found = f"bubblewrap and socat are usable{unfiltered}"
        yield Finding(name="walls: bwrap", state="there", found=found, needed=needed)


def _browser() -> Iterator[Finding]:
    name = next((name for name in BROWSERS if shutil.which(name)), "chromium")
    yield _program(
        name, needed=False, fix="apt-get install chromium (the browser's tests need it; any reads the pages)"
    )


def _program(name: str, *, needed: bool, fix: str) -> Finding:
    path = shutil.which(name)
    if path is None:
        return Finding(name=name, state="missing", found="not installed", needed=needed, fix=fix)
    version = version_told(Path(path))
    return Finding(name=name, state="there", found=version or "of unknown version", needed=needed)


def _agents(study: Study | None) -> Iterator[Finding]:
    wanted = [] if study is None else [each for each in study.agents if not isinstance(each, ReferenceAgent)]
    for agent in wanted:
        try:
            version = version_of(agent)
        except InputError as error:
            why = "; ".join(problem.wrong for problem in error.problems)
            fix = "; ".join(problem.fix for problem in error.problems if problem.fix)
            yield Finding(name=f"agent {agent.name}", state="missing", found=why, needed=True, fix=fix)
        else:
            yield Finding(name=f"agent {agent.name}", state="there", found=version or "of unknown version", needed=True)
    if study is None:
        yield from (_agent(kind) for kind in DIALECTS_OF)


def _agent(kind: HarnessKind) -> Finding:
    try:
        version = version_of(HarnessAgent(name=kind, kind=kind, model="any", endpoint="any"))
    except InputError as error:
        problem = error.problems[0]
        return Finding(name=f"agent {kind}", state="missing", found=problem.wrong, fix=problem.fix)
    return Finding(name=f"agent {kind}", state="there", found=version or "of unknown version")


def _keys(study: Study | None) -> Iterator[Finding]:
    named = [] if study is None else [each.key_env for each in study.endpoints.values() if each.key_env]
    for name in dict.fromkeys(named or (KEYS if study is None else ())):
        # Only whether it is set: the value is nobody's business here.
        there = bool(os.environ.get(name))
        yield Finding(
            name=f"key {name}",
            state="there" if there else "missing",
            found="set" if there else "not set",
            needed=bool(named),
            fix=f"export {name}=..., in the shell that starts the audit",
        )


def _local(study: Study | None) -> Finding:
    needed = study is not None and any(isinstance(agent, ModelAgent) and agent.is_local for agent in study.agents)
    try:
        check_local()
    except InputError as error:
        problem = error.problems[0]
        return Finding(name="local model", state="missing", found=problem.wrong, needed=needed, fix=problem.fix)
    return Finding(name="local model", state="there", found=f"{NAME}, for checks of the plumbing", needed=needed)
