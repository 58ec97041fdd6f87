import pytest
from tiny_study import registered

from counterproof.construct.anonymise.data import renamed_registration
from counterproof.construct.anonymise.names import Renaming
from counterproof.construct.anonymise.words import options_differ, renamed_item, unsaid
from counterproof.domain.item import DataSource, Item
from counterproof.domain.statistic import Specificity

NAMES = Renaming(
    genes={"CD3E": "Gene-B", "LYZ": "Gene-C", "REST": "Gene-D", "T": "Gene-F", "HLA-DRA": "Gene-G"},
    identifiers={},
    groups={"CD19+ B": "Group-Z"},
)


def renamed(question="Which?", *, background="", options=None, targets=None, ask=None):
    options = options or {"A": "CD3E", "B": "LYZ"}
    item = Item(
        id="one",
        family="specificity" if ask else "marker",
        question=question,
        background=background,
        options=options,
        key="A",
        data=DataSource(source="cells.h5ad"),
    )
    known = registered(ask, targets=targets or options)
    hidden = renamed_registration(known, NAMES)
    return renamed_item(item, known, hidden, NAMES), known, hidden


def test_question_background_and_options_take_the_same_names():
    item, *_ = renamed("Is it CD3E or LYZ?", background="CD3E is a chain. LYZ-rich cells eat.")
    assert item.question == "Is it Gene-B or Gene-C?"
    assert item.background == "Gene-B is a chain. Gene-C-rich cells eat."
    assert item.options == {"A": "Gene-B", "B": "Gene-C"}
    assert item.registration is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cd3e in mice", "Gene-B in mice"),
        ("HLA DRA", "Gene-G"),
        ("CD3EAP is another", "CD3EAP is another"),
        ("Rest, and let T cells rest", "Rest, and let T cells rest"),
    ],
)
def test_forms_of_a_name_are_hidden_and_words_are_not(text, expected):
    assert renamed(text)[0].question == expected


def test_an_option_that_calls_its_gene_otherwise_becomes_the_opaque_name_whole():
    item, *_ = renamed("Is lysozyme higher?", options={"A": "CD3E", "B": "lysozyme"}, targets={"A": "CD3E", "B": "LYZ"})
    assert item.options["B"] == "Gene-C"


def test_an_option_of_one_letter_is_hidden_though_the_letter_is_not_looked_for():
    item, *_ = renamed("T or B?", options={"A": "T", "B": "LYZ"})
    assert (item.options["A"], item.question) == ("Gene-F", "T or B?")


@pytest.mark.parametrize(
    ("targets", "differ"),
    [
        ({"A": "CD19+ B", "B": "NK", "C": "Mono"}, True),
        ({"A": "NK", "B": "CD19+ B", "C": "Mono"}, True),
        ({"A": "NK", "B": "Mono", "C": "DC"}, False),
    ],
)
def test_options_of_which_one_is_opaque_are_told_apart_by_that(targets, differ):
    known = registered(Specificity(gene="LYZ", column="kind"), targets=targets)
    assert options_differ(known, renamed_registration(known, NAMES)) is differ


def test_genes_as_options_are_all_opaque():
    known = registered(targets={"A": "CD3E", "B": "LYZ"})
    assert not options_differ(known, renamed_registration(known, NAMES))


def test_a_gene_that_the_question_calls_by_another_word_is_unsaid():
    ask = Specificity(gene="LYZ", column="kind")
    options = {"A": "CD19+ B", "B": "NK"}
    item, known, hidden = renamed("Where is lysozyme highest?", ask=ask, options=options)
    assert item.options["A"] == "Group-Z"
    assert unsaid(known, hidden, item) == ["Gene-C"]
    item, known, hidden = renamed("Where is LYZ highest?", ask=ask, options=options)
    assert unsaid(known, hidden, item) == []
