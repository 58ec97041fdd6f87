from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.instance import Entity
from counterproof.edits.mentions import find_mentions


def found(text, *names):
    entity = Entity(name=names[0], aliases=names[1:])
    return [text[one.start : one.end] for one in find_mentions({"evidence": text}, [entity])]


@pytest.mark.parametrize(
    ("name", "text", "forms"),
    [
        ("TP53", "TP53's loss, two TP53s, tp53 and Tp53.", ["TP53", "TP53", "tp53", "Tp53"]),
        ("TNF-alpha", "TNF-alpha, TNF alpha, TNFalpha, TNF-\N{GREEK SMALL LETTER ALPHA}", None),
        ("IL-6", "IL-6, IL\N{NON-BREAKING HYPHEN}6, IL\N{EN DASH}6, IL6 and anti-IL-6-treated", None),
        ("SMAD1", "SMAD1-deficient mice, but no SMAD10 and no hSMAD1.", ["SMAD1"]),
        ("allergy", "Allergy and allergies", ["Allergy", "allergies"]),
        ("CAT", "CAT is a gene; Cat too; a cat is not.", ["CAT", "Cat"]),
        ("virus", "two viruses", ["virus"]),
        ("K-Ras(G12C)", "the K-Ras(G12C) mutant", ["K-Ras(G12C)"]),
        ("breast cancer", "Breast-cancer and breast\ncancers", ["Breast-cancer", "breast\ncancer"]),
    ],
)
def test_every_form_of_a_name_is_found(name, text, forms):
    hits = found(text, name)
    assert hits == forms if forms else len(hits) == text.count(",") + 1 + text.count(" and ")


def test_all_aliases_are_the_same_entity_and_the_longest_name_wins():
    entities = [Entity(name="GLP-1"), Entity(name="GLP-1-MK-801", aliases=("the conjugate",))]
    text = "GLP-1-MK-801, the conjugate, beats GLP-1."
    assert [one.entity for one in find_mentions({"evidence": text}, entities)] == [1, 1, 0]


def test_mentions_are_found_in_every_part():
    parts = {"evidence": "TP53", "question": "Is TP53 high?", "option A": "TP53"}
    assert {one.part for one in find_mentions(parts, [Entity(name="TP53")])} == set(parts)


names = st.text("ABab12- ", min_size=2, max_size=8).filter(
    lambda name: name.strip("- ").isascii() and name[0].isalnum()
)


@given(st.text("ABab12- .,'", max_size=60), st.lists(names, min_size=1, max_size=4))
def test_mentions_never_overlap_and_stand_in_order(text, given_names):
    hits = find_mentions({"evidence": text}, [Entity(name=name) for name in given_names])
    assert all(first.end <= second.start for first, second in pairwise(hits))
