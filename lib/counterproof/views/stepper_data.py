"""What a stepper shows, as plain JSON made from records: it goes to the browser once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from counterproof.domain.answer import Answer
from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.trajectory import Step
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VARIANTS
from counterproof.store.digest import digest_of
from counterproof.views.align import align_steps
from counterproof.views.charts.measured import UNITS, block_results
from counterproof.views.palette import ROUTES, VARIANT_LABELS

MOST_COLUMNS = 6
LONGEST_ANSWER = 80
"""Characters of an object that stand beside a trial's name; its steps have all of it."""


def stepper_data(
    item: Item,
    construction: Construction | None,
    trials: Iterable[Trial],
    *,
    routes: Mapping[tuple[str, int], str] | None = None,
    scores: pd.DataFrame | None = None,
) -> dict[str, Any]:
    """The item, its statistic by variant, and a column per trial, in the order of variant, agent and replicate.

    Parameters
    ----------
    construction
        Null for an item without a registration: it has no statistic then, and nothing says what the data support.
    trials
        One to six trials on this item: one agent on several variants, or several agents, or replicates.
    routes
        How each agent got there in each replicate, by both: one of `palette.ROUTES`; "" where the original was not
        answered with the key.
    scores
        What evaluators say of the trials, as `evaluators.registry.score_trials` gives it; other trials may be in it.

    Raises
    ------
    ValueError
        If there is no trial, more than six, one stands among them twice, or they are not all of this item.
    """
    ordered = sorted(
        trials, key=lambda trial: (VARIANTS.index(trial.key.variant), trial.key.agent, trial.key.replicate)
    )
    _check(item, ordered)
    said = {} if scores is None else _scores(scores, ordered)
    taken = {_who(trial): (routes or {}).get(_who(trial)) for trial in ordered}
    alone = len(taken) == 1
    columns = [
        _column(trial, construction)
        | {
            "label": label,
            "route": None if alone else _route(taken[_who(trial)]),
            "scores": said.get(_digest(trial), []),
        }
        for trial, label in zip(ordered, _labels(ordered), strict=True)
    ]
    return {
        "item": _item(item, construction),
        "statistic": _statistic(item, construction) if construction else None,
        **_whose(list(taken)),
        "by": "variant" if alone else "trial",
        "route": _route(next(iter(taken.values()))) if alone else None,
        "columns": columns,
        "rows": [list(row) for row in align_steps([trial.trajectory.steps for trial in ordered])],
    }


def _check(item: Item, trials: Sequence[Trial]) -> None:
    if not 1 <= len(trials) <= MOST_COLUMNS:
        msg = f"a stepper shows 1 to {MOST_COLUMNS} trials side by side, got {len(trials)}: choose the variants"
        raise ValueError(msg)
    foreign = sorted({trial.key.item for trial in trials} - {item.id})
    if foreign:
        msg = f"a stepper shows trials of one item, here {item.id!r}, but got some of {', '.join(foreign)}"
        raise ValueError(msg)
    if len({_digest(trial) for trial in trials}) < len(trials):
        msg = f"a trial of {item.id!r} stands among those to show twice: name each once"
        raise ValueError(msg)


def _who(trial: Trial) -> tuple[str, int]:
    return trial.key.agent, trial.key.replicate


def _whose(who: Sequence[tuple[str, int]]) -> dict[str, Any]:
    agents, replicates = (list(dict.fromkeys(part)) for part in zip(*who, strict=True))
    return {
        "agent": ", ".join(agents),
        "replicate": replicates[0],
        "who": f"agent{'s' * (len(agents) > 1)} {', '.join(agents)} \N{MIDDLE DOT} "
        f"replicate{'s' * (len(replicates) > 1)} {', '.join(map(str, replicates))}",
    }


def _digest(trial: Trial) -> str:
    return digest_of(trial.key)[:16]


def _labels(trials: Sequence[Trial]) -> list[str]:
    """What tells each trial from the others: its variant, and its agent and replicate where these differ."""
    names = [
        (VARIANT_LABELS[trial.key.variant], trial.key.agent, f"replicate {trial.key.replicate}") for trial in trials
    ]
    differ = [len(set(part)) > 1 for part in zip(*names, strict=True)]
    if not any(differ[1:]):
        return [name[0] for name in names]
    return [", ".join(part for part, told in zip(name, differ, strict=True) if told) for name in names]


def _route(name: str | None) -> dict[str, str] | None:
    return {"label": ROUTES[name].label, "meaning": ROUTES[name].meaning} if name else None


def _scores(scores: pd.DataFrame, trials: Sequence[Trial]) -> dict[str, list[dict[str, Any]]]:
    said: dict[str, list[dict[str, Any]]] = {}
    mine = scores[scores["digest"].isin({_digest(trial) for trial in trials})]
    for digest, evaluator, score, status, reason in mine[
        ["digest", "evaluator", "score", "status", "reason"]
    ].itertuples(index=False):
        scored = status == "scored"
        said.setdefault(digest, []).append(
            {
                "evaluator": evaluator,
                "score": float(score) if scored else None,
                "reason": None if scored else f"{status}: {reason}",
            }
        )
    return said


def _item(item: Item, construction: Construction | None) -> dict[str, Any]:
    roles = dict.fromkeys(item.key.split(","), "key")
    if construction:
        roles = {construction.registration.key: "key", construction.registration.flip_to: "flip"}
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
        "margin": round(construction.registration.margin, 4),
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


def _column(trial: Trial, construction: Construction | None) -> dict[str, Any]:
    answer, registration = trial.answer, construction.registration if construction else None
    supported = {str(name): letter for name, letter in registration.supported.items()} if registration else {}
    said = registration.said(answer) if registration else _plain(answer)
    key, flip_to = (registration.key, registration.flip_to) if registration else ("", "")
    return {
        "variant": trial.key.variant,
        "agent": trial.key.agent,
        "replicate": trial.key.replicate,
        "has_data": trial.key.variant in supported,
        "supported": supported.get(trial.key.variant),
        "outcome": trial.outcome,
        "reason": trial.reason,
        "choice": list(answer.given if registration else said) if answer else [],
        "said": list(said),
        "role": _role(said, key=key, flip_to=flip_to) if registration else "plain",
        "confidence": answer.confidence if answer else None,
        "data_support": answer.data_support if answer else None,
        "evidence": answer.evidence if answer else "",
        "seconds": trial.seconds,
        "tool_calls": len(trial.trajectory.tool_calls),
        "steps": [_step(step) for step in trial.trajectory.steps],
    }


def _plain(answer: Answer | None) -> tuple[str, ...]:
    """An answer's letters, or the beginning of the object that a grader reads."""
    given = answer.given if answer else ()
    return tuple(
        text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}\N{HORIZONTAL ELLIPSIS}" for text in given
    )


def _role(choice: tuple[str, ...], *, key: str, flip_to: str) -> str:
    return {(key,): "key", (flip_to,): "flip", (): "none"}.get(choice, "other")


def _step(step: Step) -> dict[str, Any]:
    whole = step.model_dump(include={"kind", "text", "tool", "input", "output", "error", "seconds", "sub_agent"})
    # Most fields of most steps are empty, and a trajectory has hundreds of steps.
    return {name: value for name, value in whole.items() if value not in (None, "", False)}
