"""The one item that a reader looks at closely."""

from collections.abc import Sequence

from counterproof.domain.construction import Construction


def chosen(constructions: Sequence[Construction], item: str = "") -> Construction:
    """The construction of this item; of the first decidable one where none is named.

    Raises
    ------
    ValueError
        If the item was not constructed, or none is decidable; the message lists the items there are.
    """
    for made in constructions:
        if made.item == item or (not item and made.excluded is None):
            return made
    wanted = f"item {item!r} was not constructed" if item else "no item is decidable"
    msg = f"{wanted}: there are {', '.join(made.item for made in constructions) or 'none'}"
    raise ValueError(msg)
