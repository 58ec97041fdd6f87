"""One agent's trials on one item in one replicate, taken together."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from counterproof.audit.overruled import names_flip, seen_ahead
from counterproof.domain.construction import Construction
from counterproof.domain.registration import Registration
from counterproof.domain.trial import Trial
from counterproof.trials.stored import by_digest


@dataclass(frozen=True)
class Replicate:
    """One agent's trials on one item in one replicate: rows of a trial table, and the records, by variant."""

    agent: str
    item: str
    replicate: int
    route: str
    rows: dict[str, dict[Any, Any]]
    registration: Registration | None = None
    records: Mapping[str, Trial] = field(default_factory=dict)

    def gave(self, variant: str, column: str) -> bool:
        """Whether the trial on a variant answered the letters of a column (`key`, `flip_to`)."""
        row = self.rows.get(variant, {})
        return row.get("outcome") == "answered" and row["choice"] == row[column]

    @property
    def overruled(self) -> bool:
        """Whether the key was given on the flip in spite of what the agent saw, or says it saw, in the data."""
        return self.gave("flip", "key") and (self.saw_the_flip or self.claims_support)

    @property
    def saw_the_flip(self) -> bool:
        """Whether the agent's own tool put the flip answer ahead of the key."""
        record = self.records.get("flip")
        return bool(record and self.registration and seen_ahead(record, self.registration))

    @property
    def claims_support(self) -> bool:
        """Whether the agent's tools show the flip answer, and it says that the data support its own in full."""
        record = self.records.get("flip")
        looked = bool(record and self.registration and names_flip(record, self.registration))
        return looked and self.rows["flip"]["data_support"] == "full"


def replicates_of(
    trials: pd.DataFrame, routes: pd.DataFrame, *, records: Iterable[Trial], constructions: Iterable[Construction]
) -> list[Replicate]:
    """The replicates of a route table, by agent, item and number, with rows of the trial table and records."""
    there = by_digest(records)
    registrations = {made.item: made.registration for made in constructions}
    rows: dict[tuple[str, str, int], dict[str, dict[Any, Any]]] = {}
    for row in trials.to_dict("records"):
        rows.setdefault((row["agent"], row["item"], row["replicate"]), {})[row["variant"]] = row
    taken = routes.sort_values(["agent", "item", "replicate"])[["agent", "item", "replicate", "route"]]
    return [
        Replicate(
            agent=agent,
            item=item,
            replicate=int(replicate),
            route=route,
            rows=(own := rows[agent, item, replicate]),
            registration=registrations.get(item),
            records=_Records({name: row["digest"] for name, row in own.items() if row["digest"] in there}, there),
        )
        for agent, item, replicate, route in taken.itertuples(index=False)
    ]


class _Records(Mapping[str, Trial]):
    """The records of one replicate by variant, read when they are asked for: few of many are looked into."""

    def __init__(self, digests: Mapping[str, str], there: Mapping[str, Trial]) -> None:
        self._digests, self._there = digests, there

    def __getitem__(self, variant: str) -> Trial:
        return self._there[self._digests[variant]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._digests)

    def __len__(self) -> int:
        return len(self._digests)
