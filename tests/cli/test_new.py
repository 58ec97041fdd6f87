import csv
import json

import pytest
from typer.testing import CliRunner

from counterproof.benchmarks.own import open_study
from counterproof.cli import app
from counterproof.domain.loaded_item import LoadedItem


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "120", "NO_COLOR": "1"})


def test_a_study_is_made_of_baisbench_and_its_own_keys_score_full_marks(shared, tmp_path):
    made = run("new", tmp_path / "bais", "--from", "baisbench", shared / "data/baisbench")
    assert made.exit_code == 0, made.output
    assert "193 items of 205 rows" in made.output
    assert "  12 x the slot is empty" in made.output
    assert "  41 x several keys" in made.output
    assert "193 without a registration: no data file of it is here" in made.output
    items = open_study(tmp_path / "bais").items
    with (tmp_path / "answers.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("item", "answer"), *((item.id, item.key) for item in items[:100])])
    scored = run("score", tmp_path / "bais", tmp_path / "answers.csv", "--write", tmp_path / "verdicts.csv")
    assert scored.exit_code == 0, scored.output
    assert "100 of 193 items are answered in answers.csv" in scored.output
    assert "passed: 100 of 193, 0.518 (95% Wilson" in scored.output
    assert len((tmp_path / "verdicts.csv").read_text().splitlines()) == 194


def test_an_audit_of_a_draft_says_how_to_accept_it(tmp_path, shared):
    eval_ = {
        "id": "NK",
        "task": "Which gene is a marker of NK cells?\nA) CD79A\nB) NKG7\nC) LYZ",
        "grader": {"type": "multiple_choice", "config": {"correct_answer": "B"}},
    }
    (tmp_path / "evals").mkdir()
    (tmp_path / "evals" / "nk.json").write_text(json.dumps(eval_ | {"id": "pbmc_nk"}))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "pbmc_nk.h5ad").symlink_to(_cells(tmp_path))
    words = ("new", tmp_path / "mine", "--from", "latch", tmp_path / "evals", "--data", tmp_path / "data")
    made = run(*words)
    assert "1 drafted, to be read and accepted:\n  pbmc_nk" in made.output, made.output
    refused = run("audit", tmp_path / "mine", "--jobs", "1")
    assert refused.exit_code == 2
    assert "pbmc_nk.yaml: draft: its registration is a draft" in refused.output
    assert "then take the line `draft: true` out of the file" in refused.output
    again = run(*words)
    assert (again.exit_code, "is there already" in again.output) == (2, True)


def _cells(folder):
    """A small data file with one group that is named as in the question."""
    import anndata as ad  # noqa: PLC0415, one test needs it
    import numpy as np  # noqa: PLC0415, only this test needs them
    import pandas as pd  # noqa: PLC0415, only this test needs them

    rng = np.random.default_rng(1)
    obs = pd.DataFrame({"kind": pd.Categorical(["NK", "T", "B"] * 20)}, index=[f"c{i}" for i in range(60)])
    x = np.log1p(rng.poisson(2, (60, 4)) * 1.7).astype("float32")
    path = folder / "cells.h5ad"
    ad.AnnData(x, obs=obs, var=pd.DataFrame(index=["CD79A", "NKG7", "LYZ", "CD3D"])).write_h5ad(path)
    return path


@pytest.mark.parametrize("kind", ["labbench", "latch"])
def test_rows_that_are_no_item_are_counted_by_reason(kind, shared, tmp_path):
    made = run(
        "new", tmp_path / "x", "--from", kind, shared / "data" / {"latch": "latch_evals/scbench"}.get(kind, kind)
    )
    assert made.exit_code == 0
    assert ("2 x an option stands there twice" in made.output) == (kind == "labbench")
    assert all(isinstance(item, LoadedItem) for item in open_study(tmp_path / "x").items)
