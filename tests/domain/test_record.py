import pytest
from pydantic import ValidationError

from counterproof.domain.finding import Estimate
from counterproof.domain.record import Record


def test_a_record_does_not_change():
    estimate = Estimate(value=0.5, n_items=10, n_trials=30)
    with pytest.raises(ValidationError, match="frozen"):
        estimate.value = 1.0


def test_a_record_refuses_a_field_that_it_does_not_know():
    with pytest.raises(ValidationError, match=r"nitems\n  Extra inputs are not permitted"):
        Estimate(value=0.5, n_items=10, n_trials=30, nitems=10)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_that_is_none_is_refused(value):
    with pytest.raises(ValidationError, match="finite number"):
        Estimate(value=value, n_items=10, n_trials=30)


def every_kind(kind: type[Record]) -> set[type[Record]]:
    return {kind}.union(*(every_kind(below) for below in kind.__subclasses__()))


def test_every_record_says_what_it_is():
    assert not [kind.__name__ for kind in every_kind(Record) if not kind.__doc__]
