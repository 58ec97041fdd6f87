"""The edits of an item's variants: the table of SPEC section 2, and the author's choices among its entries."""

from collections.abc import Sequence
from dataclasses import dataclass

from counterproof.domain.item import Item, RegistrationDraft
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.statistic import Abundance, Coexpression, Expression, Family, Group, Marker, Specificity
from counterproof.domain.variant import DataVariantName, Edit, EditKind

WITHDRAWALS: dict[Family, tuple[EditKind, ...]] = {
    "marker": ("delete_gene", "delete_group"),
    "specificity": ("delete_gene", "delete_group"),
    "expression": ("delete_gene", "delete_group"),
    "abundance": ("delete_group",),
    "coexpression": ("delete_gene",),
}
"""What can take an item's evidence away, the family's first choice first."""

FLIPS: dict[Family, tuple[EditKind, ...]] = {
    "marker": ("swap_genes",),
    "specificity": ("exchange_labels",),
    "expression": ("swap_genes", "exchange_conditions"),
    "abundance": ("exchange_conditions", "reverse_proportions"),
    "coexpression": ("swap_genes",),
}
"""What can reverse an item's evidence, the family's first choice first."""


@dataclass(frozen=True)
class Ends:
    """What stands behind the key and behind the answer of the flip: two genes or two groups."""

    key: str
    flip: str


def edits_for(item: Item, *, along: Sequence[str] = ()) -> dict[DataVariantName, Edit]:
    """The edit of each data variant of an item.

    `withdraw_shuffle` is left out where no label decides (co-expression without a group). `along` names kept obs
    columns of samples or donors that move with a condition beside those that the statistic names.

    Raises
    ------
    InputError
        If the item has no registration, or asks for an edit that its family does not have.
    """
    draft = item.registration
    if draft is None:
        raise _faulty(item, "registration", "is missing: nothing says what decides the item")
    withdraw = _chosen(item, "withdraw", draft.withdraw, WITHDRAWALS[item.family])
    flip = _chosen(item, "flip", draft.flip, FLIPS[item.family])
    targets = item.options | draft.targets
    ends = Ends(targets[item.key], targets[draft.flip_to])
    edits: dict[DataVariantName, Edit] = {
        "original": Edit(kind="none"),
        "null": Edit(kind="permute"),
        "withdraw": _withdrawal(withdraw, draft, ends),
        "flip": _flip(item, flip, draft, ends, along=along),
    }
    shuffle = _shuffle(draft, along=along)
    return edits if shuffle is None else edits | {"withdraw_shuffle": shuffle}


def _chosen(item: Item, place: str, wanted: EditKind | None, known: tuple[EditKind, ...]) -> EditKind:
    if wanted is not None and wanted not in known:
        wrong = f"{wanted!r} is no {place} of the family {item.family!r}"
        raise _faulty(item, f"registration.{place}", wrong, fix=f"one of {', '.join(known)}")
    return wanted or known[0]


def _withdrawal(kind: EditKind, draft: RegistrationDraft, ends: Ends) -> Edit:
    ask = draft.ask
    if kind == "delete_gene":
        asked = ask.gene if isinstance(ask, Specificity | Coexpression) else ends.key
        return Edit(kind=kind, genes=(asked,))
    group = _decisive_group(ask, ends)
    return Edit(kind=kind, column=group.column, values=(group.value,))


def _decisive_group(ask: object, ends: Ends) -> Group:
    match ask:
        case Marker(group=group):
            return group
        case Specificity(column=column):
            return Group(column=column, value=ends.key)
        case Expression(a=a) | Abundance(a=a):
            return a
    msg = f"{type(ask).__name__} has no group without which it is undefined"
    raise ValueError(msg)


def _flip(item: Item, kind: EditKind, draft: RegistrationDraft, ends: Ends, *, along: Sequence[str]) -> Edit:
    ask = draft.ask
    if kind == "swap_genes":
        return Edit(kind=kind, genes=(ends.key, ends.flip))
    if isinstance(ask, Specificity):
        return Edit(kind=kind, column=ask.column, values=(ends.key, ends.flip))
    if not isinstance(ask, Expression | Abundance):
        raise _faulty(item, "registration.flip", f"{kind!r} needs two conditions", seen=type(ask).__name__)
    if ask.a.column != ask.b.column:
        wrong = "both conditions must be labels of one column to be exchanged"
        raise _faulty(item, "registration.ask", wrong, seen=f"{ask.a}; {ask.b}", fix="choose another flip")
    if isinstance(ask, Abundance) and kind == "reverse_proportions":
        moving = _columns(ask.column, ask.sample)
    else:
        moving = _moving(ask, along)
    return Edit(kind=kind, column=ask.a.column, values=(ask.a.value, ask.b.value), along=moving)


def _shuffle(draft: RegistrationDraft, *, along: Sequence[str]) -> Edit | None:
    match draft.ask:
        case Marker(group=group):
            return Edit(kind="permute_labels", column=group.column)
        case Specificity(column=column) | Abundance(column=column):
            return Edit(kind="permute_labels", column=column)
        case Expression() as ask:
            # A donor belongs to one condition: dealt alone, a donor's cells would lie on both sides.
            return Edit(kind="permute_labels", column=ask.a.column, along=_moving(ask, along))
        case Coexpression(within=within) if within is not None:
            return Edit(kind="permute_labels", column=within.column)
    return None


def _moving(ask: Expression | Abundance, along: Sequence[str]) -> tuple[str, ...]:
    own = ask.donor if isinstance(ask, Expression) else ask.sample
    return tuple(name for name in _columns(own, *along) if name != ask.a.column)


def _columns(*names: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))


def _faulty(item: Item, place: str, wrong: str, *, seen: str = "", fix: str = "") -> InputError:
    return InputError([Problem(file=item.id, place=place, wrong=wrong, seen=seen, fix=fix)])
