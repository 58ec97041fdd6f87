import pytest

from counterproof.audit import routes
from counterproof.domain.variant import VARIANTS
from counterproof.views import palette
from counterproof.views.stepper import style


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", [palette.KEY, palette.FLIP, palette.DOUBT, palette.NEITHER])
@pytest.mark.parametrize("paper", ["#ffffff", "#181d24"])
def test_colours_with_a_meaning_stand_out_on_white_and_dark_paper(colour, paper):
    assert contrast(colour, paper) >= 3


def test_the_stepper_means_the_same_by_a_colour_as_the_charts():
    assert f"--key:{palette.KEY};--flip:{palette.FLIP};--doubt:{palette.DOUBT};--neither:{palette.NEITHER}" in style()


def test_every_variant_and_route_has_a_word_and_a_colour():
    assert tuple(palette.VARIANT_LABELS) == tuple(palette.VARIANT_COLOURS) == VARIANTS
    assert tuple(palette.ROUTES) == routes.ROUTES
