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
from counterproof.benchmarks.identity import absent_sources
from counterproof.domain.agent import DIALECTS_OF, HarnessAgent, HarnessKind, LaunchedAgent, ModelAgent
from counterproof.domain.identity_study import IdentityStudy
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

KEY_USE = "models, where a study names this key"
STUDY_USE = "an agent of this study"
WALLS_USE = "the sandbox of agents that are programs"
LOCAL_USE = "checks of the plumbing without a key"

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Finding(Record):
    """One thing looked for: its state, what was found and what for, whether it is needed here, and how to get it."""

    name: str
    state: State
    found: str
    use: str = ""
    needed: bool = False
    fix: str = ""


AnyStudy = Study | IdentityStudy


def examine(
    study: AnyStudy | None = None, *, folder: Path | None = None, system_path: str = SYSTEM_PATH
) -> tuple[Finding, ...]:
    """What was found on this machine; with a study, what it needs is marked as needed.

    `folder` is the study's, where an identity study's source is looked for; `system_path` is where the programs of the
    walls are looked for.
    """
    found = (*_machine(), *_walls(study, path=system_path), *_browser(), *_agents(study), *_keys(study), _local(study))
    return (*found, *_endpoints(study), *_sources(study, folder))


def _machine() -> Iterator[Finding]:
    version = platform.python_version()
    good = (3, 11) <= sys.version_info[:2] < (3, 14)
    yield Finding(
        name="python",
        state="there" if good else "missing",
        found=version,
        use="everything",
        needed=True,
        fix="install Python 3.11, 3.12 or 3.13",
    )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    yield Finding(name="cores", state="there", found=str(cores), use="so many things at once (--jobs)")
    memory = _memory_gb()
    enough = memory is None or memory >= MEMORY_GB
    told = "unknown" if memory is None else f"{memory:.1f} GB"
    yield Finding(
        name="memory",
        state="there" if enough else "missing",
        found=told,
        use=f"at least {MEMORY_GB} GB for the bundled studies",
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


def _walls(study: AnyStudy | None, *, path: str) -> Iterator[Finding]:
    launched = bool(_launched(study))
    needed = launched and study is not None and study.sandbox == "bubblewrap"
    try:
        check_sandbox(path=path)
    except InputError as error:
        for problem in error.problems:
            name = next((name for name in PROGRAMS if f"{name!r}" in problem.wrong), "bwrap")
            state: State = "refused" if problem.seen else "missing"
            found = f"{problem.wrong}: {problem.seen}" if problem.seen else "not installed"
            yield Finding(
                name=f"walls: {name}", state=state, found=found, use=WALLS_USE, needed=needed, fix=problem.fix
            )
    else:
        unfiltered = "" if filter_of() else f"; no system call is refused on {platform.machine()}"
        found = f"bubblewrap and socat are usable{unfiltered}"
        yield Finding(name="walls: bwrap", state="there", found=found, use=WALLS_USE, needed=needed)


def _browser() -> Iterator[Finding]:
    name = next((name for name in BROWSERS if shutil.which(name)), "chromium")
    path, use = shutil.which(name), "the tests of the pages; any browser reads them"
    if path is None:
        fix = "apt-get install chromium"
        yield Finding(name=f"browser {name}", state="missing", found="not installed", use=use, fix=fix)
        return
    version = version_told(Path(path))
    yield Finding(name=f"browser {name}", state="there", found=version or "of unknown version", use=use)


def _launched(study: AnyStudy | None) -> list[LaunchedAgent]:
    """The study's agents that are programs."""
    return [] if study is None else [each for each in study.agents if isinstance(each, LaunchedAgent)]


def _agents(study: AnyStudy | None) -> Iterator[Finding]:
    for agent in _launched(study):
        try:
            version = version_of(agent)
        except InputError as error:
            why = "; ".join(problem.wrong for problem in error.problems)
            fix = "; ".join(problem.fix for problem in error.problems if problem.fix)
            yield Finding(name=f"agent {agent.name}", state="missing", found=why, use=STUDY_USE, needed=True, fix=fix)
        else:
            found = version or "of unknown version"
            yield Finding(name=f"agent {agent.name}", state="there", found=found, use=STUDY_USE, needed=True)
    if study is None:
        yield from (_agent(kind) for kind in DIALECTS_OF)


def _agent(kind: HarnessKind) -> Finding:
    use = f"agents of kind: {kind}"
    try:
        version = version_of(HarnessAgent(name=kind, kind=kind, model="any", endpoint="any"))
    except InputError as error:
        problem = error.problems[0]
        return Finding(name=f"agent {kind}", state="missing", found=problem.wrong, use=use, fix=problem.fix)
    return Finding(name=f"agent {kind}", state="there", found=version or "of unknown version", use=use)


def _keys(study: AnyStudy | None) -> Iterator[Finding]:
    named = [] if study is None else [each.key_env for each in study.endpoints.values() if each.key_env]
    for name in dict.fromkeys(named or (KEYS if study is None else ())):
        # Only whether it is set: the value is nobody's business here.
        there = bool(os.environ.get(name))
        yield Finding(
            name=f"key {name}",
            state="there" if there else "missing",
            found="set" if there else "not set",
            use=KEY_USE if study is None else "an endpoint of this study",
            needed=bool(named),
            fix=f"export {name}=..., in the shell that starts the audit",
        )


def _local(study: AnyStudy | None) -> Finding:
    needed = any(isinstance(agent, ModelAgent) and agent.is_local for agent in _launched(study))
    try:
        check_local()
    except InputError as error:
        problem = error.problems[0]
        found, fix = problem.wrong, problem.fix
        return Finding(name="local model", state="missing", found=found, use=LOCAL_USE, needed=needed, fix=fix)
    return Finding(name="local model", state="there", found=NAME, use=LOCAL_USE, needed=needed)


def _endpoints(study: AnyStudy | None) -> Iterator[Finding]:
    """The endpoints that the study names: they are listed and not asked, since a request may cost."""
    used = {agent.endpoint for agent in _launched(study)}
    for name, endpoint in ({} if study is None else study.endpoints).items():
        unused = "" if name in used else ", used by no agent"
        found = f"{endpoint.base_url} (not asked){unused}"
        yield Finding(name=f"endpoint {name}", state="there", found=found, use="where models of this study answer")


def _sources(study: AnyStudy | None, folder: Path | None) -> Iterator[Finding]:
    """An identity study's source and lexicon; an ordinary study is opened with its data, or not at all."""
    if not isinstance(study, IdentityStudy) or folder is None:
        return
    source, use = study.source, "what this study asks about"
    absent = {problem.place: problem for problem in absent_sources(source, folder=folder)}
    named = {f"source {source.kind}": ("source.path", source.path), "lexicon": ("source.lexicon", source.lexicon)}
    for name, (place, path) in named.items():
        problem = absent.get(place)
        if problem:
            found = f"{path}: {problem.wrong}"
            yield Finding(name=name, state="missing", found=found, use=use, needed=True, fix=problem.fix)
        elif path is not None:
            yield Finding(name=name, state="there", found=path, use=use, needed=True)
