"""Whole constructions of items whose rows are normalised anew after a gene was deleted."""

import re

import anndata as ad
import numpy as np
import pandas as pd
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.problem import InputError

GENES = [f"GENE{number}" for number in range(1, 11)]
STUDY = {
    "study": "small",
    "variants": ["original", "null", "withdraw", "withdraw_shuffle", "flip"],
    "agents": [{"name": "analyst", "route": "analyst"}],
    "replicates": 1,
    "bootstraps": 2,
    "stability": 0.5,
    "seed": 5,
}
ITEM = {
    "id": "marker_b",
    "family": "marker",
    "question": "Which gene marks B cells?",
    "options": {"A": "GENE1", "B": "GENE2", "C": "GENE3"},
    "key": "A",
    "data": {"source": "cells.h5ad"},
    "registration": {
        "ask": {"statistic": "marker", "group": {"kind": "B"}},
        "block": "X",
        "block_class": "log",
        "flip_to": "B",
        "after_deletion": "renormalise",
    },
}


@pytest.fixture
def study_of(tmp_path):
    """A study on cells whose logarithms are those of their counts, normalised over exactly the genes there are."""

    def build(*, seed=2, sparsely=True, change=lambda data: data, **registered):
        rng = np.random.default_rng(seed)
        kind = np.repeat(["B", "T"], 70)
        rates = np.full((140, len(GENES)), 4.0) * rng.lognormal(0, 0.3, (140, 1))
        rates[kind == "B", 0] *= 4
        counts = rng.poisson(rates) + 1
        log = np.log1p(counts / counts.sum(axis=1, keepdims=True) * 1e4).astype(np.float32)
        stored = sparse.csr_matrix if sparsely else np.asarray
        names = ["".join(rng.choice(list("ACGT"), 12)) for _ in range(140)]
        obs = pd.DataFrame({"kind": pd.Categorical(kind)}, index=names)
        data = ad.AnnData(stored(log), obs=obs, var=pd.DataFrame(index=GENES))
        data.layers["counts"] = stored(counts.astype(np.int32))
        folder = tmp_path / "small"
        (folder / "items").mkdir(parents=True, exist_ok=True)
        change(data).write_h5ad(folder / "cells.h5ad")
        (folder / "study.yaml").write_text(yaml.safe_dump(STUDY))
        item = ITEM | {"registration": ITEM["registration"] | registered}
        (folder / "items" / "marker_b.yaml").write_text(yaml.safe_dump(item))
        return open_study(folder)

    return build


def made(study, **options):
    (one,) = construct(study, progress=False, **options)
    return one


def files(study, one):
    return {variant.name: ad.read_h5ad(study.layout.work / variant.path) for variant in one.variants}


def sums(data):
    return np.expm1(np.asarray(sparse.csr_matrix(data.X).todense(), np.float64)).sum(axis=1)


@pytest.mark.parametrize("sparsely", [True, False])
def test_rows_of_every_variant_add_up_to_the_target_and_hide_nothing(study_of, sparsely):
    study = study_of(sparsely=sparsely)
    one = made(study)
    assert one.excluded is None, one.detail
    assert one.registration.renormalised["X"].model_dump() == {"counts": "layers/counts", "target_sum": 1e4}
    assert all(verdict.passed for verdict in one.verifications)
    assert all(check.passed and not check.declared for check in one.leaks)
    for data in files(study, one).values():
        np.testing.assert_allclose(sums(data), 1e4, rtol=1e-5)


def test_without_it_the_missing_mass_is_a_leak_and_with_declare_it_is_told(study_of):
    one = made(study_of(after_deletion=None))
    assert one.excluded == "leak"
    assert one.detail.endswith("register after_deletion: renormalise (the file needs counts), or declare")
    assert not one.registration.renormalised


def test_declared_rows_stay_as_they_were(study_of):
    study = study_of(after_deletion="declare")
    one = made(study)
    assert one.excluded is None
    assert [check.check for check in one.leaks if check.declared] == ["sums of rows"]
    assert np.ptp(sums(files(study, one)["withdraw"])) > 100


def test_the_statistic_of_the_other_genes_is_that_of_data_without_the_gene(study_of):
    study = study_of()
    one = made(study)
    source = ad.read_h5ad(study.layout.study / "cells.h5ad")
    counts = source.layers["counts"].toarray()[:, 1:].astype(float)
    log = np.log1p(counts / counts.sum(axis=1, keepdims=True) * 1e4)
    effect = log[source.obs["kind"] == "B"].mean(axis=0) - log[source.obs["kind"] == "T"].mean(axis=0)
    (verdict,) = (verdict for verdict in one.verifications if verdict.variant == "withdraw")
    found = {block.block: block.values for block in verdict.blocks}["X"]
    assert found["A"] is None
    assert [found["B"], found["C"]] == pytest.approx(effect[:2], abs=1e-5)


def test_the_untouched_variant_holds_the_values_of_the_source(study_of):
    study = study_of()
    one = made(study)
    source = ad.read_h5ad(study.layout.study / "cells.h5ad")
    original = files(study, one)["original"][source.obs_names, source.var_names]
    np.testing.assert_allclose(original.X.toarray(), source.X.toarray(), rtol=1e-6)


@given(st.integers(0, 10**6))
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_check_finds_a_leak_whatever_the_cells(study_of, seed):
    study = study_of(seed=seed)
    # Every example has the same folder, and other data.
    study.layout.registration("marker_b").unlink(missing_ok=True)
    one = made(study, force=True)
    assert not [check.evidence for check in one.leaks if not check.passed or check.declared]
    assert one.excluded in {None, "second answer"}


def test_the_same_registration_gives_the_same_bytes(study_of):
    study = study_of()
    first = made(study)
    assert made(study, force=True).variants == first.variants


def another_recipe(data):
    data.X = data.X.multiply(1.01).tocsr()
    return data


def no_counts(data):
    del data.layers["counts"]
    return data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (another_recipe, r"block X cannot be computed anew from counts \(layers/counts: cell \d+ has .*rows add up to"),
        (no_counts, r"block X cannot be computed anew from counts \(no block of counts has its genes\)"),
    ],
)
def test_another_recipe_is_refused_and_the_item_not_registered_until_its_author_declares(study_of, change, says):
    study = study_of(change=change)
    one = made(study)
    assert one.excluded == "leak"
    assert re.search(says, one.detail)
    assert "register after_deletion: declare" in one.detail
    assert not one.variants
    assert not study.layout.registration("marker_b").exists()
    declared = made(study_of(change=change, after_deletion="declare"))
    assert declared.excluded is None
    assert not declared.registration.after_viewing


def test_a_changed_choice_is_a_changed_registration(study_of):
    made(study_of())
    with pytest.raises(InputError, match="after_deletion, renormalised: the item differs from its frozen registration"):
        construct(study_of(after_deletion="declare"), progress=False)


def test_where_no_gene_is_deleted_nothing_is_computed_anew(study_of):
    one = made(study_of(withdraw="delete_group"))
    assert one.registration.after_deletion == "renormalise"
    assert not one.registration.renormalised
