"""Whether a study's agents can start at all, told before the first trial does."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from counterproof.agents.launchers import version_of
from counterproof.agents.local.model import check_local
from counterproof.domain.agent import LaunchedAgent, ModelAgent
from counterproof.domain.problem import InputError, Problem
from counterproof.sandbox.available import check_sandbox
from counterproof.trials.launchable import Launchable


def check_ready(todo: Sequence[Launchable], *, elsewhere: bool = False) -> None:
    """Nothing, if every agent of these trials can start: program, walls, key, and a price where money is limited.

    Parameters
    ----------
    elsewhere
        Whether other machines run the trials: what only they can know is then asked there (`trials.elsewhere`).

    Raises
    ------
    InputError
        If not; all that is missing is named.
    """
    trials = {trial.agent.name: trial for trial in todo if isinstance(trial.agent, LaunchedAgent)}
    problems = [problem for trial in trials.values() for problem in _of_money(trial)]
    if not elsewhere:
        problems += _told(partial(check_machine, tuple(trials.values())))
    if problems:
        raise InputError(problems)


def check_machine(trials: Sequence[Launchable]) -> None:
    """Nothing, if this machine has what these trials' agents need: program, walls, key.

    Raises
    ------
    InputError
        If not; all that is missing is named.
    """
    walled = any(trial.sandbox == "bubblewrap" for trial in trials)
    problems = [*_told(check_sandbox)] if walled else []
    problems += [problem for trial in trials for problem in _of_program(trial)]
    if problems:
        raise InputError(problems)


def _of_money(trial: Launchable) -> Iterator[Problem]:
    limited = trial.limits.usd is not None or trial.limits.study_usd is not None
    if limited and trial.endpoint is not None and trial.price is None:
        yield Problem(
            file="study.yaml",
            place=f"agents: {trial.agent.name}",
            wrong="the limits name US dollars, but its model has no price",
            seen=str(getattr(trial.agent, "model", None)),
            fix="add the model to `prices`",
        )


def _of_program(trial: Launchable) -> Iterator[Problem]:
    spec = trial.agent
    if not isinstance(spec, LaunchedAgent):
        return
    yield from _told(lambda: _find(spec))
    endpoint = trial.endpoint
    if endpoint is not None and endpoint.key_env is not None and not os.environ.get(endpoint.key_env):
        yield Problem(
            file="study.yaml",
            place=f"agents: {spec.name}",
            wrong=f"the environment variable {endpoint.key_env} holds no key",
            fix=f"export {endpoint.key_env}=...",
        )


def _find(spec: LaunchedAgent) -> None:
    version_of(spec)
    if isinstance(spec, ModelAgent) and spec.is_local:
        check_local()


def _told(check: Callable[[], None]) -> Iterator[Problem]:
    try:
        check()
    except InputError as error:
        yield from error.problems
