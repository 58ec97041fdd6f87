"""A whole study with many agents, written to a folder as an audit leaves it: study, items, constructions, trials."""

import random
from collections.abc import Iterator
from pathlib import Path

import anndata as ad
import made_up_runs
import numpy as np
import pandas as pd
import yaml
from made_up_runs import COMMANDS, GENES, LINES, construction_of

from counterproof.benchmarks.own import open_study
from counterproof.domain.answer import Answer
from counterproof.domain.construction import Construction
from counterproof.domain.trajectory import Totals
from counterproof.domain.trial import Trial, TrialKey
from counterproof.domain.variant import Edit
from counterproof.store.records import write_record
from counterproof.store.study import OpenStudy
from counterproof.trajectories.recorder import Recorder
from counterproof.trials.plan import planned_trials

VARIANTS = ["original", "null", "withdraw", "withdraw_shuffle", "flip", "no_data"]
REFERENCES = ("analyst", "reciter", "fallback", "eliminator", "guesser")
ASKED = {
    "marker": {"statistic": "marker", "group": {"cell": "NK"}},
    "expression": {"statistic": "expression", "a": {"cell": "NK"}, "b": {"cell": "T"}},
    "coexpression": {"statistic": "coexpression", "gene": "PRF1"},
}
EDITS = made_up_runs.EDITS | {"withdraw_shuffle": Edit(kind="permute_labels", column="cell")}
SUPPORTED = made_up_runs.SUPPORTED | {"withdraw_shuffle": None}
ROUTES = ("analyst", "reciter", "fallback", "guesser")
SPACING = 500
"""Of so many trials one is broken by the machinery."""


def write_study(folder: Path, *, items: int, agents: int, replicates: int) -> Path:
    """The study's folder, with its items and with what construction would have left; no trial is there yet."""
    study = folder / "study"
    (study / "items").mkdir(parents=True)
    own = [{"name": name, "route": name} for name in REFERENCES]
    others = [
        {"name": f"agent{place:02}", "kind": "command", "argv": ["true"]} for place in range(1, agents - len(own) + 1)
    ]
    spec = {
        "study": "made_up",
        "title": f"Made up: {items} items, {agents} agents, {replicates} replicate{'s' * (replicates > 1)}",
    }
    spec |= {"variants": VARIANTS, "agents": own + others, "replicates": replicates, "seed": 7}
    (study / "study.yaml").write_text(yaml.safe_dump(spec), encoding="utf-8")
    for place in range(items):
        fields = _item(place)
        (study / "items" / f"{fields['id']}.yaml").write_text(yaml.safe_dump(fields), encoding="utf-8")
    _cells().write_h5ad(study / "cells.h5ad")
    opened = open_study(study)
    for item in opened.items:
        made = construction_of(item, statistic=ASKED[item.family], edits=EDITS, supported=SUPPORTED)
        write_record(opened.layout.construction / f"{item.id}.json", made)
    return study


def write_trials(study: OpenStudy, constructions: tuple[Construction, ...], *, calls: int, seed: int) -> int:
    """How many trials were written: all of the plan, with `calls` tool calls each on average."""
    chance = random.Random(seed)  # noqa: S311 nothing secret
    habits = {agent.name: _habit(agent.name, chance) for agent in study.study.agents}
    routes: dict[tuple[str, str, int], str] = {}
    keys = [planned.key for planned in planned_trials(study, constructions)]
    for place, key in enumerate(keys, 1):
        # The versions of an item and replicate are answered by one route.
        who = (key.agent, key.item, key.replicate)
        routes[who] = routes.get(who) or chance.choices(list(habits[key.agent]), list(habits[key.agent].values()))[0]
        trial = _trial(key, routes[who], calls=calls, chance=chance, broken=place % SPACING == 0)
        # As `write_record` writes it, without the wait for the disk that 100,000 small files would take.
        path = study.layout.trial(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(trial.model_dump_json(indent=1) + "\n", encoding="utf-8")
    return len(keys)


def _cells() -> ad.AnnData:
    genes = sorted({*GENES.values(), "PRF1"})
    obs = pd.DataFrame({"cell": ["NK", "T", "B"] * 10}, index=[f"cell{place}" for place in range(30)])
    values = np.random.default_rng(1).random((30, len(genes)), dtype=np.float32)
    return ad.AnnData(values, obs=obs.astype("category"), var=pd.DataFrame(index=genes))


def _habit(agent: str, chance: random.Random) -> dict[str, float]:
    return {agent: 1.0} if agent in REFERENCES else {route: chance.random() ** 2 for route in ROUTES}


def _trial(key: TrialKey, route: str, *, calls: int, chance: random.Random, broken: bool) -> Trial:
    log = Recorder()
    log.say("I look at the data first, then compare the groups of the question.", at=0)
    for place, text in enumerate(_outputs(calls, chance=chance), 1):
        log.say(LINES[0] * 3, kind="thinking", at=3 * place)
        command = chance.choices(COMMANDS, weights=[40, 20, 40, 0.1, 0.1])[0]
        log.call(f"call{place}", tool="bash", arguments=f"{command}\n# {chance.randrange(10**9)}", at=3 * place + 1)
        log.result(f"call{place}", text, at=3 * place + 2, seconds=1.0)
    answer = _answer(route, key, chance)
    outcome = "answered" if answer.choice else "abstained"
    broken = broken and key.agent not in REFERENCES
    return Trial(
        key=key,
        outcome="infra_error" if broken else outcome,
        reason="the sandbox could not start" if broken else None,
        answer=None if broken else answer,
        trajectory=log.finish("own", totals=Totals(), ending="completed"),
        seconds=round(chance.uniform(5, 300), 1),
        started="2026-01-01T00:00:00+00:00",
    )


def _outputs(calls: int, *, chance: random.Random) -> Iterator[str]:
    for _ in range(chance.randrange(2 * calls + 1)):
        lines = chance.choices(LINES, weights=[8, 0.05, 1], k=chance.randrange(1, 40))
        # No two are the same: what is said again is looked at once only.
        yield "".join(f"{line.rstrip()}  {chance.random():.3f}\n" for line in lines)


def _answer(route: str, key: TrialKey, chance: random.Random) -> Answer:
    truth = SUPPORTED.get(key.variant)
    if route == "guesser":
        return Answer(choice=(chance.choice(list(GENES)),), confidence=25, data_support="partial")
    if route == "reciter" or (route in {"fallback", "eliminator"} and truth is None):
        return Answer(choice=("B",), confidence=95, data_support="full", evidence="NKG7 is known for it.")
    if truth is None:
        return Answer(confidence=10, data_support="none", evidence="No option leads.")
    return Answer(choice=(truth,), confidence=80, data_support="full", evidence="It leads by 2.7.")


def _item(place: int) -> dict[str, object]:
    family = list(ASKED)[place % len(ASKED)]
    return {
        "id": f"{family}_{place:02}",
        "family": family,
        "question": "Which of these genes is it, by the data of the file?",
        "options": GENES,
        "key": "B",
        "data": {"source": "cells.h5ad"},
        "registration": {"ask": ASKED[family], "block": "X", "block_class": "log", "flip_to": "A"},
        "second_analysis": place % 4 == 0,
        "ordinary_looking": place % 3 > 0,
        "eliminable": True,
    }
