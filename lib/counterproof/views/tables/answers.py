"""Tables of answers: what each agent said on each variant, and the route that this shows."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from counterproof.domain.variant import VARIANTS, VariantName
from counterproof.views.palette import ROUTES, VARIANT_LABELS
from counterproof.views.tables.table import DASH, Cell, Column, Table, Tone

SHOWN: tuple[VariantName, ...] = ("original", "null", "withdraw", "flip")
LETTERS = 6
"""Characters from which an answer is no letter, but numbers, which would run into each other."""
TONES: dict[str, Tone] = {"derived": "flip", "recall": "key", "flagged_kept": "doubt"}


def answers_overview(
    trials: pd.DataFrame,
    routes: pd.DataFrame,
    *,
    replicate: int = 1,
    pages: Mapping[str, str] | None = None,
    links: Mapping[tuple[str, str], str] | None = None,
) -> Table:
    """A row an item and a column an agent: the route, and the answers on original, null, withdraw and flip.

    Parameters
    ----------
    trials, routes
        A trial table, and the routes of its replicates.
    pages, links
        Where an item is shown, and where the trials of an item and agent are.
    """
    own = trials[trials["replicate"] == replicate]
    agents = list(dict.fromkeys(own["agent"]))
    said: dict[tuple[str, str], dict[str, str]] = {}
    for item, agent, variant, choice in own[["item", "agent", "variant", "choice"]].itertuples(index=False):
        said.setdefault((item, agent), {})[variant] = choice
    taken = _routes(routes, replicate)
    rows = tuple(
        (
            Cell(text=item, href=(pages or {}).get(item, "")),
            *(
                _answers(
                    said.get((item, agent)), taken.get((item, agent), ""), href=(links or {}).get((item, agent), "")
                )
                for agent in agents
            ),
        )
        for item in sorted(set(own["item"]))
    )
    names = ", ".join(VARIANT_LABELS[name] for name in SHOWN)
    caption = f"Replicate {replicate}: the route, and the answers on {names} ({DASH} where no option was chosen)"
    return Table(caption=caption, columns=(Column(name="item"), *(Column(name=agent) for agent in agents)), rows=rows)


def item_answers_table(trials: pd.DataFrame, routes: pd.DataFrame, *, links: Mapping[str, str] | None = None) -> Table:
    """A row each agent and replicate on one item, a column a variant; `links` are where an agent's trials are shown."""
    rows_of: dict[tuple[str, int], dict[str, Mapping[Any, Any]]] = {}
    for row in trials.to_dict("records"):
        rows_of.setdefault((row["agent"], row["replicate"]), {})[row["variant"]] = row
    there = [name for name in VARIANTS if any(name in part for part in rows_of.values())]
    taken = {
        (agent, replicate): route
        for agent, replicate, route in routes[["agent", "replicate", "route"]].itertuples(index=False)
    }
    rows = tuple(
        (
            Cell(text=agent, href=(links or {}).get(agent, "")),
            Cell(text=str(replicate)),
            _route(taken.get((agent, replicate), "")),
            *(_answer(part.get(name)) for name in there),
        )
        for (agent, replicate), part in sorted(rows_of.items())
    )
    columns = (
        Column(name="agent"),
        Column(name="replicate", numeric=True),
        Column(name="route", title="a pattern of answers over the variants, not observed reasoning"),
        *(Column(name=VARIANT_LABELS[name]) for name in there),
    )
    return Table(caption="Answers by variant; an agent's name leads to its steps", columns=columns, rows=rows)


def _routes(routes: pd.DataFrame, replicate: int) -> dict[tuple[str, str], str]:
    own = routes[routes["replicate"] == replicate]
    return {(item, agent): route for item, agent, route in own[["item", "agent", "route"]].itertuples(index=False)}


def _answers(said: Mapping[str, str] | None, route: str, *, href: str) -> Cell:
    if not said:
        return Cell(text=DASH, title="no trial", sort="", tone="quiet")
    told = [said.get(name) or DASH for name in SHOWN]
    words = "; ".join(f"{VARIANT_LABELS[name]} {letters}" for name, letters in zip(SHOWN, told, strict=True))
    label = ROUTES[route].label if route else "wrong"
    return Cell(
        text=f"{label}: {(' ' if max(map(len, told)) < LETTERS else ' | ').join(told)}".replace(
            " ", "\N{NO-BREAK SPACE}"
        ),
        title=words,
        sort=label,
        tone=TONES.get(route, ""),
        href=href,
    )


def _answer(row: Mapping[Any, Any] | None) -> Cell:
    if row is None:
        return Cell(text=DASH, title="no trial", sort="", tone="quiet")
    choice, why = str(row["choice"]).replace(",", " "), str(row["reason"] or "")
    if not choice:
        outcome = str(row["outcome"]).replace("_", " ")
        return Cell(text=outcome, title=why, tone="doubt" if outcome == "abstained" else "bad")
    tone: Tone = "key" if row["choice"] == row["key"] else "flip" if row["choice"] == row["flip_to"] else ""
    return Cell(text=choice, title=why, tone=tone)


def _route(route: str) -> Cell:
    if not route:
        return Cell(text="wrong", title="the original was not answered with the key", tone="quiet")
    return Cell(text=ROUTES[route].label, title=ROUTES[route].meaning, tone=TONES.get(route, ""))
