"""Reading trials and labelling them: a list, a form, and the stepper beside them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import pandas as pd
import traitlets

from counterproof.audit.loaded import table_of
from counterproof.audit.review import STRATA, pick_trials
from counterproof.domain.construction import Construction
from counterproof.domain.review import BEHAVIOURS, FAULTS, Review
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.scores import judge_scores
from counterproof.store.reviews import read_reviews, save_review
from counterproof.store.study import OpenStudy
from counterproof.views.note import Note
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.review_twin import review_twin
from counterproof.views.stepper import stepper_of

STATIC = Path(__file__).parent / "static"
SAID = ("behaviour", "fault", "note")


class ReviewForm(anywidget.AnyWidget):
    """The list of picked trials and the form of the chosen one. It shows what is saved; saving is its owner's.

    `rows` go to the browser once, `labels` (by digest) after each save. The browser asks for a trial by setting
    `chosen`, and for a label to be kept by a message; `status` answers it, and `failed` says that nothing was kept.
    """

    _esm = STATIC / "review.js"
    _css = STATIC / "review.css"
    reviewer = traitlets.Unicode().tag(sync=True)
    rows: Any = traitlets.List().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)
    chosen = traitlets.Unicode().tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    failed = traitlets.Bool(default_value=False).tag(sync=True)


class Reviewing(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A form over picked trials with the stepper of the chosen one below it. Notebooks show it by itself."""

    def __init__(
        self,
        form: ReviewForm,
        *,
        stepper: Callable[[dict[str, Any]], ipywidgets.Widget],
        save: Callable[[Review], None],
    ) -> None:
        self.form = form
        self._stepper, self._save = stepper, save
        self._rows: dict[str, dict[str, Any]] = {row["digest"]: row for row in form.rows}
        self._shown: tuple[ipywidgets.Widget, ...] = ()
        super().__init__()
        form.on_msg(lambda _form, content, _buffers: self._told(content))
        form.observe(lambda _change: self._show(), names="chosen")
        self._show()

    def _show(self) -> None:
        row = self._rows.get(self.form.chosen)
        before, self._shown = self._shown, () if row is None else (self._stepper(row),)
        self.children = (self.form, *self._shown)
        for widget in before:
            widget.close()

    def _told(self, content: dict[str, Any]) -> None:
        """Keep the label of one trial. Whatever goes wrong, the reviewer is told that it was not kept."""
        try:
            review = self._review(content)
            self._save(review)
        except Exception as error:  # noqa: BLE001, a label must never seem to be saved when it is not
            self.form.failed, self.form.status = True, f"NOT saved: {error}"
        else:
            self.form.labels = {**self.form.labels, review.trial: _label(review)}
            self.form.failed, self.form.status = False, f"saved, {datetime.now(UTC):%H:%M:%S} UTC"
        # The same words twice are no change of a trait, yet an answer to another label.
        self.form.send({"answered": content.get("trial")})

    def _review(self, content: dict[str, Any]) -> Review:
        row = self._rows[content["trial"]]
        names = ("item", "variant", "agent", "replicate", "stratum")
        return Review(
            trial=row["digest"],
            reviewer=self.form.reviewer,
            at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            **{name: row[name] for name in names},
            **{name: content[name] or None for name in ("behaviour", "fault")},
            note=str(content["note"]),
        )

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options) or {}
        plain = f"Review of {len(self._rows)} trials by {self.form.reviewer}: {len(self.form.labels)} labelled"
        twin = review_twin(list(self.form.rows), dict(self.form.labels), reviewer=self.form.reviewer)
        return {**bundle, "text/plain": plain, "text/html": twin}


def review_of(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    *,
    reviewer: str,
    n: int = 75,
    picked: pd.DataFrame | None = None,
) -> Reviewing | Note:
    """A form for one reviewer over the trials worth reading, with what this reviewer has labelled before.

    A sentence where there is no trial to read.

    Every label is on the disk before the form says so; it is there again after a restart.

    Parameters
    ----------
    reviewer
        Who reads: the name that each label carries.
    n
        How many trials to pick (`audit.review.pick_trials`, with the study's seed and what its judges have scored by
        now: the same for every reviewer).
    picked
        Rows of a trial table with a `stratum`, to read these instead.

    Raises
    ------
    ValueError
        If the reviewer has no name.
    """
    if not reviewer.strip():
        msg = "a label carries its reviewer's name: give reviewer='...'"
        raise ValueError(msg)
    if picked is None:
        picked = pick_trials(
            table_of(study, constructions, trials), n=n, seed=study.study.seed, scores=_overall(study, trials)
        )
    if picked.empty:
        return Note("There is no trial to read: run or import some first (notebook 03).")
    mine = {each.trial: _label(each) for each in read_reviews(study.layout) if each.reviewer == reviewer.strip()}
    rows = [_row(row) for row in picked.to_dict(orient="records")]
    unread = (row["digest"] for row in rows if row["digest"] not in mine)
    form = ReviewForm(
        reviewer=reviewer.strip(),
        rows=rows,
        words={"behaviour": BEHAVIOURS, "fault": FAULTS, "stratum": STRATA},
        labels={row["digest"]: mine[row["digest"]] for row in rows if row["digest"] in mine},
        chosen=next(unread, rows[0]["digest"]),
    )

    def stepper(row: dict[str, Any]) -> ipywidgets.Widget:
        place = {name: row[name] for name in ("item", "agent", "replicate")}
        return stepper_of(study, constructions, trials, variants=_variants(row), **place)

    return Reviewing(form, stepper=stepper, save=lambda review: save_review(study.layout, review))


def _overall(study: OpenStudy, trials: Sequence[Trial]) -> pd.DataFrame | None:
    """The scores of the study's judges, without their parts, which are no judges of their own; null without a judge."""
    if not study.study.judges:
        return None
    scores = judge_scores(study, trials)
    return scores[scores["evaluator"].isin([judge.name for judge in study.study.judges])]


def _row(row: Mapping[Any, Any]) -> dict[str, Any]:
    names = ("digest", "item", "agent", "variant", "outcome", "choice", "stratum")
    plain = {name: str(row[name]) for name in names}
    return {**plain, "replicate": int(row["replicate"]), "label": VARIANT_LABELS[row["variant"]]}


def _label(review: Review) -> dict[str, str]:
    return {**{name: getattr(review, name) or "" for name in SAID}, "at": review.at}


def _variants(row: dict[str, Any]) -> list[Any]:
    # The trial to judge, beside the original that it departs from.
    return [row["variant"]] if row["variant"] == "original" else ["original", row["variant"]]
