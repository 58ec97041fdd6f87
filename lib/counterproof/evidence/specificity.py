"""In which group a gene is highest."""

from collections.abc import Mapping

from counterproof.domain.statistic import Group, Specificity
from counterproof.evidence.facts import Facts, Needs
from counterproof.evidence.membership import in_group, mean_where
from counterproof.evidence.scale import log_expression
from counterproof.matter.cells import Cells


def needs(ask: Specificity, targets: Mapping[str, str]) -> Needs:  # noqa: ARG001 the signature of every statistic
    """The gene, and the column that holds the options' groups."""
    return Needs((ask.gene,), (ask.column,))


def values(ask: Specificity, targets: Mapping[str, str], cells: Cells) -> dict[str, float]:
    """Mean log expression of the gene in each option's group; NaN where the gene or the group is absent.

    Cells without counts are left out.
    """
    expression = log_expression(cells)
    if ask.gene not in expression:
        return {}
    gene = expression[ask.gene]
    return {
        letter: mean_where(gene, in_group(cells, Group(column=ask.column, value=name)))
        for letter, name in targets.items()
    }


FACTS = Facts(name="specificity", unit="mean log expression", floor=False, needs=needs, values=values)
