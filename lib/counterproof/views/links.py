"""Where a report shows an item and an agent's trials on it: addresses from the report's own folder."""

import re

FOLDER = "items"
"""The folder of the items' pages in a report."""


def slug(name: str) -> str:
    """A name as part of a file name or an anchor."""
    return re.sub(r"[^\w.-]+", "_", name)


def item_page(item: str) -> str:
    """The address of an item's page."""
    return f"{FOLDER}/{slug(item)}.html"


def agent_anchor(agent: str) -> str:
    """The anchor of an agent's stepper on an item's page."""
    return f"agent-{slug(agent)}"


def trial_place(item: str, agent: str) -> str:
    """The address of the stepper over an agent's trials on an item (its first replicate)."""
    return f"{item_page(item)}#{agent_anchor(agent)}"
