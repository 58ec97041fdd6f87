"""What the data say of a chosen registration, in the words and numbers that the form and its plain twin show."""

from collections.abc import Mapping, Sequence
from typing import Any

from counterproof.construct.foresee import Foreseen
from counterproof.construct.leaks.reencode import NAMES
from counterproof.construct.screen import Exclusion
from counterproof.domain.finding import BlockResult
from counterproof.domain.item import Item
from counterproof.domain.problem import Problem
from counterproof.domain.registration import Registration
from counterproof.views.charts.measured import UNITS
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.tables.item import edit_words
from counterproof.views.tables.table import DASH

MINUS = "\N{MINUS SIGN}"
IN_THE_DATA = "in the data"
Facts = dict[str, Any]


def shown(value: float | None) -> str:
    """A number as it is read, to two digits; an en dash where there is none."""
    # Rounded first: what rounds to nothing has no sign. Adding 0 makes 0 of -0.
    return DASH if value is None else f"{round(value, 2) + 0:.2f}".replace("-", MINUS)


def lacking_facts(lacking: Sequence[str]) -> Facts:
    """The facts of a choice that is not complete."""
    listed = ", ".join(lacking)
    return {"verdict": _verdict("quiet", "Choose what decides this item.", [f"Still to choose: {listed}."])}


def refused_facts(problems: Sequence[Problem]) -> Facts:
    """The facts of a choice of which no registration can be made."""
    told = [f"{problem.wrong}{f' (seen: {problem.seen})' if problem.seen else ''}" for problem in problems]
    return {"verdict": _verdict("bad", "This registration cannot be made.", told)}


def facts_of(foreseen: Foreseen, item: Item, *, beside: Sequence[str] = ()) -> Facts:
    """What the form shows of a registration: the verdict, and every option's statistic in the data and after each edit.

    `beside` are frozen items that would be refused next to it.
    """
    registration = foreseen.registration
    columns = [_column(IN_THE_DATA, "", foreseen.blocks[0], must=registration.key)]
    for name in registration.edits:
        if name == "original":
            continue
        edit, must = registration.edits[name], registration.supported[name]
        words = "another order" if edit.kind == "permute" else edit_words(edit)
        if name in foreseen.impossible:
            columns.append(_column(VARIANT_LABELS[name], words, None, must=must, why=foreseen.impossible[name]))
        else:
            check = foreseen.edited[name]
            why = "" if check.passed else check.reason or ""
            columns.append(_column(VARIANT_LABELS[name], words, check.blocks[0], must=must, why=why))
    return {
        "verdict": _told(foreseen, beside=beside),
        "unit": UNITS[item.family],
        "margin": registration.margin,
        "columns": columns,
        "options": [_option(letter, item, registration, columns) for letter in item.options],
        "others": _other_blocks(foreseen.blocks[1:]),
        "decide": [
            {
                "column": teller.column,
                "told": f"{_called(teller.column)} tells {teller.share:.0%} of {teller.label}",
                "ways": ["keep"] if teller.column == NAMES else ["drop", "keep", *(["move"] * teller.movable)],
            }
            for teller in foreseen.tellers
        ],
        "holds": foreseen.holds and foreseen.stability is not None and not beside,
    }


def _called(column: str) -> str:
    return "the name of a cell" if column == NAMES else column


def _column(name: str, edit: str, result: BlockResult | None, *, must: str | None, why: str = "") -> Facts:
    supported = result.supported if result else None
    says = f"supports {supported or 'none'}"
    return {
        "name": name,
        "edit": edit,
        "must": must or "none",
        "supported": supported or "",
        "lead": result.lead if result else None,
        "values": result.values if result else {},
        "ok": result is not None and supported == must and not why,
        "says": "cannot be made" if result is None else says,
        "why": why,
    }


def _option(letter: str, item: Item, registration: Registration, columns: Sequence[Facts]) -> Facts:
    role = "key" if letter == registration.key else "flip" if letter == registration.flip_to else "other"
    return {
        "letter": letter,
        "text": item.options[letter],
        "target": registration.targets[letter],
        "role": role,
        "shown": [shown(column["values"].get(letter)) for column in columns],
    }


def _verdict(tone: str, title: str, lines: Sequence[str]) -> Facts:
    return {"tone": tone, "title": title, "lines": [line for line in lines if line]}


def _told(foreseen: Foreseen, *, beside: Sequence[str]) -> Facts:
    registration, first = foreseen.registration, foreseen.blocks[0]
    exclusion = foreseen.exclusion
    if exclusion is not None:
        return _verdict(
            "bad", _why_not(exclusion, first, registration), [f"Excluded as {exclusion.reason}: {exclusion.detail}."]
        )
    lines = [_firm(foreseen), *_edits_told(foreseen), *_open(foreseen, beside)]
    asked = f"{registration.margin:g} asked"
    key = registration.targets[registration.key]
    lead = (
        f"leads by {shown(first.lead)}"
        if first.lead is not None
        else f"stands alone with {shown(first.values[registration.key])}"
    )
    pending = foreseen.stability is None
    good = foreseen.holds and not beside
    tone = "doubt" if not good else "quiet" if pending else "good"
    return _verdict(tone, f"The data decide this item: {key} {lead}, {asked}.", lines)


def _why_not(exclusion: Exclusion, first: BlockResult, registration: Registration) -> str:
    values = {letter: value for letter, value in first.values.items() if value is not None}
    best = max(values, key=lambda letter: values[letter], default="")
    leader = registration.targets.get(best, "nothing")
    key, asked = registration.targets[registration.key], f"{registration.margin:g} asked"
    return {
        "gene absent": "The data cannot decide this item: a gene that it needs is not there.",
        "undefined": f"The data cannot decide this item: the statistic is undefined for {key}.",
        "stronger alternative": f"The data speak for another answer: {leader} leads by {shown(first.lead)}, not {key}.",
        "opposite direction": f"The data speak against the key: {key} has {shown(values.get(registration.key))}.",
        "no effect": f"The data do not decide this item: {leader} has most with {shown(values.get(best))}, {asked}.",
        "tied": f"The data do not decide this item: {leader} leads by only {shown(first.lead)}, {asked}.",
        "contrary block": f"The data contradict themselves: {exclusion.detail}, and {registration.block} {key}.",
        "unstable": f"The data do not decide this item firmly: {exclusion.detail}, {registration.stability:.0%} asked.",
    }.get(exclusion.reason, f"The data do not decide this item: {exclusion.reason}.")


def _firm(foreseen: Foreseen) -> str:
    registration = foreseen.registration
    if foreseen.stability is None:
        return f"Drawing the cells again, {registration.bootstraps} times \N{HORIZONTAL ELLIPSIS}"
    return (
        f"{foreseen.stability:.0%} of {registration.bootstraps} resamples of the cells support it too "
        f"({registration.stability:.0%} asked)."
    )


def _edits_told(foreseen: Foreseen) -> list[str]:
    wrong = {name: check.reason or "" for name, check in foreseen.edited.items() if not check.passed}
    wrong |= {name: f"cannot be made: {why}" for name, why in foreseen.impossible.items()}
    if wrong:
        return [f"{VARIANT_LABELS[name]}: {why}." for name, why in wrong.items()]
    flip = foreseen.edited["flip"].blocks[0]
    target = foreseen.registration.targets[foreseen.registration.flip_to]
    by = f" by {shown(flip.lead)}" if flip.lead is not None else ""
    return [f"Every edit does what it must: withdrawal leaves no answer, and after the flip {target} leads{by}."]


def _open(foreseen: Foreseen, beside: Sequence[str]) -> list[str]:
    lines = [
        f"Decide below what becomes of {_called(teller.column)}: it tells the exchanged label."
        for teller in foreseen.tellers
    ]
    if foreseen.question:
        lines.append(f"Still open: {foreseen.question}.")
    if beside:
        lines.append(
            f"It reads other columns than the files of {len(beside)} frozen items keep ({', '.join(beside[:3])}"
            f"{', ...' if len(beside) > 3 else ''}): they would be refused. Use their columns, or another study."
        )
    return lines


def _other_blocks(blocks: Sequence[BlockResult]) -> str:
    told = [
        f"{block.block}: not measured"
        if block.block_class == "unknown"
        else f"{block.block} ({block.block_class}) supports {block.supported or 'none'}"
        for block in blocks
    ]
    return f"In the other blocks: {'; '.join(told)}." if told else ""


def written_facts(facts: Mapping[str, Any]) -> str:
    """The verdict in one paragraph."""
    verdict = facts["verdict"]
    return " ".join([verdict["title"], *verdict["lines"]])
