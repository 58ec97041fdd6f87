"""A study with thousands of finished trials, written to a folder: what a large audit leaves on the disk."""

import random
from pathlib import Path
from typing import Any

from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.answer import Answer
from counterproof.domain.construction import Construction
from counterproof.domain.finding import Screening
from counterproof.domain.item import Item
from counterproof.domain.registration import Registration
from counterproof.domain.study import Study
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.domain.trial import Trial, TrialKey
from counterproof.domain.variant import DATA_VARIANTS, Edit, Variant
from counterproof.store.layout import layout_of
from counterproof.store.records import write_record
from counterproof.store.study import OpenStudy
from counterproof.trials.plan import planned_trials

SHA = "0" * 64
GENES = {"A": "CD79A", "B": "NKG7", "C": "FCER1A", "D": "CD3D"}
MARKER = {"statistic": "marker", "group": {"cell": "NK"}}
EDITS = {
    "original": Edit(kind="none"),
    "null": Edit(kind="permute"),
    "withdraw": Edit(kind="delete_gene", genes=("NKG7",)),
    "flip": Edit(kind="swap_genes", genes=("NKG7", "CD79A")),
}
SUPPORTED = {"original": "B", "null": "B", "withdraw": None, "flip": "A"}
LINES = (
    "NK cells 2.81  B cells -0.42  dendritic cells -0.05  T cells 0.10  # mean log expression of NKG7\n",
    "obs: 'bulk_labels', 'n_genes', 'percent_mito', 'S_score', 'phase', 'louvain'; no duplicate names\n",
    "WARNING: X holds values that are not counts, using raw instead; NKG7 is highly variable.\n",
)
COMMANDS = (
    "python - <<'PY'\nimport anndata as ad\na = ad.read_h5ad('data.h5ad')\nprint(a.obs['cell'].value_counts())\nPY",
    "ls -la && cat prompt.txt",
    "python -c \"import scanpy as sc; a = sc.read('data.h5ad'); print(a[:, 'NKG7'].X.mean())\"",
    "find / -name '*grader*'",
    "pip install scanpy",
)


def made_up_study(
    folder: Path, *, items: int, agents: int, replicates: int
) -> tuple[OpenStudy, tuple[Construction, ...]]:
    """An open study and its constructions; nothing is on the disk yet."""
    layout = layout_of(folder / "study", out=folder / "out")
    made_items = tuple(_item(number) for number in range(items))
    specs = tuple(ReferenceAgent(name=f"agent{number}", route="analyst") for number in range(agents))
    study = Study(study="large", agents=specs, replicates=replicates, seed=7)
    return OpenStudy(study, made_items, layout), tuple(
        construction_of(item, statistic=MARKER, edits=EDITS, supported=SUPPORTED) for item in made_items
    )


def write_trials(study: OpenStudy, constructions: tuple[Construction, ...], *, calls: int, seed: int) -> int:
    """How many tool calls the trials hold that were written: `calls` in all, shared out by chance."""
    chance = random.Random(seed)  # noqa: S311 nothing secret
    keys = [planned.key for planned in planned_trials(study, constructions)]
    shares = [0] * len(keys)
    for _ in range(calls):
        shares[chance.randrange(len(keys))] += 1
    for key, share in zip(keys, shares, strict=True):
        write_record(study.layout.trial(key), _trial(key, share, chance=chance))
    return sum(shares)


def _trial(key: TrialKey, calls: int, *, chance: random.Random) -> Trial:
    steps = [Step(kind="message", text="I look at the data first, then compare the groups of the question.")]
    for _ in range(calls):
        command = chance.choices(COMMANDS, weights=[40, 20, 40, 1, 1])[0]
        output = "".join(chance.choices(LINES, weights=[8, 1, 1], k=chance.randrange(1, 60)))
        steps += [
            Step(kind="thinking", text=LINES[0] * 3),
            Step(kind="tool_call", tool="bash", input=command, output=output),
        ]
    answer = Answer(choice=(chance.choice("ABCD"),), confidence=80, data_support="full", evidence="NKG7 leads by 2.7.")
    trajectory = Trajectory(format="own", steps=tuple(steps))
    return Trial(key=key, outcome="answered", answer=answer, trajectory=trajectory, seconds=20, started="2026-01-01")


def _item(number: int) -> Item:
    return Item(
        id=f"item{number:03}",
        family="marker",
        question="Which gene marks NK cells?",
        options=GENES,
        key="B",
        data={"source": "cells.h5ad"},
        registration={"ask": MARKER, "block": "X", "block_class": "log", "flip_to": "A"},
    )


def construction_of(
    item: Item, *, statistic: dict[str, Any], edits: dict[str, Edit], supported: dict[str, str | None]
) -> Construction:
    """What construction would have left of an item, without any file: `edits` and `supported` by variant."""
    registration = Registration(
        item=item.id,
        data_sha256=SHA,
        statistic=statistic,
        targets=item.options,
        block="X",
        block_class="log",
        margin=0.5,
        stability=0.95,
        bootstraps=200,
        key="B",
        flip_to="A",
        edits=edits,
        supported=supported,
        keep_obs=(),
        contrasts=("ega",),
        seed=1,
    )
    variants = tuple(
        Variant(
            item=item.id,
            name=name,
            edit=edits[name],
            path=f"variants/{item.id}/{name}.h5ad",
            sha256=SHA,
            bytes=1,
            n_cells=30,
            n_genes=4,
            registration=SHA,
        )
        for name in DATA_VARIANTS
        if name in edits
    )
    screening = Screening(item=item.id, decision="decidable")
    return Construction(item=item.id, excluded=None, registration=registration, screening=screening, variants=variants)
