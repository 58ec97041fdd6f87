"""The edits by kind, and how one becomes a variant's arrangement."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from counterproof.domain.variant import AnyEditKind, CellNames, Edit, EditKind
from counterproof.edits.conditions import exchange_conditions
from counterproof.edits.genes import delete_gene, swap_genes
from counterproof.edits.groups import delete_group
from counterproof.edits.labels import exchange_labels, permute_labels
from counterproof.edits.permutation import permute, renamed_cells, renamed_identifiers, shuffled
from counterproof.edits.proportions import reverse_proportions
from counterproof.matter.arrangement import Arrangement, as_it_is
from counterproof.matter.h5ad import H5ad
from counterproof.store.digest import digest_of


class EditFacts(NamedTuple):
    """What an edit needs to be told, what it promises, and its function.

    `genes` and `values` are how many of each it takes (null: one or more).
    """

    promises: str
    apply: Callable[[Edit, Arrangement, int], Arrangement]
    genes: int | None = 0
    column: bool = False
    values: int | None = 0


def _column(edit: Edit) -> str:
    if edit.column is None:
        msg = f"{edit.kind} needs a column"
        raise ValueError(msg)
    return edit.column


def _exchange_conditions(edit: Edit, arrangement: Arrangement) -> Arrangement:
    first, second = edit.values
    return exchange_conditions(arrangement, column=_column(edit), first=first, second=second, along=edit.along)


def _reverse_proportions(edit: Edit, arrangement: Arrangement, seed: int) -> Arrangement:
    # `along` holds the column of the groups, then that of the samples, if there is one.
    groups, *samples = edit.along
    return reverse_proportions(
        arrangement,
        column=_column(edit),
        first=edit.values[0],
        second=edit.values[1],
        groups=groups,
        samples=samples[0] if samples else None,
        seed=seed,
    )


EDITS: dict[AnyEditKind, EditFacts] = {
    "none": EditFacts("the source as it is", lambda _edit, start, _seed: start),
    "permute": EditFacts(
        "the same evidence in another order, under other cell names",
        lambda _edit, start, seed: permute(start, seed=seed),
    ),
    "delete_gene": EditFacts(
        "no trace of the genes in any block",
        lambda edit, start, _seed: delete_gene(start, genes=edit.genes),
        genes=None,
    ),
    "swap_genes": EditFacts(
        "the values of two genes exchanged in every block",
        lambda edit, start, _seed: swap_genes(start, first=edit.genes[0], second=edit.genes[1]),
        genes=2,
    ),
    "delete_group": EditFacts(
        "no cell with one of the labels, and no trace of the labels",
        lambda edit, start, _seed: delete_group(start, column=_column(edit), values=edit.values),
        column=True,
        values=None,
    ),
    "exchange_labels": EditFacts(
        "two labels of a column exchanged",
        lambda edit, start, _seed: exchange_labels(
            start, column=_column(edit), first=edit.values[0], second=edit.values[1]
        ),
        column=True,
        values=2,
    ),
    "exchange_conditions": EditFacts(
        "two conditions exchanged, with the names of their samples and donors",
        lambda edit, start, _seed: _exchange_conditions(edit, start),
        column=True,
        values=2,
    ),
    "reverse_proportions": EditFacts(
        "the group proportions of two conditions exchanged, by resampling cells",
        _reverse_proportions,
        column=True,
        values=2,
    ),
    "permute_labels": EditFacts(
        "no relation of a column's labels to the values, every label's size kept",
        lambda edit, start, seed: permute_labels(start, column=_column(edit), along=edit.along, seed=seed),
        column=True,
    ),
}


LABELS_ONLY: tuple[EditKind, ...] = ("exchange_labels", "exchange_conditions", "permute_labels")
"""The edits that leave every value and every gene where it was."""


def arrange(
    source: H5ad,
    edit: Edit,
    *,
    seed: int,
    keep_obs: Sequence[str],
    keep_var: Sequence[str] = (),
    order: int | None = None,
    cell_names: CellNames = "source",
) -> Arrangement:
    """The arrangement of one variant: the source's allowed columns, the edit, then an order of its own.

    Every variant, the untouched one too, is shuffled by a seed of its own (drawn from `seed` and the edit): an order
    that only some had would tell them apart.

    Parameters
    ----------
    order
        The seed of the order, in place of its own. An edit of labels that takes the order of the untouched variant
        (`order_seed`) takes over its matrices as they are stored. No single file tells: either order is drawn at
        random. Two files laid side by side do, as their values would in any order.
    cell_names
        Whether cells keep the source's names (but for `permute`, which always renames them), or have opaque ones of the
        variant's own, in the index and in every kept column of text that names each cell.
    """
    own = order_seed(edit, seed=seed)
    start = as_it_is(source, keep_obs=keep_obs, keep_var=keep_var)
    made = shuffled(apply(edit, start, seed=own), seed=own if order is None else order)
    if cell_names == "source":
        return made
    made = made if edit.kind == "permute" else renamed_cells(made, seed=own)
    return renamed_identifiers(made, source.obs, seed=own)


def order_seed(edit: Edit, *, seed: int) -> int:
    """The seed of the order that a variant has of its own."""
    return int(digest_of([seed, edit.model_dump(mode="json")])[:12], 16)


def apply(edit: Edit, arrangement: Arrangement, *, seed: int) -> Arrangement:
    """The arrangement after one edit. What the edit does not name stays as it was, the order included.

    Raises
    ------
    InputError
        If the data lack a gene, column or label that the edit names, or have it twice.
    ValueError
        If the edit itself names too little or too much.
    """
    facts = EDITS[edit.kind]
    for what, wanted, given in (
        ("gene", facts.genes, len(edit.genes)),
        ("value", facts.values, len(edit.values)),
        ("column", int(facts.column), int(edit.column is not None)),
    ):
        if (wanted is None and given == 0) or (wanted is not None and given != wanted):
            msg = f"edit {edit.kind} takes {'one or more' if wanted is None else wanted} {what}, got {given}"
            raise ValueError(msg)
    if edit.kind == "reverse_proportions" and not edit.along:
        msg = "edit reverse_proportions takes the column of the groups in `along`, got none"
        raise ValueError(msg)
    return facts.apply(edit, arrangement, seed)
