"""The trajectory stepper: what one agent did on several variants of one item, side by side."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import pandas as pd
import traitlets

from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.evaluators.every import study_scores
from counterproof.store.study import OpenStudy
from counterproof.trials.stored import trials_of
from counterproof.views.stepper_data import stepper_data
from counterproof.views.stepper_twin import stepper_twin

STATIC = Path(__file__).parent / "static" / "stepper"
PARTS = ("text", "compare", "item", "trial", "stepper")
VARIANTS: tuple[VariantName, ...] = ("original", "null", "withdraw", "flip")


@cache
def program() -> str:
    """The stepper's program: its parts as one module without imports, which a page can name by its hash."""
    return "\n".join((STATIC / f"{part}.js").read_text(encoding="utf-8") for part in PARTS)


@cache
def style() -> str:
    """The stepper's style sheet."""
    return (STATIC / "stepper.css").read_text(encoding="utf-8")


class Stepper(anywidget.AnyWidget):
    """Steps through trials side by side, in JupyterLab and in the offline page.

    `data` is that of `stepper_data` and goes to the browser once; `step` is the row shown, counted from 0, and may be
    set from Python. Where neither kernel nor JavaScript runs, the plain twin shows.
    """

    _esm = program()
    _css = style()
    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        columns = ", ".join(column["label"] for column in self.data["columns"])
        several = "," in self.data["agent"]
        plain = f"Stepper: {self.data['item']['id']}, agent{'s' * several} {self.data['agent']}, {columns}"
        return {**bundle, "text/plain": plain, "text/html": stepper_twin(self.data)}, metadata


def stepper_of(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    *,
    item: str,
    agent: str | Sequence[str],
    replicate: int = 1,
    variants: Sequence[VariantName] = VARIANTS,
) -> Stepper:
    """A stepper over the trials of an agent, or of several, on the variants of one item, in one replicate.

    Up to six trials stand side by side; a variant that was not run has no column. The trials carry their routes and the
    scores of the study's evaluators.

    Raises
    ------
    ValueError
        If there is no such trial, or more than six; the message lists the agents and replicates that the item has.
    """
    agents = (agent,) if isinstance(agent, str) else tuple(agent)
    theirs = trials_of(trials, items=[item], agents=agents, replicate=replicate)
    chosen = [trial for trial in theirs if trial.key.variant in variants]
    if not chosen:
        mine = trials_of(trials, items=[item])
        there = sorted({f"{trial.key.agent} replicate {trial.key.replicate}" for trial in mine})
        msg = f"no trial of {', '.join(map(repr, agents))} replicate {replicate} on {item!r} ({', '.join(variants)}): "
        msg += f"there are {', '.join(there)}" if there else "the item has no trials"
        raise ValueError(msg)
    construction = next(made for made in constructions if made.item == item)
    table = trial_table(study, constructions, theirs)
    routes = routes_by_replicate(route_table(table))
    scores = study_scores(study, table, theirs)
    return Stepper(data=stepper_data(study.item(item), construction, chosen, routes=routes, scores=scores))


def routes_by_replicate(routes: pd.DataFrame) -> dict[tuple[str, int], str]:
    """The routes of one item's replicates, by agent and replicate, from their rows of a route table."""
    return {
        (agent, int(replicate)): route
        for agent, replicate, route in routes[["agent", "replicate", "route"]].itertuples(index=False)
    }
