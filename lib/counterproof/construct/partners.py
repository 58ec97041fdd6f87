"""Which other instance lends its evidence or its names, and what a planted line says."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from counterproof.domain.condition import ConditionName
from counterproof.domain.instance import Instance

AGREES = 0.95


@dataclass(frozen=True)
class Partners:
    """Partners by the id of the instance; those that have none are missing."""

    donors: Mapping[str, Instance]
    names: Mapping[str, tuple[str, ...]]
    controls: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(cls, instances: Sequence[Instance], *, seed: int) -> "Partners":
        """Partners drawn once, so that every condition and replicate has the same ones."""
        own = [one for one in instances if one.stratum == "benchmark"]
        rng = np.random.default_rng([seed, 7])
        return cls(_donors(own), _false_names(own, rng), _controls(own, rng))

    def donor(self, instance: Instance) -> Instance | None:
        """The instance whose evidence is the placebo: the most alike in length and form, about other entities."""
        return self.donors.get(instance.id)

    def false_names(self, instance: Instance) -> tuple[str, ...] | None:
        """A name of another instance for each entity, of the same kind."""
        return self.names.get(instance.id)

    def control_letter(self, instance: Instance, condition: ConditionName) -> str | None:
        """The option that the planted line of a control names; null in every other condition."""
        return self.controls.get(condition, {}).get(instance.id)


def _lower_names(instance: Instance) -> frozenset[str]:
    return frozenset(name.lower() for entity in instance.entities for name in entity.names)


def _form(text: str) -> tuple[float, float, float]:
    digits = sum(letter.isdigit() for letter in text) / len(text)
    return math.log(len(text)), math.log(1 + text.count("\n")), 5 * digits


def _donors(instances: Sequence[Instance]) -> dict[str, Instance]:
    with_evidence = [one for one in instances if one.evidence]
    if len(with_evidence) < 2:
        return {}
    forms = np.array([_form(one.evidence) for one in with_evidence])
    names = [_lower_names(one) for one in with_evidence]
    out = {}
    for place, one in enumerate(with_evidence):
        distance = np.abs(forms - forms[place]).sum(axis=1)
        for other in np.argsort(distance, kind="stable"):
            if other != place and names[other].isdisjoint(names[place]):
                out[one.id] = with_evidence[other]
                break
    return out


def _false_names(instances: Sequence[Instance], rng: np.random.Generator) -> dict[str, tuple[str, ...]]:
    order = [instances[place] for place in rng.permutation(len(instances))]
    pool: dict[str, dict[str, None]] = defaultdict(dict)
    for one in order:
        for entity in one.entities:
            pool[entity.kind][entity.name] = None
    out = {}
    for place, one in enumerate(order):
        if not one.entities:
            continue
        partner = _other_outcome(order, place)
        own, taken, names = _lower_names(one), set[str](), []
        for entity in one.entities:
            lent = [other.name for other in partner.entities if other.kind == entity.kind] if partner else []
            free = (name for name in (*lent, *pool[entity.kind]) if name.lower() not in own | taken)
            name = next(free, None)
            if name is None:
                break
            taken.add(name.lower())
            names.append(name)
        if len(names) == len(one.entities):
            out[one.id] = tuple(names)
    return out


def _other_outcome(order: Sequence[Instance], place: int) -> Instance | None:
    """The next instance whose recorded answer reads differently: a false name can then be seen to be followed."""
    one = order[place]
    if one.key is None:
        return None
    answer = one.options[one.key]
    for step in range(1, len(order)):
        other = order[(place + step) % len(order)]
        if other.key is not None and other.options[other.key] != answer:
            return other
    return None


def _controls(instances: Sequence[Instance], rng: np.random.Generator) -> dict[str, dict[str, str]]:
    keyed = [one for one in instances if one.key is not None]
    # 95% of the items, not of the draws: the line's own accuracy is then known.
    wrong = {keyed[place].id for place in rng.permutation(len(keyed))[: round((1 - AGREES) * len(keyed))]}
    agreeing, independent = {}, {}
    for one in keyed:
        letters = list(one.options)
        others = [letter for letter in letters if letter != one.key]
        drawn, free = others[int(rng.integers(len(others)))], letters[int(rng.integers(len(letters)))]
        agreeing[one.id] = drawn if one.id in wrong else str(one.key)
        independent[one.id] = free
    return {"control-95": agreeing, "control-random": independent}
