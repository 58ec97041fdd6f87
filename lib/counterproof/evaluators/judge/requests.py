"""Which trials a judge reads, and the digest of each request: what decides whether it was asked already."""

from collections.abc import Iterable
from typing import NamedTuple

from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.domain.item import Item
from counterproof.domain.judge import JudgeSpec
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.model import RESENT, settings_of
from counterproof.evaluators.judge.prompts import judge_request
from counterproof.evaluators.judge.replies import REPLIES
from counterproof.store.digest import digest_of
from counterproof.store.study import OpenStudy


class Request(NamedTuple):
    """One trial that a judge reads; `digest` is of all that goes into the request but the fence's mark.

    Two trials whose text is the same to the last letter have one digest: they are asked about once.
    """

    digest: str
    trial: Trial
    item: Item

    @property
    def trial_digest(self) -> str:
        """The trial's digest as in the trial table."""
        return digest_of(self.trial.key)[:16]


def requests_of(spec: JudgeSpec, study: OpenStudy, trials: Iterable[Trial]) -> tuple[Request, ...]:
    """The requests of a judge, for the trials on its variants, in its replicates, that the machinery did not break."""
    return tuple(
        request_of(spec, study.item(trial.key.item), trial, seed=study.study.seed)
        for trial in trials
        if trial.key.variant in spec.variants
        and (spec.replicates is None or trial.key.replicate <= spec.replicates)
        and trial.outcome not in EXCLUDED_OUTCOMES
    )


def request_of(spec: JudgeSpec, item: Item, trial: Trial, *, seed: int) -> Request:
    """The request about one trial."""
    asked = judge_request(item, trial, prompt=spec.prompt, characters=spec.characters)
    went_in = {
        "model": [spec.provider, spec.base_url, spec.model],
        "settings": {**settings_of(spec, seed=seed), "max_retries": RESENT},
        "schema": REPLIES[spec.prompt].model_json_schema(),
        "asked": list(asked),
    }
    return Request(digest_of(went_in), trial, item)
