"""One item in the terminal: its question, what the data say, what the agents answered."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Column, Table
from rich.text import Text

from counterproof.audit.routes import route_table
from counterproof.audit.table import trial_table
from counterproof.benchmarks.own import open_study
from counterproof.benchmarks.wording import did_you_mean
from counterproof.cli.fitting import Fitting
from counterproof.construct.run import read_constructions
from counterproof.domain.construction import Construction
from counterproof.domain.finding import BlockResult
from counterproof.domain.item import Item
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table_item import TableItem
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VARIANTS
from counterproof.evidence.registry import STATISTICS
from counterproof.store.study import OpenStudy
from counterproof.trials.read import imported_agents, read_trials

KEY, FLIP = "green", "magenta"
SHORT = {"abstained": "-"}


def item_summary(study: Path, item_id: str, *, agent: str | None = None, out: Path | None = None) -> RenderableType:
    """What a terminal shows of one item.

    Raises
    ------
    InputError
        If the study is faulty, has no such item or agent, or was not audited yet.
    """
    opened = open_study(study, out=out)
    item = _item_of(opened, item_id)
    agents = _agents_of(opened, agent)
    made = read_constructions(opened)
    construction = next((known for known in made if known.item == item.id), None)
    if construction is None:
        fix = f"run `counterproof audit {study}` first" if item.registration else "give it a registration"
        raise InputError([Problem(file=item.id, wrong="the item has no variants yet", fix=fix)])
    trials = [trial for trial in read_trials(opened, [construction]) if trial.key.agent in agents]
    parts: list[RenderableType] = [_question(item), _evidence(item, construction)]
    if trials:
        table = route_table(trial_table(opened, [construction], trials))
        routes = {name: Counter(table.loc[table["agent"] == name, "route"]) for name in agents}
        parts += [Text("What the agents answer", style="bold"), _answers(item, trials, routes=routes), _legend(item)]
    elif construction.excluded is None:
        parts.append(Text("No trial of this item yet.", style="dim"))
    return Group(*parts)


def _item_of(study: OpenStudy, item_id: str) -> Item:
    ids = [item.id for item in study.items]
    if item_id not in ids:
        fix = did_you_mean(item_id, ids, otherwise="choose one of")
        raise InputError([Problem(file=study.study.study, place="item", wrong="no such item", seen=item_id, fix=fix)])
    return study.item(item_id)


def _agents_of(study: OpenStudy, agent: str | None) -> tuple[str, ...]:
    names = (*(spec.name for spec in study.study.agents), *imported_agents(study))
    if agent is None:
        return names
    if agent not in names:
        fix = did_you_mean(agent, names, otherwise="choose one of")
        raise InputError([Problem(file=study.study.study, place="agent", wrong="no such agent", seen=agent, fix=fix)])
    return (agent,)


def _question(item: Item) -> Text:
    text = Text.assemble((item.id, "bold"), f"  {item.family}\n{item.question.strip()}\n")
    for letter, option in item.options.items():
        note = {item.key: "  (key)", _flip_of(item): "  (supported after the flip)"}.get(letter, "")
        text.append(f"  {letter}  {option}{note}\n", style=_style(item, letter))
    return text


def _evidence(item: Item, construction: Construction) -> RenderableType:
    block, screening = construction.registration.block, construction.screening
    columns = {check.variant: check.blocks for check in construction.verifications} or {"source": screening.blocks}
    unit = STATISTICS[item.family].unit if item.family in STATISTICS else "the numbers of the reference analysis"
    heading = Text(f"What the data say: {unit}, in block {block}", style="bold")
    table = Table("option", box=box.SIMPLE_HEAD)
    found = {name: next((one for one in blocks if one.block == block), None) for name, blocks in columns.items()}
    for name in found:
        table.add_column(name, justify="right")
    for letter in item.options:
        cells = [_value(result, letter) for result in found.values()]
        table.add_row(
            f"{letter}  {escape(construction.registration.targets[letter])}", *cells, style=_style(item, letter)
        )
    table.add_section()
    table.add_row("supported", *[_supported(result) for result in found.values()])
    if construction.excluded is None:
        return Group(heading, Fitting(table))
    return Group(
        heading, Fitting(table), Text(f"Excluded: {construction.excluded} ({construction.detail})\n", style="yellow")
    )


def _answers(item: Item, trials: Sequence[Trial], *, routes: Mapping[str, Counter[str]]) -> Fitting:
    table = Table(Column("variant", no_wrap=True), *routes, box=box.SIMPLE_HEAD, padding=0)
    for variant in VARIANTS:
        own = [trial for trial in trials if trial.key.variant == variant]
        if own:
            table.add_row(variant, *[_counted(item, own, agent=agent) for agent in routes])
    table.add_section()
    table.add_row(
        "route",
        *["\n".join(_times(route or "none", n) for route, n in sorted(routes[agent].items())) for agent in routes],
    )
    return Fitting(table)


def _counted(item: Item, trials: Iterable[Trial], *, agent: str) -> Text:
    counts = Counter(_said(trial) for trial in trials if trial.key.agent == agent)
    return Text(", ").join(
        Text(_times(said, n), style=_style(item, said.rstrip("?"))) for said, n in sorted(counts.items())
    )


def _times(word: str, n: int) -> str:
    return word if n == 1 else f"{word} x{n}"


def _said(trial: Trial) -> str:
    """The letters of a trial's answer, or its outcome; a question mark where the agent says the data cannot decide."""
    answer = trial.answer
    said = ",".join(answer.given) if answer and answer.given else SHORT.get(trial.outcome, trial.outcome)
    return f"{said}?" if answer and answer.data_support == "none" else said


def _legend(item: Item) -> Text:
    return Text.assemble(
        (item.key, KEY),
        " is the key, ",
        (_flip_of(item), FLIP),
        " what the flipped data support. - abstained. ? says that the data cannot decide. x3 in three replicates.\n",
        "A route is a pattern of answers over original, withdraw and flip; none: the original answer is not the key.",
    )


def _flip_of(item: Item) -> str:
    if isinstance(item, TableItem):
        return item.flip_key
    return item.registration.flip_to if item.registration else ""


def _style(item: Item, letter: str) -> str:
    return {item.key: KEY, _flip_of(item): FLIP}.get(letter, "")


def _value(result: BlockResult | None, letter: str) -> str:
    value = result.values.get(letter) if result else None
    return "-" if value is None else f"{value:.2f}"


def _supported(result: BlockResult | None) -> str:
    if result is None:
        return "-"
    return result.supported or result.reason or "none"
