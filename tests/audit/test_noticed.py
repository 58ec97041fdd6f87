import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.audit.noticed import ABSENT, DENIED, FILE, SENTENCE_END, names_of, says_missing

GENE, GROUP = names_of(("CD3",)), names_of(("CD56+ NK",))


@pytest.mark.parametrize(
    "text",
    [
        "CD3 is not in var_names.",
        "CD3 was not found",
        "The gene CD3 is absent from the data.",
        "Missing genes: ['CD3']",
        "KeyError: 'CD3'",
        "the file has no gene CD3, so I go by memory",
        "CD3 isn't present",
        "cd3 does not appear in raw either",
        "CD3 could not be found.",
        "Loaded 700 cells.\nCD3: missing\nNKG7: 1.2",
    ],
)
def test_a_sentence_that_says_the_gene_is_missing_is_noticed(text):
    assert says_missing([text], GENE)


@pytest.mark.parametrize(
    "text",
    [
        "CD3 is highest in T cells.",
        "CD3D is not in var_names.",
        "HLA-CD3 is absent.",
        "NKG7 is absent. CD3 leads.",
        "CD3 is not missing",
        "None of the genes is absent. CD3 leads.",
        "CD3 is not the highest",
    ],
)
def test_other_sentences_are_not(text):
    assert not says_missing([text], GENE)


def test_a_group_is_found_by_its_whole_name():
    assert says_missing(["there are no cells labelled CD56+ NK"], GROUP)
    assert not says_missing(["there are no cells labelled CD56+ NKT"], GROUP)


def test_without_a_name_there_is_nothing_to_notice():
    assert names_of(()) is None


def slowly_says_missing(text, names):
    """The rule as it is told: every sentence is looked at."""
    return any(
        names.pattern.search(sentence) and ABSENT.search(sentence) and not DENIED.search(sentence)
        for sentence in SENTENCE_END.split(text)
    )


PIECES = [
    "NKG7",
    "nkg7",
    "is not in",
    "isn't found",
    "no such gene",
    "no\xa0such\tgene",
    "NO  CELLS",
    "0  cells",
    "zero cells",
]
PIECES += [
    "KeyError",
    "was removed",
    "not absent",
    "\u0130",
    "\xb5",
    " ",
    "\n",
    "\r",
    "\u2028",
    ". ",
    "; ",
    "cells",
    "norm",
    "Missing",
    "m\u0131\u017f\u017f\u0131ng",
    "the h5ad FILE",
    "\u03bcK",
]


@pytest.mark.parametrize("names", [names_of(("NKG7",)), names_of(("NKG7", "\xb5k")), FILE])
@given(text=st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
def test_looking_only_at_lines_with_a_name_and_a_hint_loses_nothing(names, text):
    assert says_missing([text], names) == slowly_says_missing(text, names)


def test_a_name_with_a_line_feed_is_in_no_line_and_holds_nobody_up():
    assert not says_missing(["\nCD3 is missing\n\nCD3 is missing"], names_of(("\nCD3",)))
