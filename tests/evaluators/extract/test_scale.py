import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.evaluators.extract.found import Evidence
from counterproof.evaluators.extract.scale import scaled

EVIDENCE = Evidence(source="final_text", step=0, start=0, end=1, text="x")


@given(st.floats(-1e6, 1e6), st.booleans(), st.sampled_from([None, "percent", "fraction", "cells"]))
def test_a_value_is_kept_as_written_or_not_given_at_all(value, percent, unit):
    found = scaled(value, percent=percent, unit=unit, evidence=EVIDENCE, flags=())
    assert (found.status, found.value) in {("answered", value), ("ambiguous_scale", None)}
    assert found.value is not None or value in found.readings


@pytest.mark.parametrize(
    ("value", "status"), [(0, "answered"), (0.01, "ambiguous_scale"), (1, "ambiguous_scale"), (1.01, "answered")]
)
def test_up_to_1_percent_may_be_a_fraction(value, status):
    assert scaled(value, percent=False, unit="percent", evidence=EVIDENCE, flags=()).status == status
