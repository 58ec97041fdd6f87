"""How our own loop starts: as a program of ours in the sandbox's Python."""

from pathlib import Path

import counterproof
from counterproof import __version__
from counterproof.agents.environment import PYTHON, base_env
from counterproof.agents.launch import Launch
from counterproof.agents.model.settings import FILE, LoopSettings
from counterproof.domain.agent import ModelAgent
from counterproof.domain.endpoint import Dialect

LIBRARY = "/opt/loop"
PROGRAM = "counterproof.agents.model"

SMALL_WINDOW = {"output_chars": 800, "max_tokens": 700}
"""Bounds for the local model, whose window has 8,192 tokens."""


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
        tools={LIBRARY: Path(counterproof.__file__).parents[1]},
        log_format="own",
    )
