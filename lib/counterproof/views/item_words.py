"""What is to be known of one item before its tables: what its data decide, and how each agent came to its answer."""

import pandas as pd

from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.views.palette import ROUTES


def item_words(item: Item, construction: Construction) -> str:
    """Whether the original data decide the item and by how much, what the flip must support, and whether all files
    show what was registered.
    """
    registration = construction.registration
    first = next(iter(construction.screening.blocks), None)
    key, other = (_option(item, letter) for letter in (registration.key, registration.flip_to))
    if construction.excluded is not None:
        return f"Excluded: {construction.excluded}. {construction.detail}".strip()
    ahead = ""
    if first is not None and first.lead is not None and item.options:
        ahead = f", ahead of the others by {first.lead:.2f} where {registration.margin:g} is asked"
    shown = sum(check.passed for check in construction.verifications)
    files = f"{shown} of {len(construction.verifications)} written files show what was registered"
    return f"The data support {key}{ahead}. Reversed, they support {other}. {files}."


def route_words(routes: pd.DataFrame) -> str:
    """Which agents took which route to the key on the original, in the first replicate; "" where no agent did."""
    if routes.empty:
        return ""
    first = routes[routes["replicate"] == routes.groupby("agent")["replicate"].transform("min")]
    by_route: dict[str, list[str]] = {}
    for agent, route in first[["agent", "route"]].itertuples(index=False):
        by_route.setdefault(ROUTES[route].label if route else "wrong", []).append(str(agent))
    order = [*(route.label for route in ROUTES.values()), "wrong"]
    told = [f"{name}: {', '.join(by_route[name])}" for name in order if name in by_route]
    return f"How they came to their answers (replicate {first['replicate'].min()}): {'; '.join(told)}."


def _option(item: Item, letter: str) -> str:
    return f"{letter} ({item.options[letter]})" if letter in item.options else letter
