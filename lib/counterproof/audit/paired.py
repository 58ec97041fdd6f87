"""The trials of one agent on one item and replicate, laid beside each other by variant."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.variant import VARIANTS, VariantName
from counterproof.evaluators.scores import denies_support, gives, is_excluded

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

TUPLE = ["agent", "item", "replicate"]
NEEDED: tuple[VariantName, ...] = ("original", "withdraw", "flip")
CORE: tuple[VariantName, ...] = ("original", "null", "withdraw", "flip")


@dataclass(frozen=True)
class Paired:
    """One row for each agent, item and replicate: its trials on every variant.

    `index` has agent, item, replicate, family, ordinary_looking, eliminable, n_options, and why a row is not used:
    `excluded` where the machinery failed on one of the core variants, `incomplete` where a needed trial was not run.
    `place` is the row of the table that holds each trial, shape (n_rows, n_variants), -1 for none.
    """

    table: pd.DataFrame
    index: pd.DataFrame
    place: NDArray[np.intp]

    def complete(self) -> "Paired":
        """The rows that every score is computed from, so that scores can be compared and added."""
        return self.where(~(self.index["excluded"] | self.index["incomplete"]).to_numpy(dtype=bool))

    def where(self, rows: Bools | NDArray[np.intp]) -> "Paired":
        """Only some of the rows, by verdict or by number."""
        numbers = np.arange(len(self.index))[rows]
        return replace(self, index=self.index.iloc[numbers].reset_index(drop=True), place=self.place[numbers])

    def has(self, variant: VariantName) -> Bools:
        """Which rows have a trial on this variant that tells something about the agent."""
        usable = ~is_excluded(self.table).to_numpy(dtype=bool)
        return self.at(usable, variant) > 0

    def at(self, values: NDArray[np.generic], variant: VariantName, *, absent: float = 0) -> Floats:
        """A value of every trial, taken for each row's trial on one variant; `absent` where it has none."""
        place = self.place[:, VARIANTS.index(variant)]
        taken = np.full(place.size, float(absent))
        taken[place >= 0] = values[place[place >= 0]]
        return taken

    def true(self, values: Bools, variant: VariantName) -> Bools:
        """Like `at` for verdicts: false where a row has no trial on the variant."""
        return self.at(values, variant) > 0


def pair_variants(table: pd.DataFrame) -> Paired:
    """The trials of a trial table, paired by agent, item and replicate.

    Raises
    ------
    ValueError
        If the table mixes arms, or has two trials of one agent, item, variant and replicate.
    """
    arms = sorted(set(table["arm"]))
    if len(arms) > 1:
        msg = f"a score is of one arm, but the table has {', '.join(arms)}: choose one with table[table['arm'] == ...]"
        raise ValueError(msg)
    table = table.reset_index(drop=True)
    row = table.groupby(TUPLE, sort=True).ngroup().to_numpy()
    first = np.unique(row, return_index=True)[1]
    variant = pd.Categorical(table["variant"], categories=VARIANTS).codes
    place = np.full((first.size, len(VARIANTS)), -1, dtype=np.intp)
    place[row, variant] = np.arange(len(table))
    if (variant < 0).any() or (place >= 0).sum() < len(table):
        raise ValueError(_fault(table, variant < 0))
    facts = [*TUPLE, "family", "ordinary_looking", "eliminable", "n_options"]
    index = table.loc[first, facts].reset_index(drop=True)
    broken = np.append(is_excluded(table).to_numpy(dtype=bool), [False])[place]
    core, needed = ([VARIANTS.index(name) for name in names] for names in (CORE, NEEDED))
    excluded = np.logical_or.reduce(broken[:, core], axis=1)
    missing = np.logical_or.reduce(place[:, needed] < 0, axis=1)
    return Paired(table, index.assign(excluded=excluded, incomplete=missing & ~excluded), place)


def _fault(table: pd.DataFrame, unknown: Bools) -> str:
    if unknown.any():
        return f"unknown variant {table.loc[unknown, 'variant'].iloc[0]!r}: the variants are {', '.join(VARIANTS)}"
    twice = table[table.duplicated([*TUPLE, "variant"])].iloc[0]
    return (
        f"two trials of agent {twice['agent']!r} on item {twice['item']!r}, variant {twice['variant']!r}, replicate "
        f"{twice['replicate']}: read the trials of one configuration only"
    )


@dataclass(frozen=True)
class Responses:
    """What every trial of a table did, shape (n_trials,) each.

    `flagged` is support `none` or abstained; `flagged_wide` any stated support but `full`, or abstained. `answer`
    numbers the different answers, abstaining being one; -1 where the trial gave none.
    """

    correct: Bools
    flipped: Bools
    answered: Bools
    flagged: Bools
    flagged_wide: Bools
    noticed: Bools
    answer: NDArray[np.intp]


def responses(table: pd.DataFrame) -> Responses:
    """What every trial of the table did."""
    answered = (table["outcome"] == "answered").to_numpy(dtype=bool)
    abstained = (table["outcome"] == "abstained").to_numpy(dtype=bool)
    flagged = denies_support(table)
    partly = (table["data_support"] == "partial").to_numpy(dtype=bool)
    answer = pd.factorize(table["choice"].where(answered, "abstained"))[0].astype(np.intp)
    answer[~(answered | abstained)] = -1
    return Responses(
        correct=gives(table, "key"),
        flipped=gives(table, "flip_to"),
        answered=answered,
        flagged=flagged,
        flagged_wide=flagged | (answered & partly),
        noticed=table["noticed"].to_numpy(dtype=bool),
        answer=answer,
    )
