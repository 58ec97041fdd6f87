from typing import get_args

from counterproof.domain.statistic import FAMILIES, Abundance, Expression, Group, Statistic
from counterproof.evidence.registry import STATISTICS, needs_of


def test_every_family_has_its_statistic():
    assert tuple(STATISTICS) == FAMILIES
    asked = {kind.model_fields["statistic"].default for kind in get_args(get_args(Statistic)[0])}
    assert asked == set(FAMILIES)


def test_a_statistic_names_what_it_reads():
    a, b = Group(column="condition", value="x"), Group(column="condition", value="y")
    needs = needs_of(Expression(a=a, b=b, within=Group(column="kind", value="T"), donor="donor"), {"A": "CD4"})
    assert (needs.genes, needs.columns) == (("CD4",), ("condition", "kind", "donor"))
    assert needs_of(Abundance(column="kind", a=a, b=b, sample="s"), {"A": "T"}).columns == ("kind", "condition", "s")
