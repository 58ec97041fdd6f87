"""A study that was read and checked, together with its folders."""

from dataclasses import dataclass

from counterproof.domain.item import Item
from counterproof.domain.study import Study
from counterproof.store.layout import Layout


@dataclass(frozen=True)
class OpenStudy:
    """What every later step starts from. Items are in the order of their ids."""

    study: Study
    items: tuple[Item, ...]
    layout: Layout

    def item(self, item_id: str) -> Item:
        """The item of this id.

        Raises
        ------
        KeyError
            If the study has no such item; the message lists those it has.
        """
        for item in self.items:
            if item.id == item_id:
                return item
        msg = f"study {self.study.study!r} has no item {item_id!r}: it has {', '.join(item.id for item in self.items)}"
        raise KeyError(msg)
