"""The client of a dask cluster that runs already, after its machines have shown that they can do the work."""

import asyncio
import logging
import platform
import pydoc
import socket
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib import metadata
from typing import Any, NamedTuple

from distributed import Client, rpc
from distributed.versions import VersionMismatchWarning

from counterproof import __version__
from counterproof.domain.problem import InputError, Problem
from counterproof.jobs.pledge import Pledge, broken_there, other_version, python_minor, raise_if_any
from counterproof.jobs.shared import not_written_back

CONNECT_SECONDS = 10.0
"""So long a scheduler may take to answer."""

SAME = ("dask", "distributed", "cloudpickle", "pydantic", "numpy", "pandas", "scipy", "h5py", "anndata")
"""Packages whose version must be the same everywhere: what passes between machines, and the bytes of files."""


class Lacking(NamedTuple):
    """A worker's machine, and what it lacks for the work."""

    host: str
    problems: list[Problem]


@contextmanager
def joined_client(address: str) -> Iterator[Client]:
    """The client of the scheduler at an address (`tcp://HOST:PORT`); the cluster stays when the block ends.

    Raises
    ------
    InputError
        If no scheduler answers there within 10 seconds.
    """
    quiet = [logging.getLogger(f"distributed.{name}") for name in ("client", "core", "batched", "comm")]
    before = [logger.level for logger in quiet]
    for logger in quiet:
        # What they say, we say too, once and in plain words.
        logger.setLevel(logging.CRITICAL + 1)
    try:
        client = _connected(address)
        try:
            yield client
        finally:
            # A scheduler that is gone does not say good-bye.
            with suppress(TimeoutError):
                client.close(timeout=CONNECT_SECONDS)
    finally:
        for logger, level in zip(quiet, before, strict=True):
            logger.setLevel(level)


def check_workers(client: Client, pledge: Pledge) -> list[str]:
    """The addresses of the workers there are, all of which can do the work; later ones are asked when they take some.

    Raises
    ------
    InputError
        If one cannot, or runs another library, with the names of the machines; every problem at once.
    """
    workers = list(client.nthreads())
    told = lacking(client, pledge, workers)
    raise_if_any([*told.values(), ("the scheduler", _of_scheduler(client))])
    raise_if_any([(socket.gethostname(), not_written_back(pledge, many=len(told)))])
    return workers


def lacking(client: Client, pledge: Pledge, workers: Sequence[str]) -> dict[str, Lacking]:
    """What each of these workers lacks for the work, by its address; an empty list where it can do it.

    What needs our library is asked only of workers that run the same.
    """
    if not workers:
        return {}
    told = client.run(socket.gethostname, workers=list(workers), on_error="return")
    hosts = {address: host if isinstance(host, str) else address for address, host in told.items()}
    found = _of_versions(client, workers)
    same = [address for address in workers if not found[address]]
    if same:
        kept = client.run(broken_there, pledge, workers=same, on_error="return")
        found |= {address: _problems(answer) for address, answer in kept.items()}
    return {address: Lacking(hosts.get(address, address), found[address]) for address in workers}


def _connected(address: str) -> Client:
    wrong, fix = "no dask scheduler answers there", "start one with `dask scheduler`, or leave --scheduler out"
    try:
        # In a loop of its own, since a notebook's is running; a client that fails half-way would hang at its end.
        with ThreadPoolExecutor(1) as apart:
            found = apart.submit(asyncio.run, _asked_who(address)).result()
    except Exception as error:  # noqa: BLE001, what is no scheduler may answer anything
        seen = f"{address}: {str(error) or type(error).__name__}"
        raise InputError([Problem(file="--scheduler", wrong=wrong, seen=seen, fix=fix)]) from None
    if found.get("type") != "Scheduler":
        raise InputError(
            [Problem(file="--scheduler", wrong=wrong, seen=f"{address} is a {found.get('type')}", fix=fix)]
        )
    with warnings.catch_warnings():
        # Told by `check_workers`, with the machine and the way out.
        warnings.simplefilter("ignore", VersionMismatchWarning)
        return Client(address, timeout=CONNECT_SECONDS)


async def _asked_who(address: str) -> dict[str, Any]:
    async with rpc(address, timeout=CONNECT_SECONDS) as scheduler:
        told: dict[str, Any] = await asyncio.wait_for(scheduler.identity(), CONNECT_SECONDS)
        return told


def _of_versions(client: Client, workers: Sequence[str]) -> dict[str, list[Problem]]:
    """Asked with dask's and Python's own functions: ours may be missing there."""
    told: Any = client.get_versions(packages=list(SAME))
    library = client.run(pydoc.locate, "counterproof.__version__", workers=list(workers), on_error="return")
    return {
        address: [*_differing(told["workers"][address]["packages"], library.get(address))]
        if address in told["workers"]
        else _problems("it is gone")
        for address in workers
    }


def _of_scheduler(client: Client) -> list[Problem]:
    """The scheduler reads the work that it passes on."""
    told: Any = client.get_versions(packages=list(SAME))
    try:
        library = client.run_on_scheduler(pydoc.locate, "counterproof.__version__")
    except Exception as error:  # noqa: BLE001, whatever its import meets
        library = error
    return [*_differing(told["scheduler"]["packages"], library)]


def _differing(packages: dict[str, Any], library: Any) -> Iterator[Problem]:
    python, here = python_minor(packages["python"]), python_minor(platform.python_version())
    if python != here:
        yield other_version("Python", seen=python, wanted=here)
    if library != __version__:
        seen = "cannot be imported" if isinstance(library, Exception) else str(library or "not installed")
        yield other_version("counterproof", seen=seen, wanted=__version__)
    for name in SAME:
        wanted = metadata.version(name)
        if packages.get(name) != wanted:
            yield other_version(name, seen=str(packages.get(name) or "not installed"), wanted=wanted)


def _problems(answer: Any) -> list[Problem]:
    if isinstance(answer, list):
        return answer
    fix = "start the worker again, from the environment that this command runs in"
    return [Problem(file="--scheduler", wrong="a worker cannot be asked", seen=f"{answer!r}"[:200], fix=fix)]
