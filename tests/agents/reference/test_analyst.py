import pytest

QUESTION = {"statistic": "marker", "group": {"cell": "NK"}}


@pytest.mark.parametrize("margin", [0.5, 1.9])
def test_it_answers_what_the_data_support_and_tells_the_numbers(nk, ask, margin):
    given = ask.answer("analyst", nk(), ask.brief(QUESTION, ("CD3D", "NKG7"), margin=margin))
    assert (given.answer, given.data_support, given.confidence) == ("B", "full", 95)
    assert "a lead of" in given.evidence


def test_it_abstains_where_the_lead_is_below_the_margin_whatever_it_was_told_before(nk, ask):
    given = ask.answer("analyst", nk(), ask.brief(QUESTION, ("CD3D", "NKG7"), margin=3), prior="B")
    assert (given.answer, given.data_support, given.confidence) == (None, "none", 0)


def test_the_order_of_the_options_plays_no_part(nk, ask):
    folder = nk()
    for options in (("NKG7", "CD3D"), ("CD3D", "LYZ", "NKG7")):
        letter = ask.answer("analyst", folder, ask.brief(QUESTION, options)).answer
        assert options["ABC".index(letter)] == "NKG7"
