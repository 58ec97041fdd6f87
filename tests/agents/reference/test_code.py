"""The code that the analyst shows is what it computes: run as it stands, it gives the same values."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from counterproof.agents.reference.analysis import compute
from counterproof.agents.reference.code import code_of, columns_of, plan_of
from counterproof.agents.reference.datafile import DataFile

RNG = np.random.default_rng(6)
X = pd.DataFrame(RNG.uniform(0, 3, (90, 3)).astype("float32"), columns=["g'0", "g1", "g2"]).astype(float)
OBS = pd.DataFrame(
    {
        "cell": RNG.choice(["a", "it's b", "c"], 90),
        "condition": np.repeat(["case", "control", "other"], 30),
        "donor": np.repeat([f"d{i}" for i in range(9)], 10),
    }
)
SIDES = {"a": {"condition": "case"}, "b": {"condition": "control"}}
WITHIN = {"within": {"cell": "it's b"}}
GENES, GROUPS = tuple(X.columns), ("a", "it's b", "c")
QUESTIONS = {
    "marker": ({"statistic": "marker", "group": {"cell": "it's b"}}, GENES),
    "specificity": ({"statistic": "specificity", "gene": "g1", "column": "cell"}, GROUPS),
    "expression": ({"statistic": "expression", **SIDES}, GENES),
    "expression down within": ({"statistic": "expression", **SIDES, **WITHIN, "direction": "down"}, GENES),
    "expression by donor": ({"statistic": "expression", **SIDES, **WITHIN, "donor": "donor"}, GENES),
    "abundance": ({"statistic": "abundance", "column": "cell", **SIDES}, GROUPS),
    "abundance by sample": (
        {"statistic": "abundance", "column": "cell", **SIDES, "sample": "donor", "direction": "shrinks"},
        GROUPS,
    ),
    "coexpression": ({"statistic": "coexpression", "gene": "g1"}, ("g'0", "g2")),
    "coexpression within": ({"statistic": "coexpression", "gene": "g1", **WITHIN}, ("g'0", "g2")),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_code_run_as_it_stands_gives_the_values_of_the_analysis(write, ask, name):
    question, options = QUESTIONS[name]
    asked = ask.brief(question, options)
    with DataFile(write(X, OBS) / "data.h5ad") as file:
        expected = {row.target: row.found.value for row in compute(file, asked)}
    shown = {}
    names = {
        "obs": OBS,
        "expression": lambda block, gene: {"X": X}[block][gene],
        "table": shown.__setitem__,
        "spearman": lambda one, other: one.corr(other, method="spearman"),
    }
    exec(code_of(asked), names)
    assert shown == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("marker", ("cell",)),
        ("expression", ("condition",)),
        ("expression by donor", ("condition", "cell", "donor")),
        ("abundance by sample", ("cell", "condition", "donor")),
        ("coexpression", ()),
        ("coexpression within", ("cell",)),
    ],
)
def test_each_column_of_the_question_is_named_once(ask, name, columns):
    question, options = QUESTIONS[name]
    assert columns_of(ask.brief(question, options)) == columns


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_plan_is_one_sentence_that_names_what_is_asked(ask, name):
    question, options = QUESTIONS[name]
    plan = plan_of(ask.brief(question, options))
    assert plan.count(".") == 1
    assert plan.endswith(".")
    assert all(str(question[name]) in plan for name in ("gene", "donor", "sample") if name in question)
    # A share has no scale.
    assert ("in X, log values as they are" in plan) == (question["statistic"] != "abundance")
    for side in SIDES.values() if "a" in question else ():
        ((column, value),) = side.items()
        assert f"{column} = {value}" in plan


@pytest.mark.parametrize(("kind", "words"), [("counts", "log1p of counts per 10,000"), ("scaled", "scaled values")])
def test_the_scale_of_the_block_is_told(ask, kind, words):
    assert f"(in layers/c, {words})" in plan_of(ask.brief(*QUESTIONS["marker"], block="layers/c", block_class=kind))


def test_sums_of_a_donor_s_counts_are_told_apart_from_means(ask):
    asked = ask.brief(*QUESTIONS["expression by donor"], block_class="counts")
    assert ".pseudobulk(obs['donor'])" in code_of(asked)
    assert ".groupby" not in code_of(asked)


def test_no_two_questions_have_one_plan_or_one_code(ask):
    for write in (plan_of, code_of):
        texts = sorted(write(ask.brief(*asked)) for asked in QUESTIONS.values())
        assert all(one != other for one, other in pairwise(texts))
