"""How our own loop starts: as a program of ours in the sandbox's Python."""

from pathlib import Path

import counterproof
from counterproof import __version__
from counterproof.agents.launch import Launch
from counterproof.agents.model.settings import FILE, LoopSettings
from counterproof.domain.agent import ModelAgent
from counterproof.domain.endpoint import Dialect
from counterproof.sandbox.environment import PYTHON, base_env

LIBRARY = "/opt/loop"
PROGRAM = "counterproof.agents.model"
NEEDED = ("__init__.py", "domain", "agents/__init__.py", "agents/files.py", "agents/model")
"""The parts of this library that the loop runs on. The agent sees no more of it: the rest edits, grades and audits."""

SMALL_WINDOW = {"output_chars": 800, "max_tokens": 1000, "kept_turns": 2}
"""Bounds for the local model, whose window has 8,192 tokens: a reply of noise may be as long as the schema allows."""


def launch(spec: ModelAgent, *, prompt: str, endpoint_url: str, token: str, dialect: Dialect) -> Launch:
    """One question for one model; its log is our own format on standard output."""
    settings = LoopSettings.model_validate(
        {
            "model": spec.model,
            "base_url": endpoint_url,
            "token": token,
            "dialect": dialect,
            "actions": "schema" if spec.is_local else spec.actions,
            "max_turns": spec.max_turns,
            "prompt": prompt,
            **(SMALL_WINDOW if spec.is_local else {}),
        }
    )
    return Launch(
        argv=(PYTHON, "-m", PROGRAM),
        env=base_env() | {"PYTHONPATH": LIBRARY},
        version=__version__,
        home_files={FILE: settings.model_dump_json()},
        tools={f"{LIBRARY}/counterproof/{part}": Path(counterproof.__file__).parent / part for part in NEEDED},
        log_format="own",
    )
