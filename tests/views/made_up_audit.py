"""A small audit made of synthetic records: nothing here was measured, every test sees the same."""

import json
from pathlib import Path
from typing import Any

import pandas as pd

from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.answer import Answer
from counterproof.domain.construction import Construction
from counterproof.domain.finding import BlockResult, LeakCheck, Screening, Verification
from counterproof.domain.item import DataSource, Item, RegistrationDraft
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Abundance, Group, Marker
from counterproof.domain.study import Study
from counterproof.domain.trajectory import Step, Totals, Trajectory
from counterproof.domain.trial import Trial, TrialKey
from counterproof.domain.variant import Edit
from counterproof.store.layout import layout_of
from counterproof.store.study import OpenStudy

DATA_VARIANTS = ("original", "null", "withdraw", "flip")
GENES = {"A": "CD79A", "B": "NKG7", "C": "FCER1A", "D": "CD3D"}
GROUPS = {"A": "Monocytes", "B": "NK cells", "C": "B cells", "D": "T cells"}
AGENTS = ("analyst", "reciter", "fallback", "guesser")
SHA = "0" * 64


def made_up_item(name: str = "nk_marker", *, family: str = "marker") -> Item:
    if family == "abundance":
        condition = "condition"
        ask: Any = Abundance(
            column="cell_type",
            a=Group(column=condition, value="treated"),
            b=Group(column=condition, value="control"),
        )
        question, options = "Which cell type grows after treatment?", GROUPS
    else:
        ask = Marker(group=Group(column="bulk_labels", value="CD56+ NK"))
        question, options = "Which gene marks CD56+ NK cells most strongly against all other cells?", GENES
    draft = RegistrationDraft(ask=ask, block="raw", block_class="log", flip_to="A")
    return Item(
        id=name,
        family=family,
        question=question,
        options=options,
        key="B",
        background="Peripheral blood, one healthy donor.",
        data=DataSource(source="simulated:cohort"),
        registration=draft,
    )


def values_on(variant: str, *, scale: float = 1.0) -> dict[str, float | None]:
    plain: dict[str, float | None] = {"A": -0.42 * scale, "B": 2.81 * scale, "C": -0.05 * scale, "D": 0.1 * scale}
    if variant == "withdraw":
        return {**plain, "B": None}
    if variant == "flip":
        return {**plain, "A": plain["B"], "B": plain["A"]}
    return plain


def block_on(variant: str, *, block: str = "raw", scale: float = 1.0) -> BlockResult:
    values = values_on(variant, scale=scale)
    first, second = sorted((value for value in values.values() if value is not None), reverse=True)[:2]
    supported = {"withdraw": None, "flip": "A"}.get(variant, "B")
    return BlockResult(
        block=block,
        block_class="log" if block == "raw" else "scaled",
        values=values,
        supported=supported,
        lead=first - second,
        reason=None if supported else "the largest value does not reach the margin",
    )


def made_up_construction(item: Item, *, excluded: str | None = None, scale: float = 1.0) -> Construction:
    draft = item.registration
    assert draft is not None
    swap = Edit(kind="swap_genes", genes=("NKG7", "CD79A"))
    edits = {
        "original": Edit(kind="none"),
        "null": Edit(kind="permute"),
        "withdraw": Edit(kind="delete_gene", genes=("NKG7",)),
        "flip": swap,
    }
    registration = Registration(
        item=item.id,
        data_sha256=SHA,
        statistic=draft.ask,
        targets=dict(item.options),
        block="raw",
        block_class="log",
        margin=0.5 * scale,
        stability=0.95,
        bootstraps=200,
        key=item.key,
        flip_to="A",
        edits=edits,
        supported={"original": "B", "null": "B", "withdraw": None, "flip": "A"},
        keep_obs=(),
        contrasts=("flip", "withdraw"),
        seed=7,
    )
    blocks = (block_on("original", scale=scale), block_on("original", block="X", scale=scale * 0.6))
    screening = Screening(
        item=item.id,
        decision="excluded" if excluded else "decidable",
        reason=excluded,
        detail="the second option comes within the margin" if excluded else "",
        stability=None if excluded else 0.995,
        blocks=blocks,
    )
    if excluded:
        return Construction(
            item=item.id, excluded=excluded, detail=screening.detail, registration=registration, screening=screening
        )
    return Construction(
        item=item.id,
        excluded=None,
        registration=registration,
        screening=screening,
        verifications=tuple(
            Verification(
                item=item.id,
                variant=variant,
                expected=registration.supported[variant],
                passed=True,
                blocks=(block_on(variant, scale=scale), block_on(variant, block="X", scale=scale * 0.6)),
            )
            for variant in DATA_VARIANTS
        ),
        leaks=(
            LeakCheck(item=item.id, check="same layout", passed=True, evidence="4 files, 23 objects each"),
            LeakCheck(item=item.id, check="removed names", passed=True, evidence="NKG7 in none of 81,204 bytes"),
        ),
    )


def answer_of(agent: str, variant: str) -> Answer:
    choice = {
        "analyst": {"withdraw": (), "flip": ("A",), "no_data": ()},
        "reciter": {},
        "fallback": {"flip": ("A",)},
        "guesser": {"original": ("C",), "withdraw": ("D",), "flip": ("B",)},
    }[agent].get(variant, ("B",))
    support = "none" if not choice else "full" if agent == "analyst" else "partial"
    return Answer(
        choice=choice,
        confidence=92.0 if choice else 5.0,
        data_support=support,
        evidence=f"{agent} on its file: the largest difference is that of {GENES.get(choice[0], '?')}"
        if choice
        else "",
    )


def made_up_steps(agent: str, variant: str) -> tuple[Step, ...]:
    load = Step(
        kind="tool_call",
        tool="python",
        text="Look at the file first.",
        input="cells = load('data.h5ad')\ncells.shape",
        output="(700, 765)",
        seconds=0.4,
    )
    found = {gene: values_on(variant)[letter] for letter, gene in GENES.items()}
    table = "\n".join(f"{gene:8s} {value:6.2f}" for gene, value in found.items() if value is not None)
    compute = Step(
        kind="tool_call",
        tool="python",
        input="difference(cells, genes=['CD79A', 'NKG7', 'FCER1A', 'CD3D'])",
        output=table,
        seconds=1.3,
    )
    missing = Step(
        kind="tool_call",
        tool="python",
        input="difference(cells, genes=['NKG7'])",
        output="KeyError: 'NKG7' is not among the 764 genes",
        error=True,
        seconds=0.2,
    )
    think = Step(kind="thinking", text="The group is there. Compare every option in the same way before deciding.")
    done = Step(kind="message", text="I compared the four genes and wrote the answer to answer.json.")
    middle = (missing, compute) if variant == "withdraw" else (compute,)
    if agent == "reciter" or variant == "no_data":
        return (Step(kind="thinking", text="I know this one."), done)
    return (think, load, *middle, done)


def made_up_trial(item: Item, *, agent: str, variant: str, replicate: int = 1, **changes: Any) -> Trial:
    answer = answer_of(agent, variant)
    key = TrialKey(
        item=item.id,
        variant=variant,
        agent=agent,
        replicate=replicate,
        seed=7,
        item_sha256=SHA,
        data_sha256=None if variant == "no_data" else SHA,
        prompt_sha256=SHA,
        agent_sha256=SHA,
    )
    fields: dict[str, Any] = {
        "outcome": "answered" if answer.choice else "abstained",
        "reason": None if answer.choice else "the data cannot decide",
        "answer": answer,
        "trajectory": Trajectory(format="reference", steps=made_up_steps(agent, variant), totals=Totals(turns=4)),
        "seconds": 2.5,
        "started": "2026-11-30T09:00:00Z",
    }
    return Trial(key=key, **{**fields, **changes})


def made_up_trials(item: Item, *, agents: tuple[str, ...] = AGENTS, replicates: int = 1) -> tuple[Trial, ...]:
    return tuple(
        made_up_trial(item, agent=agent, variant=variant, replicate=replicate)
        for agent in agents
        for variant in (*DATA_VARIANTS, "no_data")
        for replicate in range(1, replicates + 1)
    )


def made_up_study() -> tuple[tuple[Item, ...], tuple[Construction, ...], tuple[Trial, ...]]:
    marker = [made_up_item(name) for name in ("nk_marker", "b_marker", "mono_marker", "dc_marker")]
    cohort = [made_up_item(name, family="abundance") for name in ("nk_grows", "b_grows")]
    constructions = [made_up_construction(item, scale=1 - place / 8) for place, item in enumerate(marker[:3])]
    constructions.append(made_up_construction(marker[3], excluded="stronger alternative"))
    constructions += [made_up_construction(item, scale=0.1) for item in cohort]
    items = (*marker, *cohort)
    trials = tuple(trial for item in items if item.id != "dc_marker" for trial in made_up_trials(item))
    return items, tuple(constructions), trials


def made_up_open_study(items: tuple[Item, ...]) -> OpenStudy:
    agents = tuple(ReferenceAgent(name=name, route=name) for name in AGENTS)
    return OpenStudy(Study(study="made_up", agents=agents, seed=7), items, layout_of(Path("made_up")))


HOSTILE = (
    "<img src=x onerror=\"window.harmed='img'\"><script>window.harmed='script'</script>"
    "</script><svg onload=\"window.harmed='svg'\"> \x1b[31mred\x1b[0m \x1b]0;title\x07 "
    "\n10%\r50%\r100% done\n\u202egnp.exe\u202c \x00 {{7*7}} "
    "${window.harmed='template'} javascript:window.harmed='url'\u2028end"
)


def hostile_trial(item: Item, *, variant: str = "original", size: int = 0) -> Trial:
    """A trial whose every text tries to become a program; its output has `size` characters more."""
    steps = (
        Step(kind="thinking", text=HOSTILE),
        Step(kind="tool_call", tool=HOSTILE, input=HOSTILE, output=HOSTILE + "x\n" * (size // 2)),
        Step(
            kind="tool_call",
            tool="python",
            input="1 / 0",
            output="\x1b[31mZeroDivisionError\x1b[0m " + HOSTILE,
            error=True,
        ),
        Step(kind="message", text=HOSTILE, sub_agent=HOSTILE),
    )
    answer = Answer(choice=("B",), confidence=100, data_support="full", evidence=HOSTILE)
    return made_up_trial(
        item,
        agent="analyst",
        variant=variant,
        answer=answer,
        reason=HOSTILE,
        outcome="answered",
        trajectory=Trajectory(format="reference", steps=steps),
    )


def with_arguments(agent: str, variant: str) -> Trajectory:
    """A trajectory whose first call has arguments of several kinds, as many tools send them."""
    sent = json.dumps({"command": "python - <<'END'\nprint(1)\nEND", "limits": {"seconds": 30}})
    call = Step(kind="tool_call", tool="bash", input=sent, output="1", seconds=0.1)
    think, *rest = made_up_steps(agent, variant)
    return Trajectory(format="reference", steps=(think, call, *rest))


def made_up_table(trials: tuple[Trial, ...]) -> pd.DataFrame:
    supported = {"original": "B", "null": "B", "flip": "A"}
    return pd.DataFrame(
        {
            "item": trial.key.item,
            "family": "marker" if "marker" in trial.key.item else "abundance",
            "variant": trial.key.variant,
            "agent": trial.key.agent,
            "replicate": trial.key.replicate,
            "outcome": trial.outcome,
            "reason": trial.reason,
            "choice": ",".join(trial.answer.choice) if trial.answer else "",
            "key": "B",
            "flip_to": "A",
            "supported": supported.get(trial.key.variant, ""),
        }
        for trial in trials
    )


def _score(agent: str, metric: str, value: float | None, **more: Any) -> dict[str, Any]:
    low = None if value is None else max(0.0, value - 0.12)
    high = None if value is None else min(1.0, value + 0.12)
    reason = None if value is not None else "no trial followed the flip"
    return {
        "agent": agent, "group": "all", "metric": metric, "value": value, "low": low, "high": high,
        "n_items": 18, "n_trials": 54, "reason": reason, "unreliable": False, **more,
    }  # fmt: skip # fields, many a line


def made_up_scores() -> pd.DataFrame:
    metrics = ("accuracy", "ega", "ega_strict", "no_data_accuracy", "followed", "withdrawal_credit")
    values: dict[str, tuple[float | None, ...]] = {
        "analyst": (0.97, 0.94, 0.94, 0.1, 0.97, 0.0),
        "reciter": (1.0, 0.0, 0.0, 1.0, 0.0, 1.0),
        "fallback": (0.96, 0.03, 0.0, 0.98, 0.96, 0.97),
        "guesser": (0.27, 0.05, None, 0.24, 0.22, 0.26),
    }
    routes = {
        "analyst": (0.97, 0.0, 0.0, 0.0, 0.03),
        "reciter": (0.0, 0.0, 1.0, 0.0, 0.0),
        "fallback": (0.03, 0.95, 0.02, 0.0, 0.0),
        "guesser": (0.18, 0.08, 0.07, 0.21, 0.46),
    }
    names = ("derived", "elimination", "recall", "flagged_kept", "other")
    rows = [
        _score(agent, metric, value)
        for agent, row in values.items()
        for metric, value in zip(metrics, row, strict=True)
    ]
    rows += [
        _score(agent, f"route_{name}", value)
        for agent, row in routes.items()
        for name, value in zip(names, row, strict=True)
    ]
    return pd.DataFrame(rows)


def made_up_validity() -> pd.DataFrame:
    metrics = ("null_sensitivity", "withdrawal_sensitivity", "flip_sensitivity", "blind_spot", "flip_auc")
    values: dict[str, tuple[float | None, ...]] = {
        "benchmark": (0.08, 0.41, 0.5, 0.55, 0.12),
        "self_report": (0.02, 0.2, 0.06, 0.61, 0.48),
        "follows_key": (0.08, 0.41, 0.5, 0.55, 0.12),
        "follows_evidence": (0.08, 0.9, 0.62, 0.02, None),
    }
    rows = []
    for evaluator, row in values.items():
        for metric, value in zip(metrics, row, strict=True):
            score = _score("all", metric, value)
            score.pop("group")
            rows.append({"evaluator": evaluator, **score})
    return pd.DataFrame(rows)
