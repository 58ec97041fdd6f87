"""How an agent that is a program is started in its sandbox, and where it leaves its log."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from counterproof.sandbox.inside import HOME, MODEL_URL, VENV, WORKSPACE

MANNER = 2
"""Raised when an agent is started, told or bounded otherwise than before: its trials are then another agent's."""

AnswerSource = Literal["file", "tagged_text"]


@dataclass(frozen=True)
class Launch:
    """A program with all that it needs; paths are those inside the sandbox unless they say otherwise.

    Parameters
    ----------
    argv
        The command, run in `WORKSPACE` with standard input closed.
    env
        Its whole environment, nothing is inherited.
    home_files
        Text of files to make before the start, by their path below `HOME`.
    tools
        Folders or files of this machine that are bound read-only: the path inside, and the path on this machine. The
        Python of `sandbox.environment` is there without being named.
    log
        Where the agent's log is afterwards: `stdout`, a path below the workspace, or `home:` and a path below `HOME`.
    log_format
        A name of `trajectories.detect`, or null for whatever that finds.
    answer_in
        Where its answer may stand, the first that is there decides: the answer file, or the last tagged block
        (`<answer>{...}</answer>`) of its own text.
    version
        Of the agent's program, as it tells it; null where it cannot be known.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str]
    version: str | None
    home_files: Mapping[str, str] = field(default_factory=dict)
    tools: Mapping[str, Path] = field(default_factory=dict)
    log: str = "stdout"
    log_format: str | None = None
    answer_in: tuple[AnswerSource, ...] = ("file", "tagged_text")

    def on_host(self, *, workspace: Path, home: Path, model_url: str) -> "Launch":
        """The same program without walls: every path inside replaced by that on this machine. Nothing is bound."""
        places = {VENV: sys.prefix} | {inside: str(host) for inside, host in self.tools.items()}
        places |= {WORKSPACE: str(workspace), HOME: str(home), MODEL_URL: model_url}

        longest_first = "|".join(map(re.escape, sorted(places, key=len, reverse=True)))
        # Whole names, all in one go: a path of this machine may hold one that stands inside, as /workspaces/me does.
        whole = re.compile(rf"(?<![\w.-])(?:{longest_first})(?![\w-])")

        def placed(text: str) -> str:
            return whole.sub(lambda found: places[found[0]], text)

        return replace(
            self,
            argv=tuple(placed(part) for part in self.argv),
            env={name: placed(value) for name, value in self.env.items()},
            home_files={name: placed(text) for name, text in self.home_files.items()},
            tools={},
        )
