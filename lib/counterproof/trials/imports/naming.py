"""What a run's own names mean in a study: its item, its agent, its variant, its replicate."""

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple, NoReturn, get_args

from counterproof.domain.name import MOST_LETTERS
from counterproof.domain.variant import VariantName

REPLICATE = re.compile(r"(?:r|rep|replicate|trial|epoch)?[-_]?0*(\d{1,6})", re.IGNORECASE)


class Names(NamedTuple):
    """How a run is called where it ran; None where it is not told."""

    item: str | None = None
    agent: str | None = None
    variant: str | None = None
    replicate: str | None = None
    model: str | None = None
    harness: str | None = None


class Place(NamedTuple):
    """Where a run belongs in the study."""

    item: str
    agent: str
    variant: VariantName
    replicate: int


class Naming(NamedTuple):
    """The names of a study, and what other names mean: `items`, `agents` and `variants` map theirs to ours.

    `taken` are the agents that the study itself runs: an imported one must have a name of its own.
    """

    ids: Collection[str]
    taken: Collection[str]
    items: Mapping[str, str] = {}
    agents: Mapping[str, str] = {}
    variants: Mapping[str, str] = {}

    def place(self, names: Names) -> Place:
        """The place of a run.

        Raises
        ------
        ValueError
            If a name is missing, or means nothing in this study; the message says what to do.
        """
        return Place(self._item(names.item), self._agent(names), self._variant(names.variant), _replicate(names))

    def _item(self, name: str | None) -> str:
        if not name:
            _refuse("nothing tells which item it is on: say so with --map")
        name = self.items.get(name, name)
        if name in self.ids:
            return name
        alike = [known for known in self.ids if _plain(known) == _plain(name)]
        if len(alike) != 1:
            _refuse(f"the study has no item {name!r}: name one of its items for it under `items` of --map")
        return alike[0]

    def _agent(self, names: Names) -> str:
        told = names.agent or "-".join(filter(None, [names.harness, (names.model or "").rpartition("/")[2]]))
        name = slug(self.agents.get(told, told))
        if not name:
            _refuse("nothing tells which agent ran: say so with --map")
        if len(name) > MOST_LETTERS:
            _refuse(
                f"{name[:20]}... has more than {MOST_LETTERS} letters: give it a shorter name under `agents` of --map"
            )
        if name in self.taken:
            _refuse(f"the study runs an agent {name!r} itself: give this one another name under `agents` of --map")
        return name

    def _variant(self, name: str | None) -> VariantName:
        name = self.variants.get(name, name) if name else "original"
        found = next((known for known in get_args(VariantName) if known == name), None)
        if found is None:
            _refuse(f"{name!r} is no variant: name one of {', '.join(get_args(VariantName))} for it under `variants`")
        variant: VariantName = found
        return variant


def slug(name: str) -> str:
    """A name as agents have them: a-z, 0-9 and hyphens."""
    return re.sub(r"[^a-z0-9_]+", "-", name.lower()).strip("-_")


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def _replicate(names: Names) -> int:
    told = REPLICATE.fullmatch(names.replicate or "1")
    if told is None:
        _refuse(f"{names.replicate!r} is no replicate: it is a number, as in r2")
    return int(told[1])


def _refuse(reason: str) -> NoReturn:
    raise ValueError(reason)
