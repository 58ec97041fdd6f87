import pytest

from counterproof.edits.spans import Span, replaced


def test_what_lies_outside_the_spans_stays():
    assert replaced("a b c", [Span(4, 5, "z"), Span(0, 1, "xy")]) == "xy b z"


@pytest.mark.parametrize("spans", [[Span(0, 2, ""), Span(1, 3, "")], [Span(3, 9, "")], [Span(2, 1, "")]])
def test_overlaps_and_places_outside_are_refused(spans):
    with pytest.raises(ValueError, match="overlaps another one or ends outside"):
        replaced("abcd", spans)
