import pytest

QUESTION = {"statistic": "marker", "group": {"cell": "NK"}}


@pytest.mark.parametrize(
    ("options", "letter", "support"),
    [
        (("CD3D", "NKG7"), "B", "full"),
        (("CD3D", "GONE", "LYZ"), "B", "partial"),
        (("GONE", "NKG7"), "B", "full"),
        (("GONE", "GONE2", "LYZ"), None, "none"),
        (("CD3D", "LYZ"), None, "none"),
    ],
    ids=["decided", "one is gone", "decided, one is gone", "two are gone", "none is gone"],
)
def test_it_picks_what_has_vanished_only_where_nothing_else_decides(nk, ask, options, letter, support):
    given = ask.answer("eliminator", nk(), ask.brief(QUESTION, options))
    assert (given.answer, given.data_support) == (letter, support)


def test_what_it_picks_by_elimination_is_in_its_log_and_not_in_its_evidence(nk, ask):
    given = ask.answer("eliminator", nk(), ask.brief(QUESTION, ("CD3D", "GONE")))
    assert "GONE (B) has vanished" in given.log
    assert given.evidence == "GONE (B) fits best."


def test_it_needs_no_prior_and_believes_none(nk, ask):
    assert ask.answer("eliminator", nk(), ask.brief(QUESTION, ("CD3D", "GONE", "LYZ")), prior="A").answer == "B"
