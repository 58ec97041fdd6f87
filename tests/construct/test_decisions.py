"""What the author's decisions do to a whole construction."""

import anndata as ad
import numpy as np
import pandas as pd
import pytest
import yaml
from scipy import sparse

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.problem import InputError
from counterproof.domain.registration import RegistrationAttempt
from counterproof.store.records import read_log

GENES = [f"GENE{number}" for number in range(1, 13)]
STUDY = {
    "study": "small",
    "variants": ["original", "null", "withdraw", "flip"],
    "agents": [{"name": "analyst", "route": "analyst"}],
    "replicates": 1,
    "bootstraps": 2,
    "stability": 0.5,
    "seed": 5,
}
ITEM = {
    "id": "specificity_gene1",
    "family": "specificity",
    "question": "Where is GENE1 highest?",
    "options": {"A": "B", "B": "T"},
    "key": "A",
    "data": {"source": "cells.h5ad"},
    "registration": {
        "ask": {"statistic": "specificity", "gene": "GENE1", "column": "kind"},
        "block": "layers/lognorm",
        "block_class": "log",
        "flip_to": "B",
    },
}
RISES = {
    "id": "expression_gene2",
    "family": "expression",
    "question": "Which gene rises?",
    "options": {"A": "GENE2", "B": "GENE5"},
    "key": "A",
    "data": {"source": "cells.h5ad"},
    "registration": {
        "ask": {"statistic": "expression", "a": {"condition": "stim"}, "b": {"condition": "ctrl"}, "donor": "donor"},
        "block": "layers/lognorm",
        "block_class": "log",
        "flip_to": "B",
        "flip": "exchange_conditions",
    },
}


@pytest.fixture
def study_of(tmp_path):
    """A study of two kinds of cells in two conditions, with columns that re-encode both."""

    def build(*items, keep_obs=()):
        rng = np.random.default_rng(2)
        kind, donor = np.repeat(["B", "T"], 60), np.tile(["D1", "D2", "D3", "D4"], 30)
        stim = np.isin(donor, ["D3", "D4"])
        rates = np.full((120, len(GENES)), 2.0)
        rates[kind == "B", 0] = rates[stim, 1] = rates[~stim, 4] = 9
        counts = rng.poisson(rates)
        log = np.log1p(counts / (counts.sum(axis=1) + rng.poisson(200, size=120))[:, None] * 1e4)
        obs = pd.DataFrame(
            {
                "kind": kind,
                "donor": donor,
                "condition": np.where(stim, "stim", "ctrl"),
                "chip": np.char.replace(donor.astype(str), "D", "chip"),
                "cluster": np.where(kind == "B", "3", "5"),
            },
            index=["".join(rng.choice(list("ACGT"), 12)) for _ in range(120)],
        ).astype("category")
        data = ad.AnnData(sparse.csr_matrix(counts.astype(np.int32)), obs=obs, var=pd.DataFrame(index=GENES))
        data.layers["lognorm"] = sparse.csr_matrix(log.astype(np.float32))
        folder = tmp_path / "small"
        (folder / "items").mkdir(parents=True, exist_ok=True)
        data.write_h5ad(folder / "cells.h5ad")
        (folder / "study.yaml").write_text(yaml.safe_dump(STUDY | {"keep_obs": list(keep_obs)}))
        for item in items:
            (folder / "items" / f"{item['id']}.yaml").write_text(yaml.safe_dump(item))
        return open_study(folder)

    return build


def registered(item, **more):
    return item | {"registration": item["registration"] | more}


def made(study):
    return {one.item: one for one in construct(study, progress=False)}


def test_an_undecided_column_excludes_the_item_and_names_itself(study_of):
    one = made(study_of(ITEM, keep_obs=["cluster"]))["specificity_gene1"]
    assert one.excluded == "leak"
    assert one.detail == (
        "cluster tells 100% of kind: decide in the item's file: registration.decisions: {cluster: drop}, or keep"
    )
    assert not one.variants


def test_an_item_that_awaits_a_decision_is_not_registered_yet_so_deciding_is_no_change(study_of):
    study = study_of(ITEM, keep_obs=["cluster"])
    construct(study, progress=False)
    assert not study.layout.registration("specificity_gene1").exists()
    decided = study_of(registered(ITEM, decisions={"cluster": "drop"}), keep_obs=["cluster"])
    one = made(decided)["specificity_gene1"]
    assert one.excluded is None
    assert one.registration.keep_obs == ("kind",)
    assert not one.registration.after_viewing
    assert len(read_log(study.layout.registration_log, RegistrationAttempt)) == 1


def test_a_column_that_is_kept_is_declared(study_of):
    one = made(study_of(registered(ITEM, decisions={"cluster": "keep"}), keep_obs=["cluster"]))["specificity_gene1"]
    assert one.excluded is None
    assert [check.check for check in one.leaks if check.declared] == ["label re-encoders"]


def test_samples_and_donors_that_an_item_names_move_with_the_condition(study_of):
    one = made(study_of(RISES))["expression_gene2"]
    assert one.excluded is None
    assert one.registration.edits["flip"].along == ("donor",)


def test_a_column_of_samples_that_no_item_names_is_moved_by_decision(study_of):
    assert "chip tells 100% of condition" in made(study_of(RISES, keep_obs=["chip"]))["expression_gene2"].detail
    one = made(study_of(registered(RISES, decisions={"chip": "move"}), keep_obs=["chip"]))["expression_gene2"]
    assert one.excluded is None
    assert one.registration.edits["flip"].along == ("donor", "chip")


@pytest.mark.parametrize(
    ("decisions", "says"),
    [
        ({"kind": "drop"}, "decisions.kind: cannot be dropped: the item itself reads it"),
        ({"cluster": "move"}, "decisions.cluster: cannot be moved: no edit moves it"),
    ],
)
def test_a_decision_that_cannot_be_carried_out_is_refused(study_of, decisions, says):
    with pytest.raises(InputError, match=says):
        construct(study_of(registered(ITEM, decisions=decisions), keep_obs=["cluster"]), progress=False)


def test_how_well_old_labels_show_through_is_kept_with_the_item(study_of):
    found = made(study_of(ITEM, RISES))
    (told,) = found["specificity_gene1"].predictability
    assert (told.variant, told.column, told.labels) == ("flip", "kind", ("B", "T"))
    # The asked gene, the only one that differs, is left out.
    assert told.accuracy == pytest.approx(0.5, abs=0.15)
    (told,) = found["expression_gene2"].predictability
    assert told.held_out == "donor"
