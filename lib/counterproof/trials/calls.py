"""Which calls an identity study has: every group of instances x condition x agent x replicate."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from counterproof.agents.answerers.handout import answerer_digest, known_names
from counterproof.agents.handout import agent_digest
from counterproof.construct.conditions import Conditions, Refused
from counterproof.construct.identity_prompts import Task, asks, call_prompt
from counterproof.domain.call import CallKey
from counterproof.domain.condition import ConditionName
from counterproof.domain.endpoint import Endpoint, Price
from counterproof.domain.identity_study import Answerer, IdentityAgent
from counterproof.domain.instance import Instance
from counterproof.domain.served import Served, served_by
from counterproof.domain.study import Limits
from counterproof.domain.trial import Sandbox
from counterproof.store.digest import digest_of
from counterproof.store.identity import OpenIdentity


@dataclass(frozen=True)
class PlannedCall:
    """A call before it runs: its key, agent and prompt. `labels` and `options` go with the key's instances.

    `asks` is `option`, `recall` or `name`; `options` are their texts by letter. `endpoint` and `price` are as those of
    a planned trial.
    """

    key: CallKey
    agent: IdentityAgent
    prompt: str
    labels: tuple[str, ...]
    options: tuple[dict[str, str], ...]
    asks: str
    limits: Limits
    sandbox: Sandbox = "bubblewrap"
    endpoint: Endpoint | None = None
    price: Price | None = None

    @property
    def data(self) -> Path | None:
        """No file: a call shows all that it has."""
        return None

    @property
    def paid(self) -> bool:
        """Whether it costs money: its model has a price."""
        return self.price is not None

    @property
    def wants_one_option(self) -> bool:
        """Whether it asks for the letter of one instance."""
        return self.asks == "option" and len(self.key.instances) == 1


@dataclass(frozen=True)
class CallPlan:
    """All calls of a study, and what each reference answerer is handed (by its name).

    `refused` are the versions of benchmark instances that cannot be made, `noted` those that are made with a remark:
    words exchanged for want of numbers, an entity described by its kind alone, no name to mask.
    """

    calls: tuple[PlannedCall, ...]
    handouts: dict[str, dict[str, Any]]
    refused: tuple[Refused, ...]
    noted: tuple[Refused, ...] = ()


def planned_calls(study: OpenIdentity) -> CallPlan:
    """Every call of the study. The groups of instances are the same under all conditions, agents and replicates."""
    conditions = Conditions.of(study.instances, seed=study.study.seed)
    groups = call_groups(study.instances, size=study.study.instances_per_call, seed=study.study.seed)
    handouts = {spec.name: known_names(spec, study.instances) for spec in study.study.answerers}
    served = {
        spec.name: served_by(spec, endpoints=study.study.endpoints, prices=study.study.prices)
        for spec in study.study.agents
    }
    digests = {
        spec.name: answerer_digest(spec, handouts[spec.name])
        if isinstance(spec, Answerer)
        else agent_digest(spec, {}, endpoint=served[spec.name].endpoint)
        for spec in study.study.agents
    }
    calls: list[PlannedCall] = []
    refused: list[Refused] = []
    noted: list[Refused] = []
    for name, group in product(study.study.conditions, groups):
        shown = [conditions.show(instance, name) for instance in group]
        for instance, one in zip(group, shown, strict=True):
            if isinstance(one, Refused):
                # Pairs for the recall probe alone are asked nowhere else: no news.
                refused += [one] if instance.stratum == "benchmark" else []
            elif one.note and name != "placebo":
                noted.append(Refused(instance.id, name, one.note))
        tasks = [
            Task(str(place), instance, one)
            for place, (instance, one) in enumerate(zip(group, shown, strict=True), 1)
            if not isinstance(one, Refused)
        ]
        if tasks:
            calls += _calls_of(study, name, group, tasks, digests, served)
    return CallPlan(tuple(calls), handouts, tuple(refused), tuple(noted))


def identity_prompt(study: OpenIdentity, instance: Instance, condition: ConditionName) -> str:
    """The prompt of a call that asks about this instance alone; why there is none, where it cannot be made."""
    shown = Conditions.of(study.instances, seed=study.study.seed).show(instance, condition)
    if isinstance(shown, Refused):
        return f"There is no such version: {shown.reason}."
    words = {"record_name": study.study.record_name, "count_name": study.study.count_name}
    return call_prompt([Task("1", instance, shown)], condition, **words)


def call_groups(instances: Sequence[Instance], *, size: int, seed: int) -> tuple[tuple[Instance, ...], ...]:
    """The instances in groups of `size` by lot, the last one smaller; one a group in their own order if `size` is 1."""
    if size == 1:
        return tuple((instance,) for instance in instances)
    order = np.random.default_rng([seed, 11]).permutation(len(instances))
    return tuple(
        tuple(instances[place] for place in order[start : start + size]) for start in range(0, len(order), size)
    )


def _calls_of(
    study: OpenIdentity,
    condition: ConditionName,
    group: Sequence[Instance],
    tasks: Sequence[Task],
    digests: dict[str, str],
    served: dict[str, Served],
) -> Iterator[PlannedCall]:
    words = {"record_name": study.study.record_name, "count_name": study.study.count_name}
    prompt = call_prompt(tasks, condition, **words)
    prompt_sha256 = digest_of(prompt)
    members = [instance.id for instance in group]
    for spec, replicate in product(study.study.agents, range(1, study.study.replicates + 1)):
        key = CallKey(
            condition=condition,
            agent=spec.name,
            replicate=replicate,
            instances=tuple(task.instance.id for task in tasks),
            # The condition plays no part: whatever is drawn by lot falls alike under all of them.
            seed=int(digest_of([study.study.seed, members, spec.name, replicate])[:8], 16),
            prompt_sha256=prompt_sha256,
            agent_sha256=digests[spec.name],
        )
        yield PlannedCall(
            key=key,
            agent=spec,
            prompt=prompt,
            labels=tuple(task.label for task in tasks),
            options=tuple(dict(task.shown.options) for task in tasks),
            asks=asks(condition),
            limits=study.study.limits,
            sandbox=study.study.sandbox,
            endpoint=served[spec.name].endpoint,
            price=served[spec.name].price,
        )
