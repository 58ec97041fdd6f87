import math

from counterproof.domain.statistic import Specificity
from counterproof.evidence.registry import support_of, values_of

ASK = Specificity(gene="LYZ", column="kind")
TARGETS = {"A": "Mono", "B": "T", "C": "Platelet"}


def test_value_is_the_mean_of_the_gene_in_the_options_group(make_cells):
    cells = make_cells({"LYZ": [4, 2, 1]}, kind=["Mono", "Mono", "T"])
    values = values_of(ASK, TARGETS, cells)
    assert (values["A"], values["B"], math.isnan(values["C"])) == (3.0, 1.0, True)


def test_without_the_gene_nothing_is_supported(make_cells):
    cells = make_cells({}, kind=["Mono", "T"])
    assert support_of(ASK, values_of(ASK, TARGETS, cells), margin=0.3).reason == "undefined"
