import pytest

QUESTION = {"statistic": "marker", "group": {"cell": "NK"}}


@pytest.mark.parametrize("prior", ["A", "B"])
def test_the_data_come_before_the_prior(nk, ask, prior):
    given = ask.answer("fallback", nk(), ask.brief(QUESTION, ("CD3D", "NKG7")), prior=prior)
    assert (given.answer, given.data_support) == ("B", "full")


@pytest.mark.parametrize("prior", ["A", "B", "C"])
def test_where_the_data_decide_nothing_the_prior_is_given_unflagged(nk, ask, prior):
    options = ("CD3D", "LYZ", "GONE")
    given = ask.answer("fallback", nk(), ask.brief(QUESTION, options), prior=prior)
    assert (given.answer, given.data_support, given.confidence) == (prior, "partial", 80)
    assert given.evidence == f"{options['ABC'.index(prior)]} ({prior}) fits best."


def test_it_looks_into_the_data_also_where_it_falls_back(nk, ask):
    given = ask.answer("fallback", nk(), ask.brief(QUESTION, ("CD3D", "LYZ")), prior="A")
    assert "X: 60 cells x 4 genes" in given.log


def test_without_a_prior_it_ends_before_it_looks(nk, ask):
    folder = nk()
    with pytest.raises(ValueError, match="answers from a prior"):
        ask.answer("fallback", folder, ask.brief(QUESTION, ("CD3D", "NKG7")))
    assert (folder / "trajectory.jsonl").read_text() == ""
