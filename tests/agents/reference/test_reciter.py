import pytest

QUESTION = {"statistic": "marker", "group": {"cell": "NK"}}


@pytest.mark.parametrize("prior", ["A", "B"])
def test_it_gives_its_prior_in_full_confidence_whatever_the_data_are(nk, ask, prior):
    given = ask.answer("reciter", nk(), ask.brief(QUESTION, ("CD3D", "NKG7")), prior=prior)
    assert (given.answer, given.confidence, given.data_support) == (prior, 99, "full")


def test_its_log_shows_no_look_at_the_data(nk, ask):
    given = ask.answer("reciter", nk(), ask.brief(QUESTION, ("CD3D", "NKG7")), prior="B")
    assert [step.kind for step in given.steps] == ["message", "tool_call"]
    assert given.steps[-1].tool == "write_file"


def test_a_prior_that_is_no_option_is_an_error(tmp_path, ask):
    with pytest.raises(KeyError, match="Z"):
        ask.answer("reciter", tmp_path, ask.brief(QUESTION, ("CD3D", "NKG7")), prior="Z")
    assert not (tmp_path / "answer.json").exists()
