"""The trajectory stepper: what one agent did on several variants of one item, side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.store.study import OpenStudy
from counterproof.views.stepper_data import stepper_data
from counterproof.views.stepper_twin import stepper_twin

STATIC = Path(__file__).parent / "static"
VARIANTS: tuple[VariantName, ...] = ("original", "null", "withdraw", "flip")


class Stepper(anywidget.AnyWidget):
    """Steps through trials side by side, in JupyterLab and in the offline page.

    `data` is that of `stepper_data` and goes to the browser once; `step` is the row shown, counted from 0, and may be
    set from Python. Where neither kernel nor JavaScript runs, the plain twin shows.
    """

    _esm = STATIC / "stepper.js"
    _css = STATIC / "stepper.css"
    data = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        columns = ", ".join(column["label"] for column in self.data["columns"])
        plain = f"Stepper: {self.data['item']['id']}, agent {self.data['agent']}, {columns}"
        return {**bundle, "text/plain": plain, "text/html": stepper_twin(self.data)}, metadata


def stepper_of(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    *,
    item: str,
    agent: str,
    replicate: int = 1,
    variants: Sequence[VariantName] = VARIANTS,
) -> Stepper:
    """A stepper over one agent's trials on the variants of one item; a variant that was not run has no column.

    Raises
    ------
    ValueError
        If there is no such trial; the message lists the agents and replicates that the item has.
    """
    mine = [trial for trial in trials if trial.key.item == item]
    chosen = [
        trial
        for trial in mine
        if trial.key.agent == agent and trial.key.replicate == replicate and trial.key.variant in variants
    ]
    if not chosen:
        there = sorted({f"{trial.key.agent} replicate {trial.key.replicate}" for trial in mine})
        msg = f"no trial of {agent!r} replicate {replicate} on {item!r} ({', '.join(variants)}): "
        msg += f"there are {', '.join(there)}" if there else "the item has no trials"
        raise ValueError(msg)
    construction = next(made for made in constructions if made.item == item)
    route = _route(study, constructions, [t for t in mine if (t.key.agent, t.key.replicate) == (agent, replicate)])
    return Stepper(data=stepper_data(study.item(item), construction, chosen, route=route))


def _route(study: OpenStudy, constructions: Sequence[Construction], trials: Sequence[Trial]) -> str | None:
    table = route_table(trial_table(study, constructions, trials))
    return str(table["route"].iloc[0]) or None if len(table) else None
