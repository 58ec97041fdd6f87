"""Runs with rubric scores whose structure is planted: item difficulty, judge noise, leniency, bias for models."""

from typing import NamedTuple

import numpy as np
import pandas as pd

MODELS = ("alpha-1", "alpha-2", "beta-1", "beta-2", "gamma-1", "gamma-2")
BIAS = np.array([0.06, 0.03, 0.01, -0.01, -0.03, -0.06])
"""What every judge adds for a model's style, whatever its trials are worth; the mean is 0."""
JUDGES = ("strict", "plain", "mild", "rough")
LENIENCY = np.array([-0.04, 0.0, 0.02, 0.05])
NOISE = np.array([0.02, 0.03, 0.04, 0.06])
"""Standard deviation of each judge's error."""
SWAP = np.zeros((len(MODELS), len(JUDGES)))
SWAP[0, 3], SWAP[5, 3] = -0.09, 0.09
"""The last judge does not share the others' favour for the first model, nor their dislike of the last."""
REPLICATES = 3
ITEM_SD, TRIAL_SD, ENDPOINT_SD = 0.06, 0.07, 0.05
THRESHOLD = 0.58
CRASHED, REFUSED = 0.06, 0.01


class Simulated(NamedTuple):
    """A runs table and the rubric scores of its trials, as the library has them."""

    runs: pd.DataFrame
    scores: pd.DataFrame


class Population(NamedTuple):
    """The same as arrays: item, model, replicate of each trial; passed, endpoint score, scores by judge, valid."""

    item: np.ndarray
    model: np.ndarray
    passed: np.ndarray
    endpoint: np.ndarray
    scores: np.ndarray
    valid: np.ndarray


def population(*, n_items: int, seed: int) -> Population:
    """Trials of every model on every item, with their endpoints and all judges' scores in [0, 1]."""
    rng = np.random.default_rng(seed)
    item, model, _ = (
        side.ravel()
        for side in np.meshgrid(np.arange(n_items), np.arange(len(MODELS)), np.arange(REPLICATES), indexing="ij")
    )
    quality = 0.5 + rng.normal(0, ITEM_SD, n_items)[item] + rng.normal(0, TRIAL_SD, item.size)
    latent = quality + rng.normal(0, ENDPOINT_SD, item.size)
    crashed = rng.random(item.size) < CRASHED
    passed = (latent > THRESHOLD) & ~crashed
    partial = np.floor(np.clip(latent / THRESHOLD, 0, 0.999) * 4) / 4
    endpoint = np.where(passed, 1.0, np.where(crashed, 0.0, partial))
    scores = quality[:, None] + BIAS[model][:, None] + SWAP[model] + LENIENCY + rng.normal(size=(item.size, 4)) * NOISE
    scores = np.where(crashed[:, None], 0.0, np.clip(scores, 0, 1))
    return Population(item, model, passed, endpoint, scores, rng.random(scores.shape) >= REFUSED)


def simulated(*, n_items: int, seed: int) -> Simulated:
    """A runs table and rubric scores of a fresh population."""
    made = population(n_items=n_items, seed=seed)
    trial = np.array([f"t{n}" for n in range(made.item.size)])
    names = np.array(MODELS)[made.model]
    runs = pd.DataFrame(
        {
            "trial": trial,
            "item": [f"i{n}" for n in made.item],
            "agent": names,
            "model": names,
            "family": [name.partition("-")[0] for name in names],
            "replicate": np.tile(np.arange(REPLICATES).astype(str), made.item.size // REPLICATES),
            "passed": made.passed,
            "score": made.endpoint,
            "excluded": False,
            "cost_usd": np.nan,
            "turns": np.nan,
            "tokens": np.nan,
            "seconds": np.nan,
        }
    )
    return Simulated(runs, _scores(trial, made))


def _scores(trial: np.ndarray, made: Population) -> pd.DataFrame:
    valid = made.valid.ravel()
    score = np.where(valid, made.scores.ravel(), np.nan)
    return pd.DataFrame(
        {
            "trial": np.repeat(trial, len(JUDGES)),
            "judge": np.tile(JUDGES, len(trial)),
            "points": score * 10,
            "maximum": 10.0,
            "score": score,
            "status": np.where(valid, "scored", "refused"),
            "reason": np.where(valid, None, "the reply ended as refused"),
        }
    )
