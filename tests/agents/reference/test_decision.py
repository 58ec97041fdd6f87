import pytest

from counterproof.agents.reference.decision import decide
from counterproof.agents.reference.option_value import Found, OptionValue


def rows(*values):
    return [
        OptionValue(letter, f"g{letter}", Found(value, {}), missing=False)
        for letter, value in zip("ABCD", values, strict=False)
    ]


@pytest.mark.parametrize(
    ("values", "letter"),
    [
        ((1.0, 0.5, 0.2), "A"),
        ((0.2, 0.9, 0.5), None),
        ((0.4, -3.0, None), None),
        ((None, 0.5, None), "B"),
        ((None, 0.49, None), None),
        ((None, None), None),
        ((0.7, 0.7), None),
        ((0.5, 0.0), "A"),
    ],
)
def test_a_difference_decides_when_it_and_its_lead_reach_the_margin(values, letter):
    assert decide(rows(*values), family="marker", margin=0.5).letter == letter


@pytest.mark.parametrize(
    ("values", "letter"),
    [((0.3, 0.0), "A"), ((-1.0, -0.5), "B"), ((5.0, None), None), ((5.0, 4.8), None), ((None, None), None)],
)
def test_a_level_decides_by_its_lead_alone_and_never_by_itself(values, letter):
    assert decide(rows(*values), family="specificity", margin=0.3).letter == letter


def test_the_reason_names_both_options_and_their_numbers():
    reason = decide(rows(1.25, 0.5), family="marker", margin=0.5).reason
    assert reason == "gA (A) has 1.250, next comes gB (B) with 0.500: a lead of 0.750, at least 0.5."
