import hashlib

import anndata
import numpy as np
import pandas as pd
import pytest

from counterproof.matter.cohort import COHORT_SEED, simulate_cohort, write_cohort
from counterproof.matter.cohort_truth import CONTROL, TREATED, TRUTH
from counterproof.matter.h5ad import block_names, load, read_cells


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("cohort") / "cohort.h5ad"
    write_cohort(path)
    return path


@pytest.fixture(scope="module")
def cohort(path):
    return load(path)


def test_the_file_has_counts_and_their_logarithm(path):
    assert block_names(path) == ("X", "layers/lognorm")
    assert read_cells(path, block="X", genes=[], columns=[]).block_class == "counts"
    assert read_cells(path, block="layers/lognorm", genes=[], columns=[]).block_class == "log"


def test_the_bytes_are_the_same_each_time(path, tmp_path):
    write_cohort(tmp_path / "again.h5ad")
    assert hashlib.sha256((tmp_path / "again.h5ad").read_bytes()).digest() == hashlib.sha256(path.read_bytes()).digest()


def test_every_cell_says_that_it_is_simulated(cohort):
    assert cohort.obs.index.is_unique
    assert cohort.obs.index.str.startswith("SIM-").all()


def test_four_donors_of_one_sample_each_are_nested_in_each_condition(cohort):
    pairs = cohort.obs[["condition", "donor", "sample"]].drop_duplicates()
    assert len(pairs) == 8
    assert pairs["condition"].value_counts().to_dict() == {CONTROL: 4, TREATED: 4}
    assert pairs["donor"].is_unique
    assert pairs["sample"].is_unique


def test_names_and_order_of_donors_tell_nothing_about_their_condition(cohort):
    sides = cohort.obs.drop_duplicates("donor").set_index("donor")["condition"]
    numbers = sides.index.str.removeprefix("D").astype(int)
    assert sorted(numbers) == list(range(1, 9))
    assert numbers[sides == CONTROL].max() > numbers[sides == TREATED].min()
    assert not (cohort.obs["condition"] == cohort.obs["condition"].sort_values().to_numpy()).all()


def test_types_grow_and_shrink_as_the_truth_says(cohort):
    shares = pd.crosstab([cohort.obs["condition"], cohort.obs["sample"]], cohort.obs["cell_type"], normalize="index")
    means = shares.groupby(level=0, observed=True).mean()
    change = means.loc[TREATED] - means.loc[CONTROL]
    for cell_type, value in change.items():
        assert value == pytest.approx(TRUTH.change(cell_type), abs=0.06)
    ranked = change.sort_values()
    assert ranked.index[:2].tolist() == ["CD4 T", "B"]
    assert ranked.index[-2:].tolist() == ["Dendritic", "Monocyte"]
    assert ranked.iloc[1] < -0.1
    assert ranked.iloc[-2] > 0.1


@pytest.mark.parametrize("cell_type", TRUTH.effects)
def test_genes_change_per_donor_as_the_truth_says(cohort, cell_type):
    counts = pd.DataFrame(
        cohort.blocks["X"].matrix.toarray(), index=cohort.obs.index, columns=cohort.axes["var"].index
    )[cohort.obs["cell_type"] == cell_type]
    labels = cohort.obs.loc[counts.index]
    sums = counts.groupby([labels["condition"], labels["donor"]], observed=True).sum()
    logs = np.log1p(sums.div(sums.sum(axis=1), axis=0) * 10_000)
    change = logs.loc[TREATED].mean() - logs.loc[CONTROL].mean()
    effects = TRUTH.effects[cell_type]
    for gene, effect in effects.items():
        assert np.sign(change[gene]) == np.sign(effect)
        assert abs(change[gene]) > 0.5 or abs(effect) <= 1
    assert change.drop(list(effects)).abs().max() < 0.6


def test_no_row_of_the_normalised_layer_adds_up_to_a_constant(cohort):
    sums = np.expm1(cohort.blocks["layers/lognorm"].matrix.toarray()).sum(axis=1)
    assert sums.std() / sums.mean() > 0.05


def test_the_missing_mass_of_a_row_does_not_give_a_removed_gene_back(cohort):
    genes = cohort.axes["var"].index
    values = np.expm1(cohort.blocks["layers/lognorm"].matrix.toarray())
    removed = values[:, genes.get_loc("CXCL10")]
    inside = (cohort.obs["cell_type"] == "Monocyte") & (cohort.obs["condition"] == TREATED)
    rest = values.sum(axis=1) - removed
    assert abs(np.corrcoef(rest[inside], removed[inside])[0, 1]) < 0.3


def test_library_sizes_vary(cohort):
    totals = cohort.blocks["X"].matrix.sum(axis=1)
    assert 0.2 < totals.std() / totals.mean() < 0.6


def test_another_seed_gives_another_cohort():
    one, other = simulate_cohort(seed=COHORT_SEED), simulate_cohort(seed=1)
    assert one.obs.index.tolist() != other.obs.index.tolist()


def test_anndata_reads_it_without_a_warning(path):
    assert set(anndata.read_h5ad(path).obs.columns) == {"cell_type", "condition", "donor", "sample"}
