import pandas as pd
import pytest

from counterproof.audit.review import (
    STRATA,
    label_counts,
    model_family,
    models_of,
    pick_trials,
    reviewer_agreement,
    strata,
)
from counterproof.domain.review import Review
from counterproof.domain.study import Study
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Imported, Trial, TrialKey


def review(trial, reviewer, behaviour=None, fault=None, *, agent="a"):
    return Review(
        trial=trial,
        item="i",
        variant="flip",
        agent=agent,
        replicate=1,
        reviewer=reviewer,
        behaviour=behaviour,
        fault=fault,
        at="now",
    )


def test_each_trial_has_the_first_stratum_that_holds(make_trial, make_frame):
    table = make_frame(
        [
            make_trial("original", "C", item="i0"),
            make_trial("original", "A", item="i1"),
            make_trial("withdraw", "C", item="i0"),
            make_trial("withdraw", "", item="i1"),
            make_trial("flip", "D", item="i2", replicate=0),
            make_trial("flip", "C", item="i2", replicate=1),
            make_trial("null", "", item="i3", outcome="infra_error"),
            make_trial("null", "", item="i3", outcome="timeout", agent="b"),
            make_trial("no_data", "C", item="i3"),
        ]
    )
    first = ["passed", "failed", "credited without evidence", "passed", "replicates differ", "replicates differ"]
    assert strata(table).tolist() == [*first, "", "failed", ""]


def test_judges_open_three_more_strata(make_trial, make_frame):
    table = make_frame([make_trial("original", letter, item=f"i{n}") for n, letter in enumerate("CCCCAAAA")])
    judged = [(0.9, 0.9), (0.8, 0.8), (0.8, 0.8), (0.1, 0.1), (0.1, 0.1), (0.2, 0.2), (0.95, 0.95), (0.0, 1.0)]
    rows = [
        (digest, judge, score)
        for digest, both in zip(table["digest"], judged, strict=True)
        for judge, score in zip("ab", both, strict=True)
    ]
    found = strata(table, scores=pd.DataFrame(rows, columns=["digest", "evaluator", "score"]))
    assert found.tolist()[3] == "low score, passed"
    assert found.tolist()[6:] == ["high score, failed", "judges disagree"]


@pytest.fixture
def many(make_trial, make_frame):
    rows = [
        make_trial(variant, letter, item=f"i{n}", agent=agent)
        for n in range(30)
        for agent in ("a", "b")
        for variant, letter in (("original", "C"), ("flip", "A"), ("withdraw", "C" if n < 2 else ""))
    ]
    return make_frame(rows)


def test_strata_get_equal_shares_and_a_small_one_gives_its_place_to_the_others(many):
    picked = pick_trials(many, n=40, seed=1)
    assert len(picked) == 40
    assert picked["stratum"].value_counts().to_dict() == {"passed": 18, "failed": 18, "credited without evidence": 4}
    assert list(dict.fromkeys(picked["stratum"])) == [name for name in STRATA if name in set(picked["stratum"])]
    assert not picked["digest"].duplicated().any()


def test_agents_and_items_take_turns(many):
    picked = pick_trials(many, n=20, seed=1)
    failed = picked[picked["stratum"] == "failed"]
    assert abs(failed["agent"].value_counts().diff().iloc[-1]) <= 1
    assert failed.groupby("agent")["item"].nunique().tolist() == failed["agent"].value_counts().sort_index().tolist()


def test_the_same_seed_picks_the_same_trials_in_any_order_of_the_table(many):
    first = pick_trials(many, n=20, seed=1)
    again = pick_trials(many.sample(frac=1, random_state=3), n=20, seed=1)
    pd.testing.assert_frame_equal(first, again)
    assert set(pick_trials(many, n=20, seed=2)["digest"]) != set(first["digest"])


def test_fewer_trials_than_asked_for_are_all_picked(many):
    assert len(pick_trials(many.head(5), n=75, seed=1)) == 5
    assert len(pick_trials(many.head(0), n=75, seed=1)) == 0


def test_labels_are_counted_by_group():
    said = [review("1", "Ann", "sound"), review("2", "Ann", "prior_shortcut"), review("2", "Bob", "prior_shortcut")]
    said += [review("3", "Ann", None, "grader", agent="b")]
    counts = label_counts(said, of="behaviour", by=lambda each: each.agent)
    assert counts.to_numpy().tolist() == [
        ["a", "sound work", 1, 1 / 3],
        ["a", "prior or vocabulary shortcut", 2, 2 / 3],
    ]
    assert label_counts(said, of="fault", by=lambda each: each.agent)["label"].tolist() == ["the grader"]
    assert label_counts([], of="fault", by=lambda each: each.agent).empty


def test_agreement_is_told_for_each_two_reviewers_and_for_all():
    said = [review("1", "Ann", "sound"), review("1", "Bob", "sound"), review("2", "Ann", "other")]
    said += [review("2", "Bob", "sound"), review("3", "Ann", "sound")]
    found = reviewer_agreement(said)
    behaviour = found[found["of"] == "behaviour"].set_index("measure")
    assert behaviour.loc["raw agreement", ["reviewers", "value", "n"]].tolist() == ["Ann, Bob", 0.5, 2]
    assert behaviour.loc["Cohen's kappa", "value"] == 0
    assert behaviour.loc["Krippendorff's alpha", "n"] == 2
    fault = found[found["of"] == "fault"]
    assert fault["value"].isna().all()
    assert set(fault["reason"]) == {"no unit has two labels"}


@pytest.mark.parametrize(
    ("model", "family"),
    [("anthropic/claude-opus-4-7", "claude"), ("gpt-5.5", "gpt"), ("x/new-1", "new-1"), (None, "their"), ("", "their")],
)
def test_the_family_of_an_imported_agent_is_that_of_its_model(model, family):
    digests = dict.fromkeys(("item_sha256", "data_sha256", "prompt_sha256", "agent_sha256"), "0")
    key = TrialKey(item="nk", variant="flip", agent="their", replicate=1, seed=1, **digests)
    trial = Trial(key=key, outcome="no_answer", trajectory=Trajectory(format="own"), seconds=1, started="now")
    assert model_family(trial, {}) == "reference"
    assert model_family(trial, {"their": "openai/gpt-5.5"}) == "gpt"
    imported = Imported(source="x", layout="mapped", model=model)
    assert model_family(trial.model_copy(update={"imported": imported}), {}) == family


def test_a_program_has_the_model_that_its_study_names_and_its_own_name_where_none_is_named():
    agents = [
        {"name": "analyst", "route": "analyst"},
        {"name": "loop", "kind": "model", "model": "claude-opus-4-5", "endpoint": "one"},
        {"name": "my-gpt", "kind": "command", "argv": ["true"]},
    ]
    endpoint = {"dialect": "anthropic", "base_url": "http://127.0.0.1:9", "key_env": "K"}
    study = Study.model_validate({"study": "s", "seed": 1, "agents": agents, "endpoints": {"one": endpoint}})
    assert models_of(study) == {"loop": "claude-opus-4-5", "my-gpt": "my-gpt"}
