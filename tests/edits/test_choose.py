import pytest

from counterproof.domain.item import DataSource, Item, RegistrationDraft
from counterproof.domain.problem import InputError
from counterproof.domain.statistic import FAMILIES
from counterproof.domain.variant import Edit
from counterproof.edits.choose import FLIPS, WITHDRAWALS, edits_for

NK = {"kind": "NK"}
SIDES = {"a": {"condition": "stim"}, "b": {"condition": "ctrl"}}
ASKS = {
    "marker": {"statistic": "marker", "group": NK},
    "specificity": {"statistic": "specificity", "gene": "LYZ", "column": "kind"},
    "expression": {"statistic": "expression", **SIDES, "within": NK, "donor": "donor"},
    "abundance": {"statistic": "abundance", "column": "kind", **SIDES, "sample": "sample"},
    "coexpression": {"statistic": "coexpression", "gene": "LYZ", "within": NK},
}


def item_of(family, *, ask=None, **draft):
    registration = RegistrationDraft.model_validate(
        {"ask": ask or ASKS[family], "block": "raw", "block_class": "log", "flip_to": "B", **draft}
    )
    return Item(
        id="it",
        family=family,
        question="?",
        options={"A": "first", "B": "second"},
        key="A",
        data=DataSource(source="x.h5ad"),
        registration=registration,
    )


@pytest.mark.parametrize(
    ("family", "withdraw", "flip"),
    [
        ("marker", Edit(kind="delete_gene", genes=("first",)), Edit(kind="swap_genes", genes=("first", "second"))),
        (
            "specificity",
            Edit(kind="delete_gene", genes=("LYZ",)),
            Edit(kind="exchange_labels", column="kind", values=("first", "second")),
        ),
        ("expression", Edit(kind="delete_gene", genes=("first",)), Edit(kind="swap_genes", genes=("first", "second"))),
        (
            "abundance",
            Edit(kind="delete_group", column="condition", values=("stim",)),
            Edit(kind="exchange_conditions", column="condition", values=("stim", "ctrl"), along=("sample",)),
        ),
        ("coexpression", Edit(kind="delete_gene", genes=("LYZ",)), Edit(kind="swap_genes", genes=("first", "second"))),
    ],
)
def test_each_family_has_its_own_first_choice(family, withdraw, flip):
    edits = edits_for(item_of(family))
    assert edits["original"] == Edit(kind="none")
    assert edits["null"] == Edit(kind="permute")
    assert edits["withdraw"] == withdraw
    assert edits["flip"] == flip


@pytest.mark.parametrize(
    ("family", "column", "along"),
    [
        ("marker", "kind", ()),
        ("specificity", "kind", ()),
        ("expression", "condition", ("donor",)),
        ("abundance", "kind", ()),
        ("coexpression", "kind", ()),
    ],
)
def test_a_shuffle_deals_the_labels_that_the_statistic_reads(family, column, along):
    shuffle = edits_for(item_of(family))["withdraw_shuffle"]
    assert shuffle == Edit(kind="permute_labels", column=column, along=along)


def test_without_labels_there_is_nothing_to_shuffle():
    ask = {"statistic": "coexpression", "gene": "LYZ"}
    assert "withdraw_shuffle" not in edits_for(item_of("coexpression", ask=ask))


@pytest.mark.parametrize(
    ("family", "column", "value"),
    [
        ("marker", "kind", "NK"),
        ("specificity", "kind", "first"),
        ("expression", "condition", "stim"),
        ("abundance", "condition", "stim"),
    ],
)
def test_a_group_can_be_taken_away_instead_of_a_gene(family, column, value):
    edits = edits_for(item_of(family, withdraw="delete_group"))
    assert edits["withdraw"] == Edit(kind="delete_group", column=column, values=(value,))


def test_targets_stand_for_options_whose_text_is_no_name():
    edits = edits_for(item_of("marker", targets={"A": "NKG7", "B": "CD79A"}))
    assert edits["flip"].genes == ("NKG7", "CD79A")


def test_conditions_of_an_expression_item_move_with_donors_and_what_the_study_keeps():
    edits = edits_for(item_of("expression", flip="exchange_conditions"), along=("sample", "donor", "condition"))
    assert edits["flip"].along == ("donor", "sample")


def test_reversed_proportions_name_the_groups_and_then_the_samples():
    edits = edits_for(item_of("abundance", flip="reverse_proportions"), along=("donor",))
    assert edits["flip"].along == ("kind", "sample")
    assert edits["flip"].values == ("stim", "ctrl")


@pytest.mark.parametrize(
    ("family", "draft", "message"),
    [
        (
            "abundance",
            {"withdraw": "delete_gene"},
            r"it: registration.withdraw: 'delete_gene' is no withdraw of the fam",
        ),
        (
            "marker",
            {"flip": "exchange_conditions"},
            r"registration.flip: 'exchange_conditions' is no flip(.|\n)*swap_genes",
        ),
    ],
)
def test_an_edit_that_the_family_does_not_have_is_refused_with_those_it_has(family, draft, message):
    with pytest.raises(InputError, match=message):
        edits_for(item_of(family, **draft))


def test_conditions_of_two_columns_cannot_be_exchanged():
    ask = {"statistic": "abundance", "column": "kind", "a": {"condition": "stim"}, "b": {"batch": "1"}}
    with pytest.raises(InputError, match="both conditions must be labels of one column"):
        edits_for(item_of("abundance", ask=ask))


def test_an_item_without_a_registration_has_no_edits():
    bare = item_of("marker").model_copy(update={"registration": None})
    with pytest.raises(InputError, match="it: registration: is missing"):
        edits_for(bare)


def test_every_family_has_a_withdrawal_and_a_flip():
    assert set(WITHDRAWALS) == set(FLIPS) == set(FAMILIES)
