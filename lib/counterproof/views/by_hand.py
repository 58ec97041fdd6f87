"""One item followed through construction, or a sentence where no item has come so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from counterproof.construct.choose import chosen
from counterproof.construct.prompts import prompt_for
from counterproof.domain.arm import Arm
from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.evaluators.own_grader import own_verdicts
from counterproof.store.study import OpenStudy
from counterproof.trials.read import read_trial
from counterproof.trials.stored import trials_of
from counterproof.trials.unregistered import read_unregistered
from counterproof.views.charts.measured import block_results
from counterproof.views.charts.statistic import statistic_chart
from counterproof.views.note import Note, Verbatim
from counterproof.views.stepper import Stepper, stepper_of
from counterproof.views.stepper_data import MOST_COLUMNS, stepper_data
from counterproof.views.tables.item import Card, blocks_table, edits_table, registration_table
from counterproof.views.tables.table import Table
from counterproof.views.tables.trials import steps_table

FORM = (
    "save a registration in the form of notebook 01, run that notebook again from its first cell, then this one. "
    "Without a registration, `counterproof run` asks agents with the data and without, and `counterproof score` has "
    "their accuracy."
)
SHOWN = 10
ABOVE = Note("Nothing to show: see the sentence above.")


@dataclass(frozen=True)
class ByHand:
    """What a notebook shows of one item; a sentence in the place of each part that is not there.

    `made` is null where nothing was constructed; `missing` then says why.
    """

    item: Item | None
    made: Construction | None
    missing: str = ""

    @property
    def card(self) -> Card | Note:
        """The item as its author wrote it."""
        return Card(self.item) if self.item and self.made else Note(self.missing)

    @property
    def registration(self) -> Table | Note:
        """What was fixed before any variant was made."""
        return registration_table(self.made) if self.made else ABOVE

    @property
    def edits(self) -> Table | Note:
        """What makes each variant."""
        return edits_table(self.made) if self.made else ABOVE

    @property
    def blocks(self) -> Table | Note:
        """The statistic of every option in every block of every file."""
        return blocks_table(self.made) if self.made else ABOVE

    @property
    def chart(self) -> Any:
        """The statistic on each variant, side by side."""
        if not self.item or not self.made:
            return ABOVE
        if not block_results(self.made):
            return Note(f"No file of {self.item.id} was measured: {self.made.detail or self.made.excluded}.")
        return statistic_chart(self.item, self.made)

    def prompt(self, variant: VariantName, *, arm: Arm = "standard") -> Verbatim | Note:
        """What an agent reads, word for word."""
        return Verbatim(prompt_for(self.item, variant, arm=arm)) if self.item and self.made else Note(self.missing)

    def steps(self, trials: Sequence[Trial], *, agent: str, variant: VariantName) -> Table | Note:
        """What an agent did on a variant in its first replicate."""
        if not self.item or not self.made:
            return ABOVE
        if not trials_of(trials, items=[self.item.id], agents=[agent], variants=[variant], replicate=1):
            return Note(f"No trial of {agent} on {self.item.id}, {variant}, yet: run the agents first (notebook 03).")
        return steps_table(read_trial(trials, item=self.item.id, agent=agent, variant=variant))

    def stepper(
        self,
        study: OpenStudy,
        constructions: Sequence[Construction],
        trials: Sequence[Trial],
        *,
        agent: str,
        replicate: int = 1,
    ) -> Stepper | Note:
        """A stepper over what an agent did on every variant; over its replicates where the item has no registration.

        Raises
        ------
        ValueError
            As of `stepper_of`, where the item has trials, but none of them.
        """
        if self.item and not self.made and (own := self._unregistered(study, agent=agent)):
            return Stepper(data=stepper_data(self.item, None, own, scores=own_verdicts(study, own)))
        if not self.item or not self.made:
            return Note(self.missing)
        if not trials_of(trials, items=[self.item.id]):
            return Note(f"No trial on {self.item.id} yet: run the agents first (notebook 03).")
        return stepper_of(study, constructions, trials, item=self.item.id, agent=agent, replicate=replicate)

    def _unregistered(self, study: OpenStudy, *, agent: str) -> list[Trial]:
        mine = [one for one in read_unregistered(study, every=True) if self.item and one.key.item == self.item.id]
        # An imported agent does not stand in the study: without a choice the first one is shown.
        agents = list(dict.fromkeys(one.key.agent for one in mine))
        chosen_agent = agent if agent in agents else next(iter(agents), None)
        return [one for one in mine if one.key.agent == chosen_agent][:MOST_COLUMNS]


def by_hand(items: Sequence[Item], constructions: Sequence[Construction], item: str = "") -> ByHand:
    """One item and all that construction made of it: the one that is named, else the first decidable one.

    Parameters
    ----------
    items
        The study's items.
    constructions
        Those of its items that have a registration.
    item
        Its id; empty for the first decidable one.
    """
    ids = [made.item for made in constructions]
    known = next((each for each in items if each.id == item), None)
    if not ids:
        return ByHand(known, None, f"No item of this study has a registration yet ({_named(items)}): {FORM}")
    if item and item not in ids:
        return ByHand(known, None, f"The item {item} has no registration yet: {FORM}")
    if not item and all(made.excluded is not None for made in constructions):
        return ByHand(None, None, f"No item is decidable. See why with the parameter `item`: {', '.join(ids)}.")
    made = chosen(constructions, item)
    return ByHand(next(each for each in items if each.id == made.item), made)


def _named(items: Sequence[Item]) -> str:
    ids = [item.id for item in items]
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return f"{len(ids)} items: {', '.join(ids[:SHOWN])}{more}"
