"""What is fixed about a table item before any of its variants is made."""

from typing import Literal

from counterproof.domain.answer import Answer
from counterproof.domain.record import Record
from counterproof.domain.registration import Registration
from counterproof.domain.table import TableSource
from counterproof.domain.truth import AskedValue, FieldImage, Values, flipped, near, values_text

TABLE_BLOCK = "table"


class ReferenceAnalysis(Record):
    """The function that decides a table item, with the SHA-256 of its file and its limit of wall time in seconds."""

    statistic: Literal["table"] = "table"
    reference: str
    sha256: str
    seconds: float


class TableRegistration(Registration):
    """The registration of an item whose answer is one number or several (SPEC section 2).

    `key` and `flip_to` are the true answers on the original and on the flipped data as text, the second computed from
    the first by `truth`. `targets` are the asked fields with their units. `margin` is that of `nearness`: how much
    nearer an answer within the tolerance must lie to its truth than to the other.
    """

    # The block is the table itself, and what decides it is no statistic of cells.
    statistic: ReferenceAnalysis  # type: ignore[assignment]  # a kind of its own beside the families' statistics
    block: str = TABLE_BLOCK
    block_class: Literal["table"] = "table"  # type: ignore[assignment]  # a matrix has a class of values, a table none
    stability: float = 1.0
    bootstraps: int = 0
    keep_obs: tuple[str, ...] = ()
    asked: dict[str, AskedValue]
    truth: dict[str, FieldImage]
    source: TableSource

    @property
    def key_values(self) -> dict[str, float]:
        """The true answer on the original data."""
        return {name: field.key for name, field in self.asked.items()}

    @property
    def flip_values(self) -> dict[str, float]:
        """The true answer on the flipped data."""
        moved = flipped(self.key_values, self.truth)
        if moved is None:
            msg = f"the key of {self.item} has no image under its transform"
            raise ValueError(msg)
        return moved

    def supports(self, values: Values) -> str | None:
        """The registered answer (`key` or `flip_to`) within whose tolerance all values lie, or null."""
        if near(values, self.key_values, self.asked):
            return self.key
        return self.flip_to if near(values, self.flip_values, self.asked) else None

    def said(self, answer: Answer | None) -> tuple[str, ...]:
        """The text of the registered answer within whose tolerance the numbers lie, else the numbers' own text.

        So every score that compares with the key or with the flip's answer counts numbers within the tolerance.
        """
        if answer is None or set(answer.fields) != set(self.asked):
            return ()
        return (self.supports(answer.fields) or values_text(answer.fields),)
