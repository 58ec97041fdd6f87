"""A launch in its walls, with a gateway before a scripted model: the whole way of a trial but its record."""

import os
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from scripted_model import scripted_model

from counterproof.agents.launch import Launch
from counterproof.domain.endpoint import Dialect, Endpoint
from counterproof.domain.problem import InputError
from counterproof.domain.study import Limits
from counterproof.sandbox.available import check_sandbox
from counterproof.sandbox.inside import SOCKET
from counterproof.sandbox.place import new_place
from counterproof.sandbox.run import run_walled
from counterproof.trajectories.detect import PARSERS, parse
from counterproof.trials.gateway.forward import Forwarder
from counterproof.trials.gateway.purse import Purse
from counterproof.trials.gateway.server import gateway

KEY = "the-real-key"


def required(missing: str) -> None:
    """Skip where something is missing; fail where tests are required."""
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(missing)
    pytest.skip(missing)


def run_launch(launch: Launch, folder: Path, endpoint: Endpoint, *, seconds: float = 30) -> SimpleNamespace:
    """How a launched program ended, what it said and left, its trajectory, and the gateway's count of its traffic."""
    try:
        check_sandbox()
    except InputError as error:
        required(str(error))
    now = time.monotonic()
    forwarder = Forwarder(
        endpoint=endpoint,
        key=KEY,
        price=None,
        purse=Purse(None, None, folder / "ledger"),
        started=now,
        deadline=now + seconds,
        backoff=0.05,
    )
    with new_place(folder) as place:
        (place.workspace / "prompt.md").write_text("## Question\n")
        for name, text in launch.home_files.items():
            (place.home / name).parent.mkdir(parents=True, exist_ok=True)
            (place.home / name).write_text(text)
        with gateway(forwarder, socket_path=place.socket / SOCKET) as way:
            limits = Limits(seconds=seconds)
            ended = run_walled(
                launch.argv, place=place, limits=limits, env=launch.env, tools=launch.tools, gateway=True
            )
        out = (place.logs / "stdout").read_bytes()
        root, _, name = launch.log.rpartition(":")
        log = out if name == "stdout" else _bytes((place.home if root else place.workspace) / name)
        answer = _bytes(place.workspace / "answer.json")
        return SimpleNamespace(
            code=ended.exit_code,
            limit=ended.limit,
            seconds=ended.seconds,
            survivors=ended.survivors,
            out=out.decode(errors="replace"),
            err=(place.logs / "stderr").read_text(errors="replace"),
            answer=answer.decode() if answer else None,
            trajectory=PARSERS[launch.log_format]().parse(log) if launch.log_format else parse(log),
            traffic=way.traffic,
        )


def play_launch(launch: Launch, folder: Path, dialect: Dialect, *turns, seconds: float = 30) -> SimpleNamespace:
    """The same with a script for its model; `asked` is what the model's service was asked."""
    with scripted_model(*turns) as (script, address):
        endpoint = Endpoint(dialect=dialect, base_url=address)
        ran = run_launch(launch, folder, endpoint, seconds=seconds)
    ran.asked = script.asked
    return ran


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""
