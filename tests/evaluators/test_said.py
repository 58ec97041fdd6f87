import pytest

from counterproof.domain.answer import Answer
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Group, Marker
from counterproof.domain.table import TableSource
from counterproof.domain.table_registration import ReferenceAnalysis, TableRegistration
from counterproof.evaluators.said import said

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
    assert said(Answer(fields={"n": value}), registered(n=0.3)) == (text,)


def test_all_numbers_of_an_answer_must_lie_within_their_tolerance():
    both = registered(a=0.3, b=2)
    assert said(Answer(fields={"a": 0.3, "b": 2.05}), both) == ("the key",)
    assert said(Answer(fields={"a": 0.3, "b": -2}), both) == ("a 0.3; b -2",)


def test_an_abstention_and_a_missing_answer_say_nothing():
    assert said(Answer(data_support="none"), registered(n=0.3)) == ()
    assert said(None, registered(n=0.3)) == ()


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
    assert said(Answer(choice=("B", "A")), choice) == ("A", "B")
    assert said(None, choice) == ()
