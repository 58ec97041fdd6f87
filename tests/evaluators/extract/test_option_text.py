import pytest

from counterproof.evaluators.extract.option_text import option_named, options_starting

OPTIONS = {"A": "CD4+ T cells", "B": "CD4+ T cells, naive", "C": "None of the above"}


@pytest.mark.parametrize(
    ("text", "letters"),
    [("cd4+ t cell", ("A",)), (" CD4+  T cells. ", ("A",)), ("none of the above", ("C",)), ("T", ()), ("", ())],
)
def test_an_option_written_out_is_recognised(text, letters):
    assert option_named(text, options=OPTIONS) == letters


def test_the_strictest_spelling_that_fits_decides():
    assert option_named("T cell", options={"A": "T cells", "B": "T cell"}) == ("B",)
    assert option_named("T CELL", options={"A": "t cell", "B": "T Cell"}) == ("A", "B")


@pytest.mark.parametrize(
    ("text", "letters"),
    [("CD4+ T cells, naive (CCR7 high)", ("B",)), ("CD4+ T cells are up", ("A",)), ("CD4+ T cellsx", ()), ("", ())],
)
def test_the_longest_option_that_starts_a_text_is_meant(text, letters):
    assert options_starting(text, options=OPTIONS) == letters
