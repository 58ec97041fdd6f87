import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.answer import Answer
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Group, Marker
from counterproof.domain.table import TableSource
from counterproof.domain.table_registration import ReferenceAnalysis, TableRegistration
from counterproof.evaluators.graders.number import NumberGrader, grade_numbers

SOURCE = TableSource.model_validate({"source": "it", "format": "csv", "columns": [{"name": "x", "kind": "number"}]})
FIXED = {
    "item": "one",
    "data_sha256": "0" * 64,
    "margin": 0.5,
    "edits": {},
    "supported": {},
    "contrasts": (),
    "seed": 1,
}


def registered(**asked):
    fields = {
        name: {"unit": "it", "key": key, "tolerance": {"type": "absolute", "value": 0.1}} for name, key in asked.items()
    }
    return TableRegistration.model_validate(
        {
            **FIXED,
            "statistic": ReferenceAnalysis(reference="a.py:f", sha256="0", seconds=1),
            "targets": dict.fromkeys(asked, "it"),
            "key": "the key",
            "flip_to": "the flip",
            "asked": fields,
            "truth": {name: {"by": {"kind": "negate"}} for name in asked},
            "source": SOURCE,
        }
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.3, "the key"), (0.4, "the key"), (0.2, "the key"), (-0.21, "the flip"), (0.41, "0.41"), (0, "0")],
)
def test_a_number_within_the_tolerance_of_a_truth_is_that_answer_and_another_is_itself(value, text):
    assert registered(n=0.3).said(Answer(fields={"n": value})) == (text,)


def test_all_numbers_of_an_answer_must_lie_within_their_tolerance():
    both = registered(a=0.3, b=2)
    assert both.said(Answer(fields={"a": 0.3, "b": 2.05})) == ("the key",)
    assert both.said(Answer(fields={"a": 0.3, "b": -2})) == ("a 0.3; b -2",)


def test_an_abstention_and_a_missing_answer_say_nothing():
    assert registered(n=0.3).said(Answer(data_support="none")) == ()
    assert registered(n=0.3).said(None) == ()


def test_letters_are_said_as_they_are():
    choice = Registration.model_validate(
        {
            **FIXED,
            "statistic": Marker(group=Group(column="kind", value="B")),
            "targets": {"A": "CD79A", "B": "NKG7"},
            "block": "X",
            "block_class": "log",
            "stability": 0.9,
            "bootstraps": 1,
            "key": "A",
            "flip_to": "B",
            "keep_obs": (),
        }
    )
    assert choice.said(Answer(choice=("B", "A"))) == ("A", "B")
    assert choice.said(None) == ()


@given(st.floats(-1, 1))
def test_the_benchmark_s_tolerance_grader_says_the_same(value):
    one = registered(n=0.3)
    target = {"truth": 0.3, "tolerance": {"type": "absolute", "value": 0.1}}
    verdict = grade_numbers({"n": value}, grader=NumberGrader(targets={"n": target}))
    assert (one.said(Answer(fields={"n": value})) == ("the key",)) is verdict.passed
