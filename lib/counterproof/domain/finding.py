"""What an audit finds: numbers with their interval, or null with the reason."""

from typing import Literal

from counterproof.domain.record import Record

Decision = Literal["decidable", "excluded"]
IntervalMethod = Literal["item bootstrap", "Wilson over items"]


class Estimate(Record):
    """A number with its 95% interval over items.

    `value`, `low` and `high` are null where the quantity does not exist, and `reason` then says why. `unreliable` marks
    an interval over fewer than 10 items. `n_trials` counts what the value was computed from. `interval` names the
    method: a bootstrap of constant data would have no width, so that a proportion then has its Wilson interval.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n_items: int
    n_trials: int
    reason: str | None = None
    unreliable: bool = False
    interval: IntervalMethod | None = None


class BlockResult(Record):
    """The statistic in one block of one file: a value per option (null where undefined) and the option it supports.

    `lead` is the largest value minus the second largest, null where fewer than two are defined. `block_class` is
    `unknown` for a block that was not measured, since its values are of no known class; `reason` says why.
    """

    block: str
    block_class: str
    values: dict[str, float | None]
    supported: str | None
    lead: float | None
    reason: str | None = None


class Screening(Record):
    """Whether the original data decide an item for its key, and if not, why."""

    item: str
    decision: Decision
    reason: str | None = None
    detail: str = ""
    stability: float | None = None
    blocks: tuple[BlockResult, ...] = ()


class Verification(Record):
    """One variant's re-opened file against its registration."""

    item: str
    variant: str
    expected: str | None
    passed: bool
    reason: str | None = None
    blocks: tuple[BlockResult, ...] = ()


class LeakCheck(Record):
    """One leak check of one item's variants, with what was looked at.

    `declared` marks a leak that was found and that the item's author registered beforehand: it excludes nothing, and
    every table shows it.
    """

    item: str
    check: str
    passed: bool
    evidence: str
    declared: bool = False


class Predictability(Record):
    """How well a held-out classifier still tells the old labels of an edited file from the rest of its profiles.

    `accuracy` is balanced over the two labels: 0.5 is chance, 1 means that the true labels show through everywhere. It
    is null with a `reason` where it could not be measured. `held_out` names the column whose values were held out
    whole (donor, sample), null where cells were.
    """

    item: str
    variant: str
    column: str
    labels: tuple[str, ...]
    block: str
    accuracy: float | None
    n_cells: int
    n_folds: int
    held_out: str | None = None
    reason: str | None = None
