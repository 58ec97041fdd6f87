"""Values of groups against the same numbers worked out with pandas."""

import numpy as np
import pandas as pd
import pytest

from counterproof.agents.reference.analysis import compute
from counterproof.agents.reference.datafile import DataFile

RNG = np.random.default_rng(4)
X = pd.DataFrame(RNG.uniform(0, 3, (90, 2)), columns=["g0", "g1"])
OBS = pd.DataFrame(
    {
        "cell": RNG.choice(["a", "b", "c"], 90, p=[0.5, 0.3, 0.2]),
        "condition": np.repeat(["case", "control", "other"], 30),
        "sample": np.repeat([f"s{i}" for i in range(9)], 10),
    }
)
ABUNDANCE = {"statistic": "abundance", "column": "cell", "a": {"condition": "case"}, "b": {"condition": "control"}}


@pytest.fixture
def rows(write, ask):
    def run(question, options=("a", "b", "c"), *, obs=OBS):
        folder = write(X, obs)
        with DataFile(folder / "data.h5ad") as file:
            return compute(file, ask.brief(question, options, margin=0.1))

    return run


def values(rows):
    return [row.found.value for row in rows]


def test_specificity_is_the_mean_of_each_group(rows):
    found = rows({"statistic": "specificity", "gene": "g1", "column": "cell"}, ("c", "a", "gone"))
    expected = X["g1"].groupby(OBS["cell"]).mean()
    assert values(found)[:2] == pytest.approx([expected["c"], expected["a"]], rel=1e-6)
    assert values(found)[2] is None
    assert [row.missing for row in found] == [False, False, True]


def test_specificity_of_a_missing_gene_has_no_value_though_no_option_is_missing(rows):
    found = rows({"statistic": "specificity", "gene": "gone", "column": "cell"})
    assert values(found) == [None, None, None]
    assert not any(row.missing for row in found)


@pytest.mark.parametrize(("direction", "sign"), [("grows", 1), ("shrinks", -1)])
def test_abundance_is_the_difference_of_mean_proportions_over_samples(rows, direction, sign):
    shares = pd.crosstab(OBS["sample"], OBS["cell"], normalize="index")
    expected = sign * (shares.iloc[:3].mean() - shares.iloc[3:6].mean())
    found = rows(ABUNDANCE | {"direction": direction, "sample": "sample"})
    assert values(found) == pytest.approx(expected.tolist())


def test_a_side_without_samples_is_one_sample(rows):
    shares = pd.crosstab(OBS["condition"], OBS["cell"], normalize="index")
    expected = shares.loc["case"] - shares.loc["control"]
    assert values(rows(ABUNDANCE)) == pytest.approx(expected.tolist())


def test_a_group_that_is_gone_and_a_side_without_cells_have_no_value(rows):
    found = rows(ABUNDANCE, ("a", "gone"))
    assert values(found)[1] is None
    assert found[1].missing
    assert values(rows(ABUNDANCE | {"a": {"condition": "gone"}})) == [None, None, None]
