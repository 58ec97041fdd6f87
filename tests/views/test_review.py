import re
from dataclasses import replace
from datetime import datetime

import pandas as pd
import pytest
from made_up_audit import HOSTILE, made_up_open_study, made_up_study

from counterproof.domain.judge import JudgeSpec, Verdict
from counterproof.evaluators.judge.requests import requests_of
from counterproof.evaluators.judge.run import verdict_log
from counterproof.store.layout import layout_of
from counterproof.store.records import append_record
from counterproof.store.reviews import read_reviews
from counterproof.store.study import OpenStudy
from counterproof.views.review import review_of
from counterproof.views.tables.review import agreement_table, labels_table

ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()


@pytest.fixture
def study(tmp_path):
    return OpenStudy(made_up_open_study(ITEMS).study, ITEMS, layout_of(tmp_path, out=tmp_path / "out"))


@pytest.fixture
def reading(study):
    return lambda reviewer="Ann", **more: review_of(
        study, CONSTRUCTIONS, TRIALS, reviewer=reviewer, **({"n": 12} | more)
    )


def say(view, trial, **said):
    """What the browser sends when a label changes."""
    view.form._handle_custom_msg({"trial": trial, "behaviour": "", "fault": "", "note": "", **said}, [])


def test_a_form_has_the_picked_trials_and_the_stepper_of_the_chosen_one(reading):
    view = reading()
    assert len(view.form.rows) == 12
    form, stepper = view.children
    assert form.chosen == form.rows[0]["digest"]
    assert stepper.data["item"]["id"] == form.rows[0]["item"]


def test_choosing_another_trial_shows_its_steps_beside_the_original(reading):
    view = reading()
    row = next(row for row in view.form.rows if row["variant"] == "flip")
    before = view.children[1]
    view.form.chosen = row["digest"]
    shown = view.children[1].data
    assert [column["variant"] for column in shown["columns"]] == ["original", "flip"]
    assert row["agent"] in shown["agent"]
    assert before.comm is None  # a page full of steppers that nobody sees would slow the browser


def test_a_label_is_on_the_disk_when_the_form_says_so(reading, study):
    view = reading()
    row = view.form.rows[3]
    say(view, row["digest"], behaviour="prior_shortcut", fault="grader", note="Recites.")
    (kept,) = read_reviews(study.layout)
    assert (kept.trial, kept.reviewer, kept.behaviour, kept.fault, kept.note) == (
        *(row["digest"], "Ann", "prior_shortcut", "grader", "Recites."),
    )
    assert (kept.item, kept.variant, kept.agent, kept.stratum) == tuple(
        row[name] for name in ("item", "variant", "agent", "stratum")
    )
    assert datetime.fromisoformat(kept.at).utcoffset().total_seconds() == 0
    assert view.form.labels[row["digest"]]["behaviour"] == "prior_shortcut"
    assert (view.form.failed, view.form.status[:5]) == (False, "saved")
    assert pd.read_parquet(study.layout.reviews_table)["note"].tolist() == ["Recites."]


def test_after_a_restart_the_labels_are_there_and_the_first_unread_trial_is_chosen(reading):
    view = reading()
    first = view.form.rows[0]["digest"]
    say(view, first, behaviour="sound", fault="none")
    again = reading()
    assert again.form.labels[first]["behaviour"] == "sound"
    assert [row["digest"] for row in again.form.rows] == [row["digest"] for row in view.form.rows]
    assert again.form.chosen == view.form.rows[1]["digest"]


def test_two_reviewers_read_the_same_trials_and_do_not_see_each_others_labels(reading, study):
    ann, bob = reading("Ann"), reading("Bob")
    assert ann.form.rows == bob.form.rows
    first = ann.form.rows[0]["digest"]
    say(ann, first, behaviour="sound")
    say(bob, first, behaviour="other")
    assert reading("Bob").form.labels[first]["behaviour"] == "other"
    assert len(read_reviews(study.layout)) == 2


@pytest.mark.parametrize("said", [{"behaviour": "lazy"}, {"note": "x" * 20_001}, {"trial": "unheard of"}])
def test_a_label_that_cannot_be_kept_is_told_and_nothing_changes(reading, study, said):
    view = reading()
    say(view, **({"trial": view.form.rows[0]["digest"]} | said))
    assert (view.form.failed, view.form.status[:9]) == (True, "NOT saved")
    assert (view.form.labels, read_reviews(study.layout)) == ({}, ())


def test_a_full_disk_is_told(reading, study):
    study.layout.reviews.parent.mkdir(parents=True, exist_ok=True)
    study.layout.reviews.write_text("in the way")
    view = reading()
    say(view, view.form.rows[0]["digest"], behaviour="sound")
    assert view.form.failed


def test_a_reviewer_has_a_name_and_there_is_something_to_read(study):
    with pytest.raises(ValueError, match="its reviewer's name"):
        review_of(study, CONSTRUCTIONS, TRIALS, reviewer=" ")
    assert review_of(study, CONSTRUCTIONS, (), reviewer="Ann").text.startswith("There is no trial to read")


def test_the_plain_twin_lists_trials_and_labels_and_lets_no_text_become_an_element(reading):
    view = reading()
    say(view, view.form.rows[0]["digest"], behaviour="prior_shortcut", note=HOSTILE)
    twin = view._repr_mimebundle_()["text/html"]
    assert "12 trials picked for reading; 1 labelled by Ann" in twin
    assert "prior or vocabulary shortcut" in twin
    assert not re.search(r"<(?:script|img|svg)", twin)
    assert "\x1b" not in twin


def test_labels_are_told_by_model_family_and_by_agent_and_agreement_by_reviewers(reading, study):
    for name in ("Ann", "Bob"):
        view = reading(name)
        for row in view.form.rows[:4]:
            say(view, row["digest"], behaviour="sound" if name == "Ann" else "other", fault="none")
    families = labels_table(study, TRIALS)
    assert families.caption == "Labels of behaviour, by Ann, Bob"
    assert [[cell.text for cell in row][:3] for row in families.rows] == [
        ["reference", "sound work", "4"],
        ["reference", "other (say so in the note)", "4"],
    ]
    assert {row[0].text for row in labels_table(study, TRIALS, by="agent").rows} <= {
        "analyst",
        "reciter",
        "fallback",
        "guesser",
    }
    measures = {(row[0].text, row[2].text): row[3].text for row in agreement_table(study).rows}
    assert measures["behaviour", "raw agreement"] == "0.000"
    assert measures["fault", "Cohen's kappa"] == "\N{EN DASH}"


def test_the_program_is_one_module_that_writes_text_only(reading):
    program = str(reading().form._esm)
    assert program.count("export default ") == 1
    harmful = r"\bimport[ ({*]|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\("
    assert not re.search(harmful, re.sub(r"//.*", "", program))


def test_what_judges_have_scored_decides_what_is_worth_reading_and_their_sub_scores_are_no_judges(study):
    judges = [JudgeSpec(name=name, model="m", base_url="http://127.0.0.1:9/v1") for name in ("one", "two")]
    judged = replace(study, study=study.study.model_copy(update={"evaluators": ("benchmark", *judges)}))
    requests = requests_of(judges[0], judged, TRIALS)
    apart = next(one.digest for one in requests if one.trial.key.variant == "flip")
    for judge in judges:
        for request in requests_of(judge, judged, TRIALS):
            # On one request the judges differ; the parts of every verdict do.
            overall = 9 if judge.name == "two" and request.digest == apart else 1
            scores = {"overall": overall, "data_used": 0, "answer_follows": 10, "limits_stated": 5}
            append_record(verdict_log(judged, judge), made_up_verdict(request, judge, scores))
    rows = review_of(judged, CONSTRUCTIONS, TRIALS, reviewer="Ann", n=40).form.rows
    disagreed = {row["digest"] for row in rows if row["stratum"] == "judges disagree"}
    assert disagreed
    assert disagreed <= {one.trial_digest for one in requests if one.digest == apart}


def made_up_verdict(request, judge, scores):
    return Verdict(
        request=request.digest,
        judge=judge.name,
        prompt=judge.prompt,
        trial=request.trial_digest,
        status="ok",
        scores=scores,
        reason=None,
        rationale="",
        flags=(),
        reply="",
        requests=1,
        input_tokens=None,
        output_tokens=None,
        seconds=0.0,
        at="now",
    )
