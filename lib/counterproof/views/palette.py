"""One meaning for one colour, in every chart, table and stepper.

Blue is the key, orange the answer that the flipped data support, pink a doubt (a flag, an abstention, the withdrawn
evidence), grey neither. The hues stay apart for all common kinds of colour blindness and on white and dark paper.
"""

from typing import NamedTuple

KEY = "#3b7dd8"
FLIP = "#d9730d"
DOUBT = "#c0569b"
NEITHER = "#8b949e"
NOTHING = "#b9c0c7"
BETWEEN = "#e9b04c"
INK = "#57606a"

VARIANT_LABELS = {
    "original": "original",
    "null": "null",
    "withdraw": "withdraw",
    "withdraw_shuffle": "withdraw (shuffled)",
    "flip": "flip",
    "no_data": "no data",
    "no_data_no_background": "no data or background",
}
VARIANT_COLOURS = {
    "original": KEY,
    "null": "#7fb0ea",
    "withdraw": DOUBT,
    "withdraw_shuffle": "#d99bc2",
    "flip": FLIP,
    "no_data": NEITHER,
    "no_data_no_background": NOTHING,
}
ROLE_COLOURS = {"key": KEY, "flip answer": FLIP, "other option": NEITHER}
ANSWER_COLOURS = {
    "key": KEY,
    "flip answer": FLIP,
    "other option": NEITHER,
    "abstained": DOUBT,
    "no answer": NOTHING,
}


class Route(NamedTuple):
    """How one route is called, coloured and explained."""

    label: str
    colour: str
    meaning: str


ROUTES = {
    "derived": Route("derived", FLIP, "responded to the withdrawal and followed the flip"),
    "elimination": Route("elimination", BETWEEN, "followed the flip, but did not respond to the withdrawal"),
    "recall": Route("recall", KEY, "did not respond to the withdrawal, and gave the key after the flip"),
    "flagged_kept": Route("flagged, kept", DOUBT, "responded to the withdrawal, but kept the key after the flip"),
    "other": Route("other", NEITHER, "right on the original, none of these patterns"),
}
