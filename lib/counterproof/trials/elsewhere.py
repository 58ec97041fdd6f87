"""Trials and calls on the workers of a running cluster: what each of its machines must have."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from counterproof.domain.agent import LaunchedAgent, ModelAgent
from counterproof.domain.problem import InputError, Problem
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared
from counterproof.trials.launchable import Launchable
from counterproof.trials.ready import check_machine


@contextmanager
def cluster_for(todo: Sequence[Launchable], *, scheduler: str | None, work: Path) -> Iterator[Pool | None]:
    """The pool of a running cluster, all of whose workers can run these trials; none where no cluster is named.

    Every worker sees the folder `work` under the same path. It has the programs of the agents, the walls, and the keys
    in its environment; where money is counted, locks hold between the machines. Not asked is whether a worker reaches a
    model's service: a trial that does not ends as `infra_error`.

    Raises
    ------
    InputError
        If no scheduler answers, or a worker cannot run them; its machine is named.
    """
    if scheduler is None or not todo:
        yield None
        return
    launched = tuple({trial.agent.name: trial for trial in todo if isinstance(trial.agent, LaunchedAgent)}.values())
    checks = [partial(check_machine, launched)] if launched else []
    if any(isinstance(trial.agent, ModelAgent) and trial.agent.is_local for trial in launched):
        checks.append(partial(_is_this_machine, socket.gethostname()))
    paid = any(trial.price is not None for trial in launched)
    shared = Shared(work, locks=paid, checks=tuple(checks))
    with Pool(shared, scheduler=scheduler) as pool:
        pool.join()
        yield pool


def _is_this_machine(name: str) -> None:
    if socket.gethostname() != name:
        raise InputError([_local_is_local(name)])


def _local_is_local(name: str) -> Problem:
    return Problem(
        file="study.yaml",
        place="endpoint local",
        wrong="the local model is served on one machine only",
        seen=f"it would be on {name}",
        fix="leave its agents out, run them without --scheduler, or name a server's address that all machines reach",
    )
