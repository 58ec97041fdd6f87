"""All that endpoints and rubric scores tell of a study, or of runs and scores that people bring along."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from counterproof.audit.review import models_of
from counterproof.audit.rubrics.association import rubric_against_endpoint, signal
from counterproof.audit.rubrics.deciles import pass_rate_by_decile
from counterproof.audit.rubrics.endpoints import endpoints, item_passes
from counterproof.audit.rubrics.matrix import Matrix, matrix_of
from counterproof.audit.rubrics.reproducibility import judge_pairs, reproducibility
from counterproof.audit.rubrics.residual import residual_bias
from counterproof.audit.rubrics.runs import read_runs, study_runs
from counterproof.audit.rubrics.sample import pick_runs
from counterproof.audit.rubrics.sources import rank_agreement, source_means
from counterproof.audit.table import trial_table
from counterproof.domain.construction import Construction
from counterproof.domain.problem import InputError
from counterproof.domain.trial import Trial
from counterproof.evaluators.graders.regrade import Regraded, read_evals, regrade
from counterproof.evaluators.rubric.judge import rubric_points
from counterproof.evaluators.rubric.points import missing_maxima, read_points, reply_counts, rubric_scores
from counterproof.evaluators.rubric.reference import POINT_COLUMNS, reference_points
from counterproof.evaluators.rubric.rubric import Rubric, study_rubrics
from counterproof.store.study import OpenStudy


@dataclass(frozen=True)
class Scored:
    """Runs, the points that judges gave them, and in words where both come from."""

    runs: pd.DataFrame
    points: pd.DataFrame
    origin: str
    rubrics: dict[str, Rubric] | None = None
    regraded: tuple[Regraded, ...] = ()


@dataclass(frozen=True)
class RubricFindings:
    """Every number of SPEC section 3, each a table of its own; `matrix` has the scores that they come from.

    `replies` counts expected and valid scores by judge. `regraded` are recorded runs graded again from their answers.
    """

    origin: str
    matrix: Matrix
    regraded: tuple[Regraded, ...]
    endpoints: pd.DataFrame
    item_passes: pd.DataFrame
    replies: pd.DataFrame
    reproducibility: pd.DataFrame
    pairs: pd.DataFrame
    association: pd.DataFrame
    deciles: pd.DataFrame
    signal: pd.DataFrame
    residual_models: pd.DataFrame
    residual_families: pd.DataFrame
    sources: pd.DataFrame
    ranks: pd.DataFrame
    to_read: pd.DataFrame


def find_rubrics(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    *,
    results: str = "",
    scores: str = "",
    rubrics: str = "",
    evals: str = "",
    resamples: int = 2000,
) -> RubricFindings:
    """What endpoints and rubric scores tell.

    Parameters
    ----------
    results
        A file of runs in place of the study's own trials (`runs.read_runs`).
    scores
        A table of points or scores (`rubric.points.read_points`) in place of those of the study's judges.
    rubrics
        A rubric file or folder in place of the study's own folder `rubrics`.
    evals
        A folder of eval files with their graders, to grade the recorded runs of `results` again.

    Raises
    ------
    InputError
        If a file cannot be read as what it should be, or nothing tells what a criterion gives at most.
    """
    found = scored(study, constructions, trials, results=results, scores=scores, rubrics=rubrics, evals=evals)
    return findings_of(found, seed=study.study.seed, resamples=resamples)


def findings_of(found: Scored, *, seed: int, resamples: int = 2000) -> RubricFindings:
    """Every analysis of runs and points."""
    judged = rubric_scores(found.points, rubrics=found.rubrics)
    matrix = matrix_of(found.runs, judged)
    everything = matrix if judged.size else _unscored(found.runs)
    return RubricFindings(
        origin=found.origin,
        matrix=matrix,
        regraded=found.regraded,
        endpoints=endpoints(found.runs, seed=seed, resamples=resamples),
        item_passes=item_passes(found.runs),
        replies=reply_counts(judged, trials=list(matrix.runs["trial"])),
        reproducibility=reproducibility(matrix, seed=seed, resamples=resamples),
        pairs=judge_pairs(matrix, seed=seed, resamples=resamples),
        association=rubric_against_endpoint(matrix, seed=seed, resamples=resamples),
        deciles=pass_rate_by_decile(matrix, seed=seed, resamples=resamples),
        signal=signal(matrix, seed=seed, resamples=resamples),
        residual_models=residual_bias(matrix, by="model", seed=seed, resamples=resamples),
        residual_families=residual_bias(matrix, by="family", seed=seed, resamples=resamples),
        sources=source_means(matrix, seed=seed, resamples=resamples),
        ranks=rank_agreement(matrix, seed=seed, resamples=resamples),
        to_read=pick_runs(everything, seed=seed),
    )


def scored(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    *,
    results: str = "",
    scores: str = "",
    rubrics: str = "",
    evals: str = "",
) -> Scored:
    """The runs and the points that `find_rubrics` starts from."""
    known = study_rubrics(study, rubrics) if rubrics or not results else ()
    own = [] if results else [one for one in trials if one.key.variant == "original" and one.key.arm == "standard"]
    runs = (
        read_runs(Path(results))
        if results
        else study_runs(trial_table(study, constructions, own), own, models=models_of(study.study))
    )
    regraded = regrade(Path(results), graders=read_evals(Path(evals))) if results and evals else ()
    whose = f"Runs: {Path(results).name}." if results else "Runs: the study's own trials on the original data."
    if scores:
        points, by_run = read_points(Path(scores)), _by_run(runs, known)
        problems = missing_maxima(points, rubrics=by_run, file=Path(scores).name)
        if problems:
            raise InputError(problems)
        return Scored(runs, points, f"{whose} Rubric scores: {Path(scores).name}.", by_run, regraded)
    points, told = _study_points(study, own, known)
    return Scored(runs, points, f"{whose} {told}", None, regraded)


def _study_points(study: OpenStudy, trials: Sequence[Trial], rubrics: Sequence[Rubric]) -> tuple[pd.DataFrame, str]:
    if not rubrics or not trials:
        nothing = pd.DataFrame({name: pd.Series(dtype="object") for name in POINT_COLUMNS})
        return nothing, "Rubric scores: none, so that everything below the endpoints is empty."
    if study.study.rubric_judges:
        names = ", ".join(judge.name for judge in study.study.rubric_judges)
        return rubric_points(study, trials, rubrics), f"Rubric scores: the study's judges {names}."
    told = (
        "Rubric scores: REFERENCE JUDGES, which are no models. They follow fixed rules on the trajectories, with a "
        "planted leniency and error each: what stands below checks the instrument and says nothing about judges."
    )
    return reference_points(trials, study.items, rubrics, seed=study.study.seed), told


def _by_run(runs: pd.DataFrame, rubrics: Sequence[Rubric]) -> dict[str, Rubric]:
    """The rubric of each run whose item one names."""
    named = {name: rubric for rubric in rubrics for name in rubric.items}
    pairs = zip(runs["trial"], runs["item"], strict=True)
    return {str(trial): named[item] for trial, item in pairs if item in named}


def _unscored(runs: pd.DataFrame) -> Matrix:
    """The runs as a matrix without a judge: people can read runs that nobody has scored."""
    missing = pd.DataFrame({"trial": runs["trial"], "judge": "nobody", "score": float("nan")})
    matrix = matrix_of(runs, missing)
    return matrix._replace(judges=(), scores=matrix.scores[:, :0])
