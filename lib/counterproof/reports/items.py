"""A page for each decidable item: what its data support, what every agent answered, and a stepper for each agent.

Items without a registration have one where they have trials: what their own grader gives to each.

They are made from records, without a notebook or a kernel, so that hundreds of them take seconds.
"""

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.trial import Trial
from counterproof.evaluators.every import study_scores
from counterproof.evaluators.loaded import weak_graders
from counterproof.evaluators.own_grader import own_verdicts
from counterproof.reports.budget import SPLIT, PageFile, write_pages
from counterproof.reports.parts import parts_of
from counterproof.reports.plain import Section, plain_page, rich
from counterproof.reports.slots import Slots
from counterproof.store.digest import digest_of
from counterproof.store.study import OpenStudy
from counterproof.trials.stored import first_replicates
from counterproof.views.caveats import caveats_of
from counterproof.views.item_words import item_words, route_words
from counterproof.views.links import FOLDER, agent_anchor, item_page, slug, trial_place
from counterproof.views.stepper import VARIANTS, program, routes_by_replicate, style
from counterproof.views.stepper_data import MOST_COLUMNS, stepper_data
from counterproof.views.stepper_twin import stepper_twin
from counterproof.views.tables.answers import item_answers_table
from counterproof.views.tables.graded import graded_table
from counterproof.views.tables.item import Card, blocks_table, edits_table

NO_REGISTRATION = (
    '<p class="prose">Nothing is registered that decides this item from its data, so that it has no versions: a '
    "verdict says whether an answer passed, and not whether it follows the data.</p>"
)
MOST_STEPPERS = 12
"""So many steppers one page draws at once without delay."""


@dataclass(frozen=True)
class ItemPages:
    """The pages of a study's items: files, and their addresses from the report's first page, by item and by trial."""

    files: tuple[PageFile, ...] = ()
    items: Mapping[str, str] = field(default_factory=dict)
    trials: Mapping[tuple[str, str], str] = field(default_factory=dict)


@dataclass(frozen=True)
class Told:
    """All there is to tell of one item; `trials` are those whose steps are shown.

    An item without a registration has neither construction nor rows in the trial table.
    """

    item: Item
    construction: Construction | None
    trials: Sequence[Trial]
    scores: pd.DataFrame
    table: pd.DataFrame = field(default_factory=pd.DataFrame)
    routes: pd.DataFrame = field(default_factory=pd.DataFrame)


def write_item_pages(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    *,
    table: pd.DataFrame,
    routes: pd.DataFrame,
    elsewhere: Sequence[Trial] = (),
) -> ItemPages:
    """The pages of all decidable items, written into the report's folder `items`; pages of other items are removed.

    `table` is the trial table of `trials`, `routes` its route table. `elsewhere` are trials on items without a
    registration (`read_unregistered`), which get pages too.
    """
    folder, caveats = study.layout.reports / FOLDER, caveats_of(study.study, constructions)
    files: list[PageFile] = []
    items: dict[str, str] = {}
    shown: dict[tuple[str, str], str] = {}
    decided = _told(study, constructions, trials, table=table, routes=routes)
    for told in (*decided, *_told_elsewhere(study, elsewhere)):
        pages = item_pages(told, study=study.study.title or study.study.study, split=SPLIT)
        files.append(write_pages(pages, folder=folder, caveats=caveats))
        items[told.item.id] = item_page(told.item.id)
        shown |= {(told.item.id, agent): trial_place(told.item.id, agent) for agent in _agents(told)}
    current = {file.path for page in files for file in (page, *page.parts)}
    for old in set(folder.glob("*.html")) - current:
        old.unlink()
    return ItemPages(tuple(files), items, shown)


def item_pages(told: Told, *, study: str, split: int) -> dict[str, str]:
    """The page of one item by its file name; where it is larger than `split`, with its parts after it.

    Where it has more than `MOST_STEPPERS` agents each has a page of its own, too.
    """
    name, slots, agents = slug(told.item.id), Slots(), _agents(told)
    for agent in agents:
        _add_stepper(slots, told, agent)

    def page(places: Sequence[str], own: Slots) -> str:
        shown = [
            Section(heading=f"Agent {agent}", html=place, anchor=agent_anchor(agent))
            for agent, place in zip(agents, places, strict=True)
        ]
        sections = [*_facts(told), *shown]
        foot = f"item {told.item.id} of study {study}"
        return plain_page(
            title=told.item.id, study=study, index="../index.html", sections=sections, slots=own, foot=foot
        )

    whole = page(slots.places, slots)
    if len(whole.encode()) <= split and len(agents) <= MOST_STEPPERS:
        return {f"{name}.html": whole}
    parts = parts_of(slots, name=name, title=told.item.id, study=study, by="agent")
    return {f"{name}.html": page(parts.places, parts.rest), **parts.pages}


def _told(
    study: OpenStudy,
    constructions: Iterable[Construction],
    trials: Sequence[Trial],
    *,
    table: pd.DataFrame,
    routes: pd.DataFrame,
) -> Iterable[Told]:
    scores = study_scores(study, table, trials).merge(table[["digest", "item"]], on="digest")
    tables, taken, scored = (
        {str(item): rows for item, rows in frame.groupby("item")} for frame in (table, routes, scores)
    )
    for made in constructions:
        if made.excluded is None:
            yield Told(
                item=study.item(made.item),
                construction=made,
                trials=first_replicates(trials, item=made.item),
                table=tables.get(made.item, table.iloc[:0]),
                routes=taken.get(made.item, routes.iloc[:0]),
                scores=scored.get(made.item, scores.iloc[:0]),
            )


def _told_elsewhere(study: OpenStudy, trials: Sequence[Trial]) -> Iterable[Told]:
    scores = own_verdicts(study, trials)
    for item in study.items:
        mine = [trial for trial in trials if trial.key.item == item.id]
        if mine:
            digests = {digest_of(trial.key)[:16] for trial in mine}
            yield Told(item=item, construction=None, trials=mine, scores=scores[scores["digest"].isin(digests)])


def _agents(told: Told) -> list[str]:
    return list(dict.fromkeys(trial.key.agent for trial in told.trials))


def _facts(told: Told) -> list[Section]:
    links = {agent: f"#{agent_anchor(agent)}" for agent in _agents(told)}
    card = Card(told.item, named=False).html()
    asked = Section(heading="", html=f'<div class="prose">{card}</div>')
    if told.construction is None:
        graded = graded_table(told.trials, told.scores, links=links).html()
        weak = "".join(_weak(why) for why in weak_graders([told.item]).values())
        return [asked, Section(heading="What each agent answered", html=f"{NO_REGISTRATION}{weak}{rich(graded)}")]
    answers = item_answers_table(told.table, told.routes, links=links).html()
    lead = f'<p class="lead">{html.escape(item_words(told.item, told.construction))}</p>'
    lead += f"<p>{html.escape(route_words(told.routes))}</p>"
    supported = f"{rich(edits_table(told.construction).html())}{rich(blocks_table(told.construction).html())}"
    return [
        asked._replace(html=f'<div class="prose">{card}{lead}</div>'),
        Section(heading="What each agent answered", html=rich(answers)),
        Section(heading="What the data support", html=supported),
    ]


def _weak(why: str) -> str:
    return f'<p class="prose"><strong>Its grader is weak</strong>: {html.escape(why)}.</p>'


def _add_stepper(slots: Slots, told: Told, agent: str) -> None:
    mine = [trial for trial in told.trials if trial.key.agent == agent]
    first = min(trial.key.replicate for trial in mine)
    own = [trial for trial in mine if trial.key.replicate == first]
    shown = [trial for trial in own if trial.key.variant in VARIANTS] or own[:MOST_COLUMNS]
    routes = None
    if told.construction is None:
        # There are no versions to compare, so that replicates stand side by side.
        shown = mine[:MOST_COLUMNS]
    else:
        routes = routes_by_replicate(told.routes)
    data = stepper_data(told.item, told.construction, shown, routes=routes, scores=told.scores)
    slots.add(
        f"stepper-{slug(agent)}",
        module=program(),
        style=style(),
        # Where several stand on one page, its top has told the question; the first difference is what each is for.
        state={"data": data | {"brief": len(_agents(told)) > 1}, "step": None},
        twin=stepper_twin(data),
    )
