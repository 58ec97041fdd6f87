import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.evaluators.graders.labels import LabelGrader, grade_labels

GRADER = LabelGrader(labels=["T cell", "B cell", "NK cell"], threshold=0.6)
names = st.lists(st.sampled_from(["T cell", "B cell", "NK cell", "Mast", "DC"]), max_size=6)


def test_the_right_labels_pass_in_any_order_and_number():
    verdict = grade_labels({"types": ["NK cell ", "B cell", "T cell", "B cell"]}, grader=GRADER)
    assert (verdict.passed, verdict.score) == (True, 1.0)


def test_a_threshold_is_reached_at_the_threshold():
    grader = GRADER.model_copy(update={"threshold": 2 / 3})
    assert grade_labels(["T cell", "B cell"], grader=grader).passed
    assert not grade_labels(["T cell", "B cell"], grader=GRADER.model_copy(update={"threshold": 0.667})).passed


@pytest.mark.parametrize(
    "answer", [None, "T cell", {}, {"a": 1}, {"a": [], "b": []}, [1, 2], ["Mast"], [], {"a": {"b": []}}]
)
def test_nonsense_fails_with_a_reason(answer):
    verdict = grade_labels(answer, grader=GRADER)
    assert (verdict.passed, verdict.score) == (False, 0.0)
    assert verdict.reason


def test_the_vocabulary_is_taken_at_its_word():
    assert not grade_labels(["t cell", "b cell", "nk cell"], grader=GRADER).passed
    assert grade_labels(["t cell", "b cell", "nk cell"], grader=GRADER.model_copy(update={"any_case": True})).passed


def test_the_reason_names_what_is_missing_and_extra():
    assert "missing ['NK cell'], extra ['Mast']" in grade_labels(["T cell", "B cell", "Mast"], grader=GRADER).reason


def test_a_named_field_is_the_only_one_looked_at():
    grader = GRADER.model_copy(update={"field": "types"})
    assert grade_labels({"other": ["Mast"], "types": list(GRADER.labels)}, grader=grader).passed
    assert grade_labels({"other": list(GRADER.labels)}, grader=grader).reason == "no field 'types'"


@given(names, st.floats(0.01, 1), st.floats(0.01, 1))
def test_a_lower_threshold_never_turns_a_pass_into_a_failure(said, one, other):
    strict, mild = (GRADER.model_copy(update={"threshold": value}) for value in sorted((one, other), reverse=True))
    assert not grade_labels(said, grader=strict).passed or grade_labels(said, grader=mild).passed


@given(names)
def test_the_score_is_jaccards_index(said):
    true = set(GRADER.labels)
    assert grade_labels(said, grader=GRADER).score == pytest.approx(len(true & set(said)) / len(true | set(said)))


@pytest.mark.parametrize("fault", [{"labels": []}, {"labels": [" "]}, {"labels": ["a"], "threshold": 0}])
def test_a_grader_that_nothing_or_anything_passes_is_refused(fault):
    with pytest.raises(ValidationError, match=r"labels|threshold"):
        LabelGrader(**fault)
