"""What a stepper shows, as plain JSON made from records: it goes to the browser once."""

from collections.abc import Iterable, Sequence
from typing import Any

from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.trajectory import Step
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VARIANTS
from counterproof.views.align import align_steps
from counterproof.views.charts.measured import UNITS, block_results
from counterproof.views.palette import ROUTES, VARIANT_LABELS

MOST_COLUMNS = 6


def stepper_data(
    item: Item, construction: Construction, trials: Iterable[Trial], *, route: str | None = None
) -> dict[str, Any]:
    """The item, its statistic by variant, and a column per trial, in the order of the variants.

    Parameters
    ----------
    trials
        One to six trials of one agent and one replicate on variants of this item.
    route
        How the agent got there, one of `palette.ROUTES`; null where the original was not answered with the key.

    Raises
    ------
    ValueError
        If there is no trial, more than six, or they are not of one item, agent and replicate.
    """
    ordered = sorted(trials, key=lambda trial: VARIANTS.index(trial.key.variant))
    _check(item, ordered)
    key = ordered[0].key
    return {
        "item": _item(item, construction),
        "statistic": _statistic(item, construction),
        "agent": key.agent,
        "replicate": key.replicate,
        "route": {"label": ROUTES[route].label, "meaning": ROUTES[route].meaning} if route else None,
        "columns": [_column(trial, construction) for trial in ordered],
        "rows": [list(row) for row in align_steps([trial.trajectory.steps for trial in ordered])],
    }


def _check(item: Item, trials: Sequence[Trial]) -> None:
    if not 1 <= len(trials) <= MOST_COLUMNS:
        msg = f"a stepper shows 1 to {MOST_COLUMNS} trials side by side, got {len(trials)}: choose the variants"
        raise ValueError(msg)
    seen = {(trial.key.item, trial.key.agent, trial.key.replicate) for trial in trials}
    if len(seen) > 1 or trials[0].key.item != item.id:
        msg = f"a stepper shows trials of one item ({item.id}), agent and replicate, got {sorted(seen)}"
        raise ValueError(msg)


def _item(item: Item, construction: Construction) -> dict[str, Any]:
    registration = construction.registration
    roles = {registration.key: "key", registration.flip_to: "flip"}
    return {
        "id": item.id,
        "family": item.family,
        "question": item.question,
        "background": item.background,
        "options": [
            {"letter": letter, "text": text, "role": roles.get(letter, "")} for letter, text in item.options.items()
        ],
    }


def _statistic(item: Item, construction: Construction) -> dict[str, Any]:
    results = block_results(construction)
    return {
        "name": f"{item.family}: {UNITS[item.family]}",
        "block": construction.registration.block,
        "margin": construction.registration.margin,
        "variants": [
            {
                "label": VARIANT_LABELS[name],
                "values": result.values,
                "supported": result.supported,
                "lead": result.lead,
                "reason": result.reason,
            }
            for name, result in results.items()
        ],
    }


def _column(trial: Trial, construction: Construction) -> dict[str, Any]:
    registration, answer = construction.registration, trial.answer
    supported = {str(name): letter for name, letter in registration.supported.items()}
    return {
        "variant": trial.key.variant,
        "label": VARIANT_LABELS[trial.key.variant],
        "has_data": trial.key.variant in supported,
        "supported": supported.get(trial.key.variant),
        "outcome": trial.outcome,
        "reason": trial.reason,
        "choice": list(answer.choice) if answer else [],
        "role": _role(answer.choice if answer else (), key=registration.key, flip_to=registration.flip_to),
        "confidence": answer.confidence if answer else None,
        "data_support": answer.data_support if answer else None,
        "evidence": answer.evidence if answer else "",
        "seconds": trial.seconds,
        "tool_calls": len(trial.trajectory.tool_calls),
        "steps": [_step(step) for step in trial.trajectory.steps],
    }


def _role(choice: tuple[str, ...], *, key: str, flip_to: str) -> str:
    return {(key,): "key", (flip_to,): "flip", (): "none"}.get(choice, "other")


def _step(step: Step) -> dict[str, Any]:
    whole = step.model_dump(include={"kind", "text", "tool", "input", "output", "error", "seconds", "sub_agent"})
    # Most fields of most steps are empty, and a trajectory has hundreds of steps.
    return {name: value for name, value in whole.items() if value not in (None, "", False)}
