"""The analyst's computations against numbers that were worked out by hand or by another library."""

import math

import numpy as np
import pytest
import statsmodels.api as sm

from counterproof.agents.numbers.problems import PROBLEMS
from counterproof.agents.numbers.table import AgentTable, MissingColumnError
from counterproof.matter.source import SIMULATED


@pytest.fixture
def table(tmp_path):
    def read(text, suffix="csv"):
        path = tmp_path / f"data.{suffix}"
        path.write_text(text, encoding="utf-8")
        return AgentTable(path)

    return read


def test_the_allele_s_effect_is_that_of_a_regression_by_another_library(tmp_path):
    SIMULATED["allele"][1](tmp_path / "data.csv")
    it = AgentTable(tmp_path / "data.csv")
    design = np.column_stack(
        [it.numbers("dosage"), it.numbers("ancestry"), it.numbers("age"), [sex == "M" for sex in it.texts("sex")]]
    )
    fitted = sm.OLS(np.array(it.numbers("trait")), sm.add_constant(design.astype(float))).fit()
    assert PROBLEMS["allele_effect"](it)["effect"] == pytest.approx(fitted.params[1], rel=1e-9)


def test_effects_are_ratios_once_both_studies_count_one_allele(table):
    header = "counted_1\tother_1\tbeta_1\tse_1\tcounted_2\tother_2\tbeta_2\tse_2\n"
    rows = "A\tG\t0.1\t0.01\tG\tA\t-0.05\t0.01\nA\tC\t0.02\t0.01\tA\tC\t0.2\t0.01\nA\tC\t1\t0.01\tA\tG\t9\t0.01\n"
    found = PROBLEMS["causal_effects"](table(header + rows, "tsv"))
    # The third row names alleles that cannot be the same variant's: it is passed over.
    assert found == pytest.approx({"forward": 0.5, "reverse": 0.1})


def test_the_best_factor_decides_and_badly_imputed_variants_do_not_count(table):
    text = "position,info,beta,se\n100,0.9,0.05,0.01\n200,0.95,0.09,0.01\n300,0.3,0.5,0.01\n"
    assert PROBLEMS["causal_position"](table(text)) == {"position": 200.0}


def test_a_loop_is_held_against_its_own_distance_and_library(table):
    rows = [("control", "L1", 14, 33, 80), ("control", "L1", 0, 19, 10), ("control", "L1", 0, 1, 999)]
    rows += [("treated", "L2", 14, 33, 80), ("treated", "L2", 0, 19, 20), ("treated", "L2", 5, 24, 20)]
    text = "condition,library,bin_1,bin_2,contacts\n" + "".join(f"{','.join(map(str, row))}\n" for row in rows)
    assert PROBLEMS["loop_change"](table(text))["change"] == pytest.approx(math.log2(4) - math.log2(8))


def test_a_column_that_is_not_there_is_named(table):
    with pytest.raises(MissingColumnError, match="sex"):
        PROBLEMS["allele_effect"](table("dosage,trait\n0,1\n"))
