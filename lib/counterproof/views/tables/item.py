"""Tables about one item: what is asked, what was registered, what each edit did, and the numbers behind it."""

import html
from collections.abc import Iterable
from dataclasses import dataclass

from counterproof.domain.construction import Construction
from counterproof.domain.finding import BlockResult
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import NO_DATA, LoadedItem
from counterproof.domain.registration import Registration, RegistrationAttempt
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.variant import Edit
from counterproof.store.digest import digest_of
from counterproof.views.code_words import with_code
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.tables.table import STYLE, Cell, Column, Table, Tone, number, verdict

KEY_TAG = ' <span class="cp-tag key">key</span>'


@dataclass(frozen=True)
class Card:
    """An item as its author wrote it: question, background and options, the key marked. Notebooks show it by itself.

    Where the page has its name as a title, it is not `named` once more.
    """

    item: Item
    named: bool = True

    def html(self) -> str:
        """The card as HTML in which no text can become an element."""
        item = self.item
        options = "".join(
            f"<li><b>{letter}</b> {html.escape(text)}{KEY_TAG if letter == item.key else ''}</li>"
            for letter, text in item.options.items()
        )
        if item.key and item.key not in item.options:
            options += f"<li>{html.escape(item.key)}{KEY_TAG}</li>"
        background = f"<p>{with_code(item.background.strip())}</p>" if item.background else ""
        name, end = (f"<b>{html.escape(item.id)}</b> (", ")") if self.named else ("", "")
        return (
            f'{STYLE}<div class="cp-card"><p>{name}{html.escape(_origin(item))}{end}</p>'
            f"<p>{with_code(item.question.strip())}</p>{background}"
            f'<ul style="list-style: none">{options}</ul></div>'
        )

    def _repr_html_(self) -> str:
        return self.html()


def _origin(item: Item) -> str:
    """What decides the item, and on which data; or whose item it is, where nothing is registered."""
    if not isinstance(item, LoadedItem):
        return f"{item.family}, on {item.data.source}"
    return f"from {item.benchmark}, {'its data are not here' if item.data.source == NO_DATA else item.data.source}"


def registration_table(construction: Construction) -> Table:
    """What was fixed about an item before any of its variants was made."""
    registration = construction.registration
    facts = {
        "statistic": registration.statistic.statistic,
        "asks about": _asked(registration),
        "block": f"{registration.block} (values: {registration.block_class})",
        "margin": f"{registration.margin:g}",
        "stability": _stability(registration),
        "key": f"{registration.key}  {registration.targets.get(registration.key, '')}",
        "flip to": f"{registration.flip_to}  {registration.targets.get(registration.flip_to, '')}",
        "obs columns kept": ", ".join(registration.keep_obs) or "none",
        "seed": str(registration.seed),
        "data (SHA-256)": registration.data_sha256[:16],
        "digest": digest_of(registration)[:16],
        "made": "after viewing the data" if registration.after_viewing else "before anything was computed on the data",
    }
    rows = tuple((Cell(text=name), Cell(text=value)) for name, value in facts.items())
    columns = (Column(name="registered"), Column(name="as"))
    return Table(caption=f"Registration of {registration.item}", columns=columns, rows=rows)


def edits_table(construction: Construction) -> Table:
    """What makes each variant of an item, what its file holds, and the option that it must support."""
    registration = construction.registration
    table = isinstance(registration, TableRegistration)
    rows = tuple(
        (
            Cell(text=VARIANT_LABELS.get(variant.name, variant.name)),
            Cell(text=edit_words(variant.edit)),
            _supported(registration, registration.supported[variant.name]),
            Cell(text=str(variant.n_cells)),
            Cell(text=str(variant.n_genes)),
            Cell(text=f"{variant.bytes / 1024:,.0f} KiB", sort=str(variant.bytes)),
            Cell(text=variant.sha256[:12]),
        )
        for variant in construction.variants
    )
    columns = (
        Column(name="variant"),
        Column(name="edit"),
        Column(name="must support"),
        Column(name="rows" if table else "cells", numeric=True),
        Column(name="columns" if table else "genes", numeric=True),
        Column(name="file", numeric=True),
        Column(name="SHA-256"),
    )
    return Table(caption=f"The data files of {construction.item}", columns=columns, rows=rows)


def blocks_table(construction: Construction) -> Table:
    """The statistic of every option, in every block of every file of one item, and what it supports."""
    registration = construction.registration
    measured = {check.variant: check.blocks for check in construction.verifications}
    found = {"source": construction.screening.blocks} | measured
    rows = tuple(
        _block_row(VARIANT_LABELS.get(name, name), result, registration)
        for name, results in found.items()
        for result in results
    )
    columns = (
        Column(name="file"),
        Column(name="block"),
        *(Column(name=f"{letter}  {target}", numeric=True) for letter, target in registration.targets.items()),
        Column(name="lead", numeric=True),
        Column(name="supports"),
    )
    return Table(caption=f"The statistic of {construction.item}, file by file", columns=columns, rows=rows)


def registration_log_table(attempts: Iterable[RegistrationAttempt]) -> Table:
    """Every attempt to register an item, in the order of time."""
    rows = tuple(
        (
            Cell(text=attempt.at),
            Cell(text=attempt.item),
            Cell(text=attempt.digest[:12]),
            Cell(text=attempt.data_sha256[:12]),
            verdict(passed=attempt.accepted, yes="frozen", no="refused", why=attempt.reason),
        )
        for attempt in attempts
    )
    columns = tuple(Column(name=name) for name in ("at (UTC)", "item", "registration", "data", "result"))
    return Table(caption=f"{len(rows)} attempts to register", columns=columns, rows=rows)


def _block_row(name: str, result: BlockResult, registration: Registration) -> tuple[Cell, ...]:
    unmeasured = (result.reason or "") if result.block_class == "unknown" else ""
    values = (number(result.values[letter], reason=unmeasured or "undefined") for letter in registration.targets)
    lead = number(result.lead, reason=unmeasured or "fewer than two options are defined")
    return (
        Cell(text=name),
        Cell(text=result.block if result.block == result.block_class else f"{result.block} ({result.block_class})"),
        *values,
        lead,
        _supported(registration, result.supported, why=result.reason or ""),
    )


def _supported(registration: Registration, letter: str | None, *, why: str = "") -> Cell:
    if letter is None:
        return Cell(text="none", title=why, tone="doubt")
    tone: Tone = "key" if letter == registration.key else "flip" if letter == registration.flip_to else "bad"
    return Cell(text=letter, tone=tone)


def _stability(registration: Registration) -> str:
    if not registration.bootstraps:
        return "not resampled"
    return f"{registration.stability:.0%} of {registration.bootstraps} resamples of the cells"


def _asked(registration: Registration) -> str:
    asked = registration.statistic.model_dump(exclude={"statistic"}, exclude_none=True)
    words = [f"{name} {_value_words(value)}" for name, value in asked.items()]
    return "; ".join(words)


def _value_words(value: object) -> str:
    return f"{value['column']} = {value['value']}" if isinstance(value, dict) else str(value)


def edit_words(edit: Edit) -> str:
    """What an edit does, in a few words."""
    kind = edit.kind.replace("_", " ")
    if edit.columns or edit.pairs:
        return " ".join([kind, *_table_edit_words(edit)])
    parts = [*edit.genes] or [f"{edit.column}: {', '.join(edit.values)}" if edit.values else edit.column or ""]
    along = f" (with {', '.join(edit.along)})" if edit.along else ""
    return f"{kind} {', '.join(part for part in parts if part)}{along}".strip()


def _table_edit_words(edit: Edit) -> Iterable[str]:
    """The columns of a table's edit, and what becomes of their cells."""
    if edit.columns:
        yield ", ".join(edit.columns)
    if edit.pairs:
        arrow = " with " if edit.kind == "swap_columns" else " to "
        yield ", ".join(f"{one}{arrow}{other}" for one, other in edit.pairs)
    if edit.shift is not None:
        yield f"by {edit.shift:,.15g}"
