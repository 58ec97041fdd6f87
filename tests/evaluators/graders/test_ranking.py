import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.evaluators.graders.ranking import RankingGrader, grade_ranking

GRADER = RankingGrader(names=["Gfap", "C4b", "Vim", "Serpina3n"], precision=0.5, recall=0.5)
genes = st.lists(st.sampled_from(["GFAP", "C4B", "Vim", "Serpina3n", "Actb", "Gapdh", "Xist"]), min_size=1, max_size=9)
shares = st.floats(0.01, 1)


def graded(names, **settings):
    return grade_ranking({"top_marker_genes": names}, grader=GRADER.model_copy(update=settings))


def test_the_right_genes_pass_in_the_case_of_any_species():
    verdict = graded(["GFAP", "c4b", "VIM", "SERPINA3N"])
    assert (verdict.passed, verdict.score) == (True, 1.0)


def test_the_parts_are_precision_and_recall():
    verdict = graded(["Gfap", "Actb", "Gapdh", "Xist"])
    assert [(part.name, part.score, part.passed) for part in verdict.components] == [
        ("precision", 0.25, False),
        ("recall", 0.25, False),
    ]
    assert verdict.reason.startswith("precision 0.250 (1 of 4 names), 0.500 needed; recall 0.250")


def test_only_the_first_k_count():
    names = ["Actb", "Gapdh", "Gfap", "C4b"]
    assert graded(names).passed
    assert not graded(names, k=2).passed


def test_a_gene_given_twice_counts_once():
    assert graded(["Gfap", "GFAP", "gfap", "Actb"]).components[0].score == 0.5
    assert graded(["Gfap"] * 20 + ["C4b"], k=2).passed


@pytest.mark.parametrize(
    "answer", [None, "Gfap", {}, {"top_marker_genes": None}, {"top_marker_genes": []}, {"top_marker_genes": [1]}]
)
def test_nonsense_fails_with_a_reason(answer):
    verdict = grade_ranking(answer, grader=GRADER)
    assert (verdict.passed, verdict.score) == (False, 0.0)
    assert verdict.reason


def test_genes_that_know_nothing_fail():
    assert not graded(["Actb", "Gapdh", "Xist"]).passed


@given(genes, shares, shares, st.sampled_from(["precision", "recall"]))
def test_a_lower_threshold_never_turns_a_pass_into_a_failure(names, one, other, which):
    strict, mild = (graded(names, **{which: value}).passed for value in sorted((one, other), reverse=True))
    assert not strict or mild


@given(genes, st.integers(1, 5))
def test_recall_never_falls_with_k(names, k):
    assert graded(names, k=k + 1).components[1].score >= graded(names, k=k).components[1].score


def test_thresholds_that_ask_for_nothing_are_refused():
    with pytest.raises(ValidationError, match="every list would pass"):
        RankingGrader(names=["Gfap"], precision=0, recall=0)
