"""Which trials people read, what they said of them, and how far they agree (SPEC section 3)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.review import BEHAVIOURS, FAULTS, Review
from counterproof.domain.study import Study
from counterproof.domain.trial import Trial
from counterproof.domain.variant import PROMPT_VARIANTS
from counterproof.evaluators.scores import denies_support, gives, is_excluded
from counterproof.stats.agreement import Agreement, cohen_kappa, nominal_alpha, raw_agreement

STRATA = {
    "judges disagree": "the scores of several judges lie far apart",
    "low score, passed": "it passed, and judges score it low",
    "high score, failed": "it failed, and judges score it high",
    "credited without evidence": "it gave the key although the evidence was gone",
    "replicates differ": "replicates of the same agent, item and variant answered differently",
    "failed": "it did not answer what the data support",
    "passed": "it answered what the data support, or said that they support nothing",
}
"""Why a trial is worth reading, the rarest first: a trial stands in the first that holds. A stratum without data (no
judge has scored) is empty."""

FAMILIES = ("claude", "gpt", "gemini", "llama", "mistral", "qwen", "deepseek", "grok")
FAR = 0.9
"""Share of the trials whose judges lie closer together than those that disagree."""


def strata(table: pd.DataFrame, *, scores: pd.DataFrame | None = None) -> pd.Series:
    """The stratum of each trial of a trial table, index as in the table.

    It is "" for a trial that the machinery broke, and for one that was given no data: nothing is right or wrong there.

    Parameters
    ----------
    scores
        Scores by judges: digest, evaluator, score in [0, 1]; nan where a judge gave none.
    """
    excluded = is_excluded(table).to_numpy() | table["variant"].isin(PROMPT_VARIANTS).to_numpy()
    passed = gives(table, "supported") | ((table["supported"] == "").to_numpy() & denies_support(table))
    withdrawn = table["variant"].isin(["withdraw", "withdraw_shuffle"]).to_numpy()
    said = table["outcome"].astype(str) + table["choice"].astype(str)
    differ = said.groupby([table[name] for name in ("agent", "item", "variant")]).transform("nunique") > 1
    mean, spread = _judged(table, scores)
    low, high = (np.nanquantile(mean, [0.25, 0.75])) if np.isfinite(mean).any() else (np.nan, np.nan)
    far = np.nanquantile(spread, FAR) if np.isfinite(spread).any() else np.nan
    holds = {
        "judges disagree": (spread >= far) & (spread > 0),
        "low score, passed": passed & (mean <= low) & (low < high),
        "high score, failed": ~passed & (mean >= high) & (low < high),
        "credited without evidence": withdrawn & gives(table, "key"),
        "replicates differ": differ.to_numpy(),
        "failed": ~passed,
        "passed": passed,
    }
    chosen = np.select([excluded, *holds.values()], ["", *holds], default="")
    return pd.Series(chosen, index=table.index, name="stratum")


def pick_trials(table: pd.DataFrame, *, n: int = 75, seed: int, scores: pd.DataFrame | None = None) -> pd.DataFrame:
    """About `n` trials to read, as rows of the table with their `stratum`: an equal share of each stratum there is.

    Within a stratum agents and items take turns, in an order drawn by `seed`, whatever the order of the table. What a
    small stratum lacks, the others give.
    """
    rows = table.assign(stratum=strata(table, scores=scores))
    return take_turns(rows, n=n, seed=seed, order=list(STRATA)).sort_values(
        ["stratum", "item", "agent", "variant", "replicate"],
        key=lambda column: column.map(list(STRATA).index) if column.name == "stratum" else column,
        ignore_index=True,
    )


def take_turns(rows: pd.DataFrame, *, n: int, seed: int, order: Sequence[str], key: str = "digest") -> pd.DataFrame:
    """About `n` of the rows whose `stratum` is in `order`: an equal share of each stratum, as `pick_trials` takes them.

    `key` names the column by which the rows are put in order before any is drawn.
    """
    rows = rows[rows["stratum"].isin(list(order))].sort_values(key, kind="stable")
    rows = rows.iloc[np.random.default_rng(seed).permutation(len(rows))]
    turn = rows.groupby(["stratum", "agent", "item"]).cumcount()
    by_agent = rows.assign(turn=turn).sort_values("turn", kind="stable").groupby(["stratum", "agent"]).cumcount()
    rows = rows.assign(turn=by_agent).sort_values("turn", kind="stable")
    rows = rows.assign(turn=rows.groupby("stratum").cumcount()).sort_values("turn", kind="stable").head(n)
    return rows.drop(columns="turn")


def models_of(study: Study) -> dict[str, str]:
    """The model of each agent of a study that is a program, by the agent's name; that name where it states no model."""
    return {agent.name: agent.model or agent.name for agent in study.agents if not isinstance(agent, ReferenceAgent)}


def model_of(trial: Trial, models: Mapping[str, str]) -> str | None:
    """The model of a trial's agent: as imported, else as `models_of` the study has it; null for a reference agent."""
    if trial.imported is not None:
        return trial.imported.model or trial.key.agent
    return models.get(trial.key.agent)


def model_family(trial: Trial, models: Mapping[str, str]) -> str:
    """The family of models that a trial's agent belongs to; `reference` for our own agents."""
    told = model_of(trial, models)
    return "reference" if told is None else family_of(told)


def family_of(model: str) -> str:
    """The family of a model by its name; the name without its provider where no known family is in it."""
    return next((name for name in FAMILIES if name in model.lower()), model.rpartition("/")[2] or "unknown")


def label_counts(reviews: Sequence[Review], *, of: str, by: Callable[[Review], str]) -> pd.DataFrame:
    """How often each label was given, a row for each group (the words of `by`) and label: group, label, n, share.

    `of` is `behaviour` or `fault`. The share is of the group's trials that have such a label; a trial that two people
    have labelled counts for both.
    """
    words = BEHAVIOURS if of == "behaviour" else FAULTS
    said = [(by(review), getattr(review, of)) for review in reviews if getattr(review, of) is not None]
    frame = pd.DataFrame(said, columns=["group", "label"])
    counts = frame.value_counts(["group", "label"]).rename("n").reset_index()
    counts["share"] = counts["n"] / counts.groupby("group")["n"].transform("sum")
    order = {name: place for place, name in enumerate(words)}
    counts = counts.sort_values(
        ["group", "label"], key=lambda column: column.map(order) if column.name == "label" else column
    )
    return counts.assign(label=counts["label"].map(words)).reset_index(drop=True)


def reviewer_agreement(reviews: Sequence[Review]) -> pd.DataFrame:
    """How far reviewers agree: of, reviewers, measure, value, n, reason.

    For `behaviour` and for `fault`: raw agreement and Cohen's kappa of each two reviewers over the trials that both
    have labelled, and Krippendorff's alpha (nominal) over all of them.
    """
    names = sorted({review.reviewer for review in reviews})
    rows = []
    for of in ("behaviour", "fault"):
        given = {
            name: {r.trial: getattr(r, of) for r in reviews if r.reviewer == name and getattr(r, of) is not None}
            for name in names
        }
        for one, two in combinations(names, 2):
            both = sorted(given[one].keys() & given[two].keys())
            first, second = [given[one][trial] for trial in both], [given[two][trial] for trial in both]
            rows.append(_row(of, f"{one}, {two}", "raw agreement", raw_agreement(first, second)))
            rows.append(_row(of, f"{one}, {two}", "Cohen's kappa", cohen_kappa(first, second)))
        trials = sorted({trial for labels in given.values() for trial in labels})
        units = [[labels[trial] for labels in given.values() if trial in labels] for trial in trials]
        rows.append(_row(of, "all", "Krippendorff's alpha", nominal_alpha(units)))
    return pd.DataFrame(rows, columns=["of", "reviewers", "measure", "value", "n", "reason"])


def _row(of: str, reviewers: str, measure: str, found: Agreement) -> dict[str, object]:
    return {"of": of, "reviewers": reviewers, "measure": measure, **found._asdict()}


def _judged(table: pd.DataFrame, scores: pd.DataFrame | None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and standard deviation of each trial's scores over judges; nan where there are none, or one."""
    if scores is None:
        nothing = np.full(len(table), np.nan)
        return nothing, nothing
    by_trial = scores.groupby("digest")["score"]
    mean, spread = (found.reindex(table["digest"]) for found in (by_trial.mean(), by_trial.std()))
    return np.asarray(mean, dtype=np.float64), np.asarray(spread, dtype=np.float64)
