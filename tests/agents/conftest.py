"""Tiny data files and the trials of agents on them."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import anndata as ad
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from counterproof.agents.brief import Brief
from counterproof.agents.registry import run_agent
from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.trajectory import Step

sys.path += [str(Path(__file__).parents[1] / "support"), str(Path(__file__).parents[1] / "views")]


@pytest.fixture
def write(tmp_path):
    """Write an h5ad file: `X` by gene over cells, obs by column; more blocks by name."""
    folder = tmp_path / "trial"
    folder.mkdir()

    def write(x, obs, *, raw=None, layers=None, sparse=True):
        frame = pd.DataFrame(x, dtype="float32")
        cells = [f"c{i}" for i in range(len(frame))]

        def matrix(part):
            values = pd.DataFrame(part).to_numpy(dtype="float32")
            return sp.csr_matrix(values) if sparse else values

        data = ad.AnnData(matrix(frame), obs=pd.DataFrame(obs).set_axis(cells), var=pd.DataFrame(index=list(frame)))
        for name, values in (layers or {}).items():
            data.layers[name] = matrix(values)
        if raw is not None:
            data.raw = ad.AnnData(matrix(raw), obs=pd.DataFrame(index=cells), var=pd.DataFrame(index=list(raw)))
        data.write_h5ad(folder / "data.h5ad")
        return folder

    return write


def brief(question, options, *, block="X", block_class="log", margin=0.5):
    """A brief whose letters follow the order of the options."""
    letters = dict(zip("ABCDEFGH", options, strict=False))
    return Brief.model_validate(
        {"question": question, "options": letters, "block": block, "block_class": block_class, "margin": margin}
    )


def answer(route, folder, asked, *, prior=None, seed=1):
    """Let a reference agent answer in a folder; its answer and its steps."""
    spec = ReferenceAgent(name=route, route=route)
    handout = {"brief": asked.model_dump(mode="json")} | ({} if prior is None else {"prior": prior})
    run_agent(spec, folder, handout=handout, seed=seed)
    steps = [Step.model_validate_json(line) for line in (folder / "trajectory.jsonl").read_text().splitlines()]
    fields = json.loads((folder / "answer.json").read_text())
    return SimpleNamespace(**fields, steps=steps, log="\n".join(f"{s.text}\n{s.input}\n{s.output}" for s in steps))


@pytest.fixture
def ask():
    return SimpleNamespace(brief=brief, answer=answer)


@pytest.fixture
def nk(write):
    """A log matrix in which NKG7 marks the group NK; `genes` renames its columns, as a flip does."""

    def build(genes=("CD3D", "NKG7", "MS4A1", "LYZ"), **kwargs):
        rng = np.random.default_rng(5)
        cells = np.repeat(["NK", "T", "B"], 20)
        x = rng.uniform(0, 0.4, (60, len(genes)))
        if len(genes) > 1:
            x[cells == "NK", 1] += 2
        return write(pd.DataFrame(x, columns=list(genes)), {"cell": pd.Categorical(cells)}, **kwargs)

    return build
