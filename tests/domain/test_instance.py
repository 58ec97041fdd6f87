import pytest
from pydantic import ValidationError

from counterproof.domain.instance import Instance

PLAIN = {
    "id": "x",
    "question": "Which gene?",
    "evidence": "TP53 was high.",
    "options": {"B": "TP53", "A": "EGFR"},
    "key": "B",
    "entities": [{"name": "TP53"}],
    "mentions": [{"part": "evidence", "start": 0, "end": 4, "entity": 0}],
}


def test_options_stand_in_the_order_of_their_letters():
    assert list(Instance.model_validate(PLAIN).parts) == ["evidence", "question", "option A", "option B"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"key": "C"}, "none of the options A, B"),
        ({"key": None}, "has a key"),
        ({"options": {"A": "x"}}, "two options or more"),
        ({"options": {"a": "x", "b": "y"}}, "one capital letter"),
        ({"mentions": [{"part": "evidence", "start": 0, "end": 99, "entity": 0}]}, "lies outside 'evidence'"),
        ({"mentions": [{"part": "notes", "start": 0, "end": 1, "entity": 0}]}, "lies outside 'notes'"),
        ({"mentions": [{"part": "evidence", "start": 0, "end": 4, "entity": 1}]}, "of which there are 1"),
        ({"mentions": [{"part": "evidence", "start": s, "end": 4, "entity": 0} for s in (0, 2)]}, "overlap"),
    ],
)
def test_what_does_not_fit_is_refused(change, message):
    with pytest.raises(ValidationError, match=message):
        Instance.model_validate(PLAIN | change)


def test_a_pair_outside_the_benchmark_needs_no_key():
    assert Instance.model_validate(PLAIN | {"stratum": "outside", "key": None}).key is None
