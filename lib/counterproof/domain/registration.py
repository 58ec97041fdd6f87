"""What is fixed about an item before any of its variants is made."""

from pydantic import Field

from counterproof.domain.answer import Answer
from counterproof.domain.item import AfterDeletion, ColumnDecision
from counterproof.domain.record import Record
from counterproof.domain.statistic import BlockClass, Statistic
from counterproof.domain.variant import CellNames, DataVariantName, Edit, LabelOrder


class Normalisation(Record):
    """How a block was made from counts: log1p of each cell's counts, scaled so that they add up to `target_sum`.

    `counts` is the name of their block.
    """

    counts: str
    target_sum: float = Field(gt=0)


class Registration(Record):
    """The statistic, its block, the margin, the edits and the answers they must support (SPEC section 2).

    `targets` maps each option letter to the gene or group that the statistic evaluates for it. `supported` holds the
    one letter that the statistic must support on each data variant, or null where it must support none. `margin` is in
    the unit of the statistic. `stability` is the share of `bootstraps` resamples of the cells that must support
    the key. `decisions` says what becomes of obs columns that re-encode an exchanged label or give a gene back, and
    `after_deletion` what of normalised rows that give a deleted gene back. `renormalised` names the blocks that are
    computed anew from counts in every variant.
    """

    item: str
    data_sha256: str
    statistic: Statistic
    targets: dict[str, str]
    block: str
    block_class: BlockClass
    margin: float
    stability: float
    bootstraps: int
    key: str
    flip_to: str
    edits: dict[DataVariantName, Edit]
    supported: dict[DataVariantName, str | None]
    keep_obs: tuple[str, ...]
    contrasts: tuple[str, ...]
    seed: int
    label_order: LabelOrder = "own"
    cell_names: CellNames = "source"
    after_viewing: bool = False
    decisions: dict[str, ColumnDecision] = Field(default_factory=dict)
    after_deletion: AfterDeletion | None = None
    renormalised: dict[str, Normalisation] = Field(default_factory=dict)

    def said(self, answer: Answer | None) -> tuple[str, ...]:
        """What was answered, in the words in which keys are written: option letters; nothing where nothing was."""
        return answer.choice if answer else ()


class RegistrationAttempt(Record):
    """A line of the append-only log: who was registered, when (UTC, ISO 8601), and whether it was taken."""

    item: str
    digest: str
    data_sha256: str
    at: str
    accepted: bool
    reason: str = ""
