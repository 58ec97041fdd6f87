"""The versions of one item, and what each must show."""

from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

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

TableEditKind = Literal[
    "swap_columns",
    "relabel",
    "recode",
    "negate",
    "relocate",
    "drop_columns",
    "permute_columns",
]
"""The edits of tables, beside `none` and `permute`; what each does is told in `edits/columns`."""

AnyEditKind = Literal[EditKind, TableEditKind]
"""One list of all edits: a wrong word is told once, with all that it might have been."""

LabelOrder = Literal["own", "shared"]
CellNames = Literal["source", "opaque"]


class Edit(Record):
    """The operation that makes a variant of the source data.

    `genes` are names in `var`; `column` is an obs column and `values` two of its values; `along` are the obs columns
    (sample, donor) that must move with an exchanged condition. The edits of tables name `columns`, `pairs` (columns
    that change places, or old and new values) and the number that is added (`shift`).
    """

    kind: AnyEditKind
    genes: tuple[str, ...] = ()
    column: str | None = None
    values: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    shift: float | None = None

    @model_serializer(mode="wrap")
    def _without_what_tables_need(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # The order of a variant's cells is drawn from its edit's record: what other edits lack must not change theirs.
        fields: dict[str, Any] = dump(self)
        empty = [name for name in ("columns", "pairs", "shift") if not fields.get(name) and fields.get(name) != 0]
        return {name: value for name, value in fields.items() if name not in empty}


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
