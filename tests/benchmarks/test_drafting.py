import anndata
import h5py
import numpy as np
import pandas as pd
import pytest
from anndata import AnnData

from counterproof.benchmarks.drafting import draft_for
from counterproof.domain.loaded_item import LoadedItem
from counterproof.matter.contents import Contents
from counterproof.matter.source import locate

GENES = {"A": "CD79A", "B": "NKG7", "C": "LYZ", "D": "CD3D"}
GROUPS = {"A": "CD19+ B cells", "B": "CD14+ monocytes", "C": "CD56+ NK", "D": "Dendritic"}


@pytest.fixture(scope="module")
def contents(tmp_path_factory):
    folder = tmp_path_factory.mktemp("x")
    return Contents(locate("scanpy:pbmc68k_reduced", study=folder, sources=folder))


def item(question, options, **fields):
    given = {"id": "x", "benchmark": "baisbench", "source_id": "X", "key": "B"} | fields
    return LoadedItem(question=question, options=options, **given)


@pytest.mark.parametrize(
    ("question", "options", "ask"),
    [
        (
            "Which gene is a marker of CD56+ NK cells?",
            GENES,
            {"statistic": "marker", "group": {"column": "bulk_labels", "value": "CD56+ NK"}},
        ),
        (
            "Which gene is lower in CD19+ B cells compared to CD14+ monocytes?",
            GENES,
            {
                "statistic": "expression",
                "a": {"column": "bulk_labels", "value": "CD19+ B"},
                "b": {"column": "bulk_labels", "value": "CD14+ Monocyte"},
                "direction": "down",
                "within": None,
                "donor": None,
            },
        ),
        ("Which gene is co-expressed with CST3?", GENES, {"statistic": "coexpression", "gene": "CST3", "within": None}),
        (
            "In which population is S100A8 highest?",
            GROUPS,
            {"statistic": "specificity", "gene": "S100A8", "column": "bulk_labels"},
        ),
        (
            "Whose proportion grows in G2M against G1?",
            GROUPS,
            {
                "statistic": "abundance",
                "column": "bulk_labels",
                "a": {"column": "phase", "value": "G2M"},
                "b": {"column": "phase", "value": "G1"},
                "direction": "grows",
                "sample": None,
            },
        ),
    ],
)
def test_a_question_whose_words_are_in_the_data_is_drafted(contents, question, options, ask):
    draft = draft_for(item(question, options), contents).item
    assert draft.draft
    assert draft.family == ask["statistic"]
    assert draft.registration.ask.model_dump() == ask
    assert (draft.registration.block, draft.registration.block_class, draft.registration.flip_to) == ("raw", "log", "C")


@pytest.mark.parametrize(("key", "flip_to"), [("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")])
def test_no_letter_is_the_flip_of_most_items_so_that_one_who_always_answers_it_follows_none(contents, key, flip_to):
    draft = draft_for(item("In which population is S100A8 highest?", GROUPS, key=key), contents).item
    assert draft.registration.flip_to == flip_to


@pytest.mark.parametrize(
    ("question", "a", "b"),
    [
        ("Whose proportion grows from G1 to G2M?", "G2M", "G1"),
        ("Whose share changes: it shrinks from G1 phase to the G2M phase", "G2M", "G1"),
        ("Whose proportion grows in G1 to a level that is not found in G2M?", "G1", "G2M"),
        ("Whose proportion grows in G1 against G2M?", "G1", "G2M"),
    ],
)
def test_a_change_from_one_side_to_another_is_asked_of_the_other_side(contents, question, a, b):
    ask = draft_for(item(question, GROUPS), contents).item.registration.ask
    assert (ask.a.value, ask.b.value) == (a, b)


def test_genes_that_change_from_one_side_to_another_are_asked_of_the_other_side(contents):
    draft = draft_for(item("Which gene is upregulated from CD19+ B cells to dendritic cells?", GENES), contents).item
    assert (draft.registration.ask.a.value, draft.registration.ask.b.value) == ("Dendritic", "CD19+ B")


def test_genes_that_go_together_in_a_named_group_are_asked_within_it(contents):
    draft = draft_for(item("Which gene is correlated with CST3 in dendritic cells?", GENES), contents).item
    assert draft.registration.ask.within.model_dump() == {"column": "bulk_labels", "value": "Dendritic"}


def test_genes_that_go_together_in_several_groups_are_not_drafted(contents):
    found = draft_for(item("Which gene is correlated with CST3 in dendritic cells and CD56+ NK?", GENES), contents)
    assert (found.item, found.reason) == (None, "the question names several groups of the data")


@pytest.fixture(scope="module")
def cohort(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cohort")
    rng = np.random.default_rng(1)
    obs = pd.DataFrame({"type": ["T", "Bc"] * 12, "arm": ["ctrl"] * 12 + ["stim"] * 12})
    # Each donor gave cells to both arms; a sample is of one arm.
    obs = obs.assign(donor=[f"d{n // 2 % 3}" for n in range(24)])
    obs = obs.assign(Sample_ID=obs["arm"] + obs["donor"]).set_axis([f"c{n}" for n in range(24)]).astype("category")
    genes = pd.DataFrame(index=["CD79A", "NKG7", "LYZ", "CD3D"])
    path = folder / "cohort.h5ad"
    AnnData(np.log1p(rng.random((24, 4)) * 9), obs=obs, var=genes).write_h5ad(path)
    return Contents(path)


def test_a_column_of_donors_is_the_unit_of_a_difference_of_expression(cohort):
    draft = draft_for(item("Which gene is up-regulated in stim versus ctrl?", GENES), cohort).item
    assert draft.registration.ask.donor == "donor"


def test_a_column_of_samples_is_the_unit_of_a_change_of_proportions(cohort):
    groups = {"A": "T", "B": "Bc"}
    draft = draft_for(item("Whose proportion grows in stim against ctrl?", groups), cohort).item
    assert draft.registration.ask.sample == "Sample_ID"


def test_options_that_are_worded_otherwise_get_targets(contents):
    draft = draft_for(item("In which population is S100A8 highest?", GROUPS), contents).item
    assert draft.registration.targets == {"A": "CD19+ B", "B": "CD14+ Monocyte"}


@pytest.mark.parametrize(
    ("question", "options", "fields", "reason"),
    [
        ("Which gene marks CD56+ NK cells?", GENES, {"key": "A,B"}, "needs options and one key"),
        ("Which gene marks CD56+ NK cells?", GENES | {"D": "NOGENE"}, {}, "neither all genes nor all groups"),
        ("Which gene is it?", GENES, {}, "names no group of the data"),
        ("Which gene marks dendritic cells or CD56+ NK?", GENES, {}, "several groups"),
        ("Where is it highest?", GROUPS, {}, "neither one gene nor two conditions"),
        ("Which goes with LYZ and CST3, and is correlated?", GENES, {}, "does not name one gene"),
    ],
)
def test_what_does_not_fit_once_is_not_drafted_and_says_why(contents, question, options, fields, reason):
    found = draft_for(item(question, options, **fields), contents)
    assert found.item is None
    assert reason in found.reason


def test_a_column_whose_name_no_file_can_hold_is_not_drafted_and_says_why(tmp_path):
    path = tmp_path / "slash.h5ad"
    counts = np.random.default_rng(3).poisson(2.0, (60, 4)) + 1.0
    obs = pd.DataFrame(
        {"bulk_labels": pd.Categorical(["CD56+ NK", "CD19+ B"] * 30)}, index=[f"c{n}" for n in range(60)]
    )
    values = np.log1p(counts / counts.sum(axis=1, keepdims=True) * 1e4).astype(np.float32)
    anndata.AnnData(values, obs=obs, var=pd.DataFrame(index=list(GENES.values()))).write_h5ad(path)
    with h5py.File(path, "r+") as file:
        obs = file["obs"]
        obs.move("bulk_labels", "bulk/labels")
        obs.attrs["column-order"] = [
            "bulk/labels" if name == "bulk_labels" else name for name in obs.attrs["column-order"]
        ]
    found = draft_for(item("Which gene is a marker of CD56+ NK cells?", GENES), Contents(path))
    assert (found.item, found.reason) == (
        None,
        "the name of obs column 'bulk/labels' holds a '/': rename it in the data",
    )
