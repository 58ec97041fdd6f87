"""Values of genes against the same numbers worked out with pandas."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

from counterproof.agents.reference.analysis import compute
from counterproof.agents.reference.datafile import DataFile

GENES = ("g0", "g1", "g2")
RNG = np.random.default_rng(3)
COUNTS = pd.DataFrame(RNG.poisson((0.5, 3, 1, 8), (80, 4)), columns=[*GENES, "rest"]).astype(float)
COUNTS.iloc[5] = 0
OBS = pd.DataFrame(
    {
        "cell": RNG.choice(["a", "b"], 80),
        "condition": np.repeat(["case", "control"], 40),
        "donor": np.repeat([f"d{i}" for i in range(8)], 10),
    }
)
TOTALS = COUNTS.sum(axis=1)
LOG = np.log1p(COUNTS.div(TOTALS.where(TOTALS > 0, 1), axis=0) * 1e4)
CASE = OBS["condition"] == "case"
SIDES = {"a": {"condition": "case"}, "b": {"condition": "control"}}


@pytest.fixture
def values(write, ask):
    def run(question, *, block="layers/counts", block_class="counts", obs=OBS, options=GENES, **kwargs):
        folder = write(LOG, obs, layers={"counts": COUNTS}, **kwargs)
        asked = ask.brief(question, options, block=block, block_class=block_class)
        with DataFile(folder / "data.h5ad") as file:
            return [row.found.value for row in compute(file, asked)]

    return run


@pytest.mark.parametrize("blocks", [("layers/counts", "counts"), ("X", "log")])
@pytest.mark.parametrize("sparse", [True, False])
def test_a_marker_is_the_difference_of_mean_log_expression(values, blocks, sparse):
    inside = OBS["cell"] == "a"
    expected = (LOG[inside].mean() - LOG[~inside].mean())[list(GENES)]
    found = values(
        {"statistic": "marker", "group": {"cell": "a"}}, block=blocks[0], block_class=blocks[1], sparse=sparse
    )
    assert found == pytest.approx(expected.tolist(), rel=1e-5)


def test_cells_without_a_label_are_among_the_others(values):
    obs = OBS.assign(cell=pd.Categorical(OBS["cell"].where(OBS.index % 3 > 0)))
    inside = obs["cell"] == "a"
    expected = (LOG[inside].mean() - LOG[~inside].mean())[list(GENES)]
    found = values({"statistic": "marker", "group": {"cell": "a"}}, obs=obs)
    assert found == pytest.approx(expected.tolist(), rel=1e-5)


@pytest.mark.parametrize(("direction", "sign"), [("up", 1), ("down", -1)])
def test_expression_over_cells_has_the_sign_of_its_direction(values, direction, sign):
    expected = sign * (LOG[CASE].mean() - LOG[~CASE].mean())[list(GENES)]
    found = values({"statistic": "expression", **SIDES, "direction": direction})
    assert found == pytest.approx(expected.tolist(), rel=1e-5)


def test_expression_by_donor_of_counts_takes_the_log_of_each_donors_sums(values):
    sums = COUNTS.groupby(OBS["donor"]).sum()
    logs = np.log1p(sums.div(sums.sum(axis=1), axis=0) * 1e4)[list(GENES)]
    expected = logs.iloc[:4].mean() - logs.iloc[4:].mean()
    found = values({"statistic": "expression", **SIDES, "donor": "donor"})
    assert found == pytest.approx(expected.tolist(), rel=1e-5)


def test_expression_by_donor_of_logs_takes_each_donors_mean_within_the_group(values):
    part = OBS["cell"] == "a"
    means = LOG[part].groupby(OBS["donor"]).mean()[list(GENES)]
    expected = means.iloc[:4].mean() - means.iloc[4:].mean()
    question = {"statistic": "expression", **SIDES, "donor": "donor", "within": {"cell": "a"}}
    assert values(question, block="X", block_class="log") == pytest.approx(expected.tolist(), rel=1e-5)


def test_a_side_without_cells_has_no_value(values):
    question = {"statistic": "expression", "a": {"condition": "gone"}, "b": {"condition": "case"}}
    assert values(question) == [None, None, None]
    assert values(question | {"donor": "donor"}) == [None, None, None]


def test_coexpression_is_spearman_over_the_cells_of_the_group(values):
    part = OBS["cell"] == "b"
    expected = [spearmanr(LOG["rest"][part], LOG[gene][part]).statistic for gene in GENES]
    found = values({"statistic": "coexpression", "gene": "rest", "within": {"cell": "b"}})
    assert found == pytest.approx(expected, abs=1e-9)


def test_a_missing_gene_and_a_constant_gene_have_no_value(values):
    question = {"statistic": "coexpression", "gene": "rest"}
    found = values(question, options=("g1", "absent"))
    assert found[0] is not None
    assert found[1] is None
    assert values({"statistic": "coexpression", "gene": "absent"}) == [None, None, None]
    cell = OBS.assign(cell=["one", *["b"] * 79])
    assert values(question | {"within": {"cell": "one"}}, obs=cell) == [None, None, None]
