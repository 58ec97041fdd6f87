"""Accuracy on items without a registration: what an agent scores with the data, and what it knows without them."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from counterproof.audit.estimates import estimates, measured, rate
from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.domain.finding import Estimate
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.store.study import OpenStudy


class PlainAccuracy(Record):
    """One agent on one version: the mean over items of the share of replicates whose answer is the key, in [0, 1].

    `n_excluded` trials failed by the machinery's fault and count nowhere; one that did not answer is not correct.
    """

    agent: str
    variant: VariantName
    accuracy: Estimate
    n_excluded: int


def plain_accuracy(study: OpenStudy, trials: Sequence[Trial]) -> tuple[PlainAccuracy, ...]:
    """The accuracy of each agent on each version that these trials are on, with an interval over items."""
    groups: dict[tuple[str, VariantName], list[Trial]] = defaultdict(list)
    for trial in trials:
        groups[trial.key.agent, trial.key.variant].append(trial)
    places = {item.id: place for place, item in enumerate(study.items)}
    found = []
    for (agent, variant), own in groups.items():
        counted = [trial for trial in own if trial.outcome not in EXCLUDED_OUTCOMES]
        correct = np.array([_is_key(trial, study) for trial in counted], dtype=bool)
        item = np.array([places[trial.key.item] for trial in counted], dtype=np.intp)
        measure = rate("accuracy", correct, absent="every trial failed by the machinery's fault")
        (value,) = estimates(measured([measure], item), seed=study.study.seed, resamples=2000)
        found.append(
            PlainAccuracy(agent=agent, variant=variant, accuracy=value, n_excluded=len(own) - len(counted)),
        )
    return tuple(found)


def _is_key(trial: Trial, study: OpenStudy) -> bool:
    return trial.answer is not None and trial.answer.given == (study.item(trial.key.item).key,)
