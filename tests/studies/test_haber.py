"""A whole audit of abundance from a table of counts of cells: one row a mouse, one column a type."""

import anndata as ad
import numpy as np
import pandas as pd
import pytest
from scipy import sparse

N_GENES = 20


def cells_of(counts: pd.DataFrame, *, seed: int) -> ad.AnnData:
    """One cell for each that the table counts, labelled by mouse, condition and type, in random order.

    A table has no expression: the matrix is Poisson noise of one rate, the same for all cells, so that nothing but the
    labels can decide, and no classifier can tell who is who.
    """
    rng = np.random.default_rng(seed)
    long = counts.melt(id_vars="Mouse", var_name="cell_type", value_name="n")
    labels = long.loc[long.index.repeat(long["n"])].sample(frac=1, random_state=seed)
    obs = pd.DataFrame(
        {
            "cell_type": labels["cell_type"].to_numpy(),
            # A mouse's name says its condition; the number in the table is all that its own name keeps.
            "condition": labels["Mouse"].str.rsplit("_", n=1).str[0].to_numpy(),
            "mouse": labels["Mouse"]
            .map({name: f"M{place:02d}" for place, name in enumerate(counts["Mouse"])})
            .to_numpy(),
        },
        index=["".join(letters) for letters in rng.choice(list("ACGT"), size=(len(labels), 14))],
    )
    noise = sparse.csr_matrix(rng.poisson(1.0, size=(len(labels), N_GENES)).astype(np.int32))
    var = pd.DataFrame(index=[f"Noise{number}" for number in range(N_GENES)])
    return ad.AnnData(noise, obs=obs.astype("category"), var=var)


@pytest.fixture(scope="module")
def audit(audited, shared, tmp_path_factory):
    path = tmp_path_factory.mktemp("haber") / "cells.h5ad"
    cells_of(pd.read_csv(shared / "data" / "haber" / "haber_counts.csv"), seed=1).write_h5ad(path)
    return audited("haber", path)


def test_the_reference_agents_land_where_they_must(audit):
    assert audit.findings.holds, audit.findings.instrument.to_string()
    assert len(audit.decidable) == 4


def test_what_is_excluded_has_a_true_reason(audit):
    assert audit.excluded == {
        "abundance_day10_goblet": "tied",
        "abundance_day10_tuft": "unstable",
        "abundance_helminth_salmonella_stem": "unstable",
        "abundance_control_salmonella_unpaired": "edit impossible",
    }
    assert "4 of mouse on one side against 2 on the other" in audit.made["abundance_control_salmonella_unpaired"].detail


def test_no_check_finds_a_leak_and_mice_move_with_their_condition(audit):
    assert all(check.passed and not check.declared for one in audit.decidable for check in one.leaks)
    flip = audit.made["abundance_salmonella_helminth_enterocyte"].registration.edits["flip"]
    assert flip.along == ("mouse",)


def test_noise_tells_nobody_the_condition(audit):
    (found,) = audit.made["abundance_salmonella_helminth_enterocyte"].predictability
    assert found.accuracy == pytest.approx(0.5, abs=0.1)


def test_every_item_says_that_the_table_had_been_seen(audit):
    assert all(one.registration.after_viewing for one in audit.made.values())
