"""The versions of one item, and what each must show."""

from typing import Literal

from counterproof.domain.record import Record

VariantName = Literal["original", "null", "withdraw", "withdraw_shuffle", "flip", "no_data", "no_data_no_background"]
DataVariantName = Literal["original", "null", "withdraw", "withdraw_shuffle", "flip"]

DATA_VARIANTS: tuple[DataVariantName, ...] = ("original", "null", "withdraw", "withdraw_shuffle", "flip")
PROMPT_VARIANTS: tuple[VariantName, ...] = ("no_data", "no_data_no_background")
VARIANTS: tuple[VariantName, ...] = (*DATA_VARIANTS, *PROMPT_VARIANTS)

EditKind = Literal[
    "none",
    "permute",
    "delete_gene",
    "swap_genes",
    "delete_group",
    "exchange_labels",
    "exchange_conditions",
    "reverse_proportions",
    "permute_labels",
]


LabelOrder = Literal["own", "shared"]


class Edit(Record):
    """The operation that makes a variant of the source data.

    `genes` are names in `var`; `column` is an obs column and `values` two of its values; `along` are the obs columns
    (sample, donor) that must move with an exchanged condition.
    """

    kind: EditKind
    genes: tuple[str, ...] = ()
    column: str | None = None
    values: tuple[str, ...] = ()
    along: tuple[str, ...] = ()


class Variant(Record):
    """One written data file of an item. `path` is relative to the study's work folder."""

    item: str
    name: DataVariantName
    edit: Edit
    path: str
    sha256: str
    bytes: int
    n_cells: int
    n_genes: int
    registration: str
