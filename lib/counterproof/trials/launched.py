"""A trial or call of an agent that is a program: started in its walls with a way to its model, what it left read."""

import os
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from counterproof.agents.launch import Launch
from counterproof.agents.launchers import launch_for
from counterproof.construct.prompts import ANSWER_FILE
from counterproof.domain.agent import LaunchedAgent
from counterproof.domain.problem import InputError
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Launched
from counterproof.sandbox.bare import run_bare
from counterproof.sandbox.ended import Ended
from counterproof.sandbox.inside import MODEL_URL, SOCKET
from counterproof.sandbox.place import Place, new_place
from counterproof.sandbox.run import run_walled
from counterproof.trajectories import parse
from counterproof.trajectories.detect import PARSERS, detect
from counterproof.trials.ending import reply_of
from counterproof.trials.folder import fill_folder
from counterproof.trials.gateway.forward import Forwarder
from counterproof.trials.gateway.purse import Purse
from counterproof.trials.gateway.server import Gateway, gateway
from counterproof.trials.gateway.summary import Traffic
from counterproof.trials.kept import keep
from counterproof.trials.launchable import Launchable
from counterproof.trials.reply import Reply

HEAD_LINES, HEAD_BYTES = 200, 1_000_000

NOTHING = Trajectory(format="empty", ending="empty")

FileReader = Callable[[Path], Reply]
"""The reply in an answer file, which may be missing."""

WordsReader = Callable[[Trajectory], Reply]
"""The reply in what the agent said."""


class Left(NamedTuple):
    """What a launched trial came to."""

    reply: Reply
    trajectory: Trajectory
    launched: Launched


def run_launched(
    planned: Launchable,
    spec: LaunchedAgent,
    *,
    scratch: Path,
    keep_at: Path,
    ledger: Path,
    read_file: FileReader,
    read_words: WordsReader | None,
) -> Left:
    """What a trial came to that has just run; its raw log stands at `keep_at` (see `kept.keep`).

    Without an answer file `read_words` is asked, where it is given. The real key is read from this process's
    environment here, and goes no further than the gateway.

    Raises
    ------
    WallsError
        If the walls could not be built.
    """
    endpoint, token = planned.endpoint, f"trial-{secrets.token_hex(12)}"
    key = os.environ.get(endpoint.key_env) if endpoint and endpoint.key_env else None
    hidden = tuple(secret for secret in (key, token) if secret)
    try:
        launch = launch_for(
            spec,
            prompt=planned.prompt,
            endpoint_url=None if endpoint is None else MODEL_URL,
            token=token,
            dialect=None if endpoint is None else endpoint.dialect,
        )
    except InputError as error:
        return Left(Reply("config_error", str(error), None), NOTHING, Launched(version=None, sandbox=planned.sandbox))
    purse = Purse(planned.limits.usd, planned.limits.study_usd, ledger)
    with new_place(scratch) as place:
        fill_folder(place.workspace, prompt=planned.prompt, data=planned.data)
        with ExitStack() as stack:
            way = _way_out(planned, key, hidden, purse, place, stack)
            ended = _started(planned, launch, place, way, token)
        traffic = way.traffic if way else Traffic()
        log = _log_of(launch, place)
        trajectory = _parsed(log, launch, traffic, served=endpoint is not None)
        reply = reply_of(
            ended,
            traffic,
            trajectory,
            limits=planned.limits,
            in_file=read_file(place.workspace / ANSWER_FILE),
            in_text=lambda: _in_text(trajectory, launch, read_words),
        )
        files: dict[str, Path | None] = {name: place.logs / name for name in ("stdout", "stderr")}
        files |= {"log": log if launch.log != "stdout" else None, ANSWER_FILE: _plain(place.workspace, ANSWER_FILE)}
        there = {name: path for name, path in files.items() if path is not None}
        keep(keep_at, there, exchanges=traffic.exchanges, secrets=hidden)
    return Left(reply, trajectory, _told(planned, launch, ended, traffic, keep_at))


def _way_out(
    planned: Launchable, key: str | None, hidden: tuple[str, ...], purse: Purse, place: Place, stack: ExitStack
) -> Gateway | None:
    if planned.endpoint is None:
        return None
    now = time.monotonic()
    forwarder = Forwarder(
        endpoint=planned.endpoint,
        key=key,
        price=planned.price,
        purse=purse,
        started=now,
        deadline=now + planned.limits.seconds,
        secrets=hidden,
    )
    socket_path = place.socket / SOCKET if planned.sandbox == "bubblewrap" else None
    return stack.enter_context(gateway(forwarder, socket_path=socket_path))


def _started(planned: Launchable, launch: Launch, place: Place, way: Gateway | None, token: str) -> Ended:
    if planned.sandbox == "none":
        url = MODEL_URL if way is None else f"http://127.0.0.1:{way.port}"
        launch = launch.on_host(workspace=place.workspace, home=place.home, model_url=url)
    for name, text in launch.home_files.items():
        path = place.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if planned.sandbox == "none":
        return run_bare(launch.argv, place=place, limits=planned.limits, env=launch.env, mark=token)
    return run_walled(
        launch.argv, place=place, limits=planned.limits, env=launch.env, tools=launch.tools, gateway=way is not None
    )


def _in_text(trajectory: Trajectory, launch: Launch, read_words: WordsReader | None) -> Reply:
    if read_words is None or "tagged_text" not in launch.answer_in:
        return Reply("no_answer", f"there is no {ANSWER_FILE}", None)
    return read_words(trajectory)


def _log_of(launch: Launch, place: Place) -> Path | None:
    if launch.log == "stdout":
        return place.logs / "stdout"
    if launch.log.startswith("home:"):
        return _plain(place.home, launch.log.removeprefix("home:"))
    return _plain(place.workspace, launch.log)


def _plain(root: Path, name: str) -> Path | None:
    """A file below a folder of the agent's, if it is one and no link leads to it: a link could lead anywhere."""
    path = root / name
    plain = path.is_file() and path.resolve() == root.resolve() / name
    return path if plain else None


def _parsed(log: Path | None, launch: Launch, traffic: Traffic, *, served: bool) -> Trajectory:
    if log is None or not _has_known_events(log):
        # A program that writes no log of a known tool still has its answer.
        return NOTHING
    parser = PARSERS.get(launch.log_format) if launch.log_format else None  # type: ignore[call-overload]  # an unknown name gives None
    trajectory = parser().parse(log) if parser is not None else parse(log)
    if not served:
        return trajectory
    counted = {name: traffic.tokens(name) for name in ("input_tokens", "cached_input_tokens", "output_tokens")}
    counted["cache_write_tokens"] = traffic.tokens("cache_write_tokens")
    totals = trajectory.totals.model_copy(update={**counted, "cost_usd": traffic.usd})
    return trajectory.model_copy(update={"totals": totals})


def _has_known_events(log: Path) -> bool:
    """Whether a known tool's event is among a log's first lines: millions of lines of noise are not looked through."""
    with log.open("rb") as file:
        head = b"".join(islice(iter(lambda: file.readline(HEAD_BYTES), b""), HEAD_LINES))
    try:
        return detect(head) != "empty"
    except InputError:
        return False


def _told(planned: Launchable, launch: Launch, ended: Ended, traffic: Traffic, keep_at: Path) -> Launched:
    fault = traffic.last_fault
    return Launched(
        version=launch.version,
        sandbox=planned.sandbox,
        exit_code=ended.exit_code,
        limit=ended.limit or ("usd" if fault and fault[0] == "budget" else None),
        cpu_seconds=ended.cpu_seconds,
        peak_mb=ended.peak_mb,
        survivors=ended.survivors,
        requests=len(traffic.forwarded),
        retries=traffic.retries,
        **{
            name: traffic.tokens(name)
            for name in ("input_tokens", "cached_input_tokens", "cache_write_tokens", "output_tokens")
        },
        cost_usd=traffic.usd,
        hosted_tools=traffic.hosted_tools,
        hosted_requests=traffic.hosted_requests,
        kept=keep_at.name,
    )
