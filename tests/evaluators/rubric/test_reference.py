import numpy as np
import pytest

from counterproof.domain.trajectory import Step
from counterproof.evaluators.rubric.points import rubric_scores
from counterproof.evaluators.rubric.reference import REFERENCE_JUDGES, reference_points
from counterproof.evaluators.rubric.rules import RULES


def told(trial, *steps, evidence="CD79A has 3.04"):
    answer = trial.answer.model_copy(update={"evidence": evidence})
    return trial.model_copy(
        update={"answer": answer, "trajectory": trial.trajectory.model_copy(update={"steps": steps})}
    )


def call(text, output):
    return Step(kind="tool_call", tool="python", input=text, output=output)


@pytest.mark.parametrize(
    ("rule", "steps", "met"),
    [
        ("opens_data", [call('h5py.File("data.h5ad")', "X: 700 cells")], True),
        ("opens_data", [call('h5py.File("data.h5ad")', None)], False),
        ("opens_data", [call("print(1)", "1")], False),
        ("computes", [call("table()", "NKG7  2.81")], True),
        ("computes", [call("table()", "NKG71  2.81")], False),
        ("computes", [call("table()", "NKG7 is there")], False),
        ("computes", [Step(kind="message", text="NKG7 2.81")], False),
        ("names_every_option", [call("a", "CD79A NKG7"), call("b", "FCER1A, CD3D")], True),
        ("names_every_option", [call("a", "CD79A NKG7 FCER1A")], False),
        ("no_prior", [Step(kind="message", text="I compare all genes.")], True),
        ("no_prior", [Step(kind="message", text="This is well known.")], False),
        ("states_evidence", [], True),
    ],
)
def test_a_rule_decides_by_what_stands_in_the_trajectory(trials, item, rule, steps, met):
    assert RULES[rule](told(trials[0], *steps), item) is met


def test_evidence_without_a_number_is_not_stated(trials, item):
    assert not RULES["states_evidence"](told(trials[0], evidence="It is a B cell marker."), item)
    assert not RULES["no_prior"](told(trials[0], evidence="as the literature says"), item)


def test_what_a_judge_gives_depends_on_the_trial_alone(trials, item, rubric):
    all_of_them = reference_points(trials, [item], [rubric], seed=1)
    one = reference_points(trials[3:4], [item], [rubric], seed=1)
    same = all_of_them[all_of_them["trial"] == one["trial"][0]].reset_index(drop=True)
    assert same.equals(one)
    assert not reference_points(trials, [item], [rubric], seed=2)["points"].equals(all_of_them["points"])


def test_the_judges_have_what_was_planted(trials, item, rubric):
    met = [
        told(trials[0], call("x", "CD79A 3.0 NKG7 FCER1A CD3D")).model_copy(
            update={"key": trials[0].key.model_copy(update={"replicate": n})}
        )
        for n in range(2, 402)
    ]
    scores = rubric_scores(reference_points(met, [item], [rubric], seed=1))
    by_judge = scores.groupby("judge", sort=False)["score"]
    exact, strict, lenient = REFERENCE_JUDGES
    assert by_judge.mean()[exact.name] == 1
    assert by_judge.mean()[strict.name] == pytest.approx(strict.met, abs=0.02)
    assert by_judge.std()[strict.name] == pytest.approx(strict.error * np.sqrt(9 + 4 + 1) / 6, rel=0.25)
    failed = (scores["status"] == "invalid").groupby(scores["judge"]).mean()
    assert failed[exact.name] == failed[strict.name] == 0
    assert failed[lenient.name] == pytest.approx(lenient.fails, abs=0.025)


def test_every_score_of_a_reference_judge_is_on_the_scale(trials, item, rubric):
    assert rubric_scores(reference_points(trials, [item], [rubric], seed=1))["status"].isin(["scored", "invalid"]).all()


def test_a_criterion_without_a_rule_can_not_be_decided(trials, item, rubric):
    bare = rubric.model_copy(update={"criteria": (rubric.criteria[0].model_copy(update={"rule": None}),)})
    with pytest.raises(ValueError, match="criterion 'computes' of rubric 'r' has no rule"):
        reference_points(trials, [item], [bare], seed=1)


def test_an_item_without_a_rubric_is_left_out(trials, item, rubric):
    assert reference_points(trials, [item], [rubric.model_copy(update={"families": ("abundance",)})], seed=1).empty
