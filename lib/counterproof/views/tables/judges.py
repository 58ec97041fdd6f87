"""Tables of judges: how their requests ended, their sub-scores, and how far they agree."""

from collections.abc import Sequence

from counterproof.audit.findings import Findings
from counterproof.audit.judges import judge_agreement, people_agreement, scores_by_behaviour
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.run import JudgeSummary
from counterproof.evaluators.judge.scores import judge_scores, judge_statuses
from counterproof.store.reviews import read_reviews
from counterproof.store.study import OpenStudy
from counterproof.views.note import Note
from counterproof.views.tables.frame import frame_table
from counterproof.views.tables.scores import EVALUATOR_COLUMNS, wide_table
from counterproof.views.tables.table import Cell, Column, Table, verdict

NO_JUDGE = (
    "This study has no judge. Name one in its study.yaml: "
    "evaluators: [benchmark, {kind: judge, name: ..., model: ..., prompt: standard}]."
)


def judges_table(summaries: Sequence[JudgeSummary]) -> Table | Note:
    """What each judge did: trials, requests, how its verdicts stand, and why it was stopped."""
    if not summaries:
        return Note(NO_JUDGE)
    columns = (
        Column(name="judge"),
        Column(name="trials", numeric=True),
        Column(name="kept from before", numeric=True),
        Column(name="asked now", numeric=True),
        Column(name="verdicts"),
        Column(name="tokens", title="of this run; unknown where the server did not tell"),
        Column(name="state"),
    )
    rows = tuple(
        (
            Cell(text=one.judge),
            *(Cell(text=f"{n:,}", sort=str(n)) for n in (one.trials, one.kept, one.asked)),
            Cell(text=", ".join(f"{n:,} {status}" for status, n in one.statuses.items()) or "none"),
            Cell(text="unknown" if one.input_tokens is None else f"{one.input_tokens:,} in, {one.output_tokens:,} out"),
            verdict(passed=one.stopped is None, yes="done", no="stopped", why=one.stopped or ""),
        )
        for one in summaries
    )
    return Table(caption="What the judges were asked, and how that ended", columns=columns, rows=rows)


def statuses_table(study: OpenStudy, trials: Sequence[Trial]) -> Table | Note:
    """How many trials of each judge stand at which status; only `ok` is a score."""
    if not study.study.judges:
        return Note(NO_JUDGE)
    return frame_table(judge_statuses(study, trials), caption="Verdicts by status: only those that are ok are scores")


def subscores_table(findings: Findings) -> Table | Note:
    """Sensitivities, blind spot and flip AUC of each sub-score of each judge."""
    whole = findings.evaluators
    parts = whole[whole["evaluator"].str.contains(".", regex=False) & (whole["agent"] == "all")]
    if parts.empty:
        return Note("No judge has sub-scores here.")
    return wide_table(parts, names=["evaluator"], columns=EVALUATOR_COLUMNS, caption="The judges' sub-scores")


def judge_agreement_table(study: OpenStudy, findings: Findings, trials: Sequence[Trial]) -> Table | Note:
    """Spearman's correlation and Krippendorff's alpha of every two judges."""
    if len(study.study.judges) < 2:
        return Note("Agreement needs two judges, best of two families of models.")
    found = judge_agreement(findings.trials, judge_scores(study, trials), seed=study.study.seed)
    return frame_table(found, caption="Agreement of judges over the trials that both scored")


def people_agreement_table(study: OpenStudy, findings: Findings, trials: Sequence[Trial]) -> Table | Note:
    """How often each judge scores work that people call sound above other work, on the trials that people have read."""
    reviews = read_reviews(study.layout)
    if not study.study.judges or not reviews:
        return Note("Agreement of people with judges needs a judge, and trials that people have read and labelled.")
    found = people_agreement(findings.trials, judge_scores(study, trials), reviews, seed=study.study.seed)
    return frame_table(found, caption="People and judges on the review sample")


def behaviour_scores_table(study: OpenStudy, findings: Findings) -> Table | Note:
    """The mean score that each evaluator gave to the trials of each behaviour that people have labelled."""
    found = scores_by_behaviour(findings.scores, read_reviews(study.layout))
    if found.empty:
        return Note("Scores by behaviour need trials that people have read and labelled (notebook 07).")
    found = found.rename(columns={"judge": "evaluator", "value": "mean score"})
    return frame_table(found, caption="Mean score (0 to 1) of trials by the behaviour that people saw in them")
