"""Which gene marks a group of cells."""

from collections.abc import Mapping

from counterproof.domain.statistic import Marker
from counterproof.evidence.facts import Facts, Needs
from counterproof.evidence.membership import in_group, mean_where
from counterproof.evidence.scale import log_expression
from counterproof.matter.cells import Cells


def needs(ask: Marker, targets: Mapping[str, str]) -> Needs:
    """The genes of all options and the group's column."""
    return Needs(tuple(targets.values()), (ask.group.column,))


def values(ask: Marker, targets: Mapping[str, str], cells: Cells) -> dict[str, float]:
    """Mean log expression of each option's gene in the group minus its mean in all other cells.

    NaN where the gene is absent or a side has no cell. Cells without a label count among the others, cells without
    counts are left out.
    """
    expression, inside = log_expression(cells), in_group(cells, ask.group)
    return {
        letter: mean_where(gene, inside) - mean_where(gene, ~inside)
        for letter, name in targets.items()
        if name in expression
        for gene in [expression[name]]
    }


FACTS = Facts(name="marker", unit="difference of mean log expression", floor=True, needs=needs, values=values)
