"""Tables of what construction made and found: items, verified variants, leak checks."""

from collections.abc import Iterable, Mapping
from textwrap import shorten

from counterproof.domain.construction import Construction
from counterproof.domain.finding import BlockResult, LeakCheck, Verification
from counterproof.domain.item import Item
from counterproof.views.code_words import without_code
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.tables.table import DASH, Cell, Column, Table, number, verdict

SHOWS_THROUGH = 0.9
"""Accuracy from which the caption counts an exchange as one that shows through."""

NO_VARIANT = "No variant was made, so that nothing could be verified: items need a registration (notebook 01)"

LONGEST_QUESTION = 240
"""Characters of a question in the table of all items; the item's page has all of it."""


def items_table(
    items: Iterable[Item], constructions: Iterable[Construction], *, pages: Mapping[str, str] | None = None
) -> Table:
    """Every item: whether its data decide it, and if not, why not; `pages` are where items have pages of their own."""
    made = {construction.item: construction for construction in constructions}
    links = pages or {}
    rows = tuple(_item_row(item, made.get(item.id), href=links.get(item.id, "")) for item in items)
    decided = sum(construction.excluded is None for construction in made.values())
    columns = (
        Column(name="item"),
        Column(name="status", title="whether the original data decide the item, for its key"),
        Column(name="question", clamped=True),
        Column(name="key", title="the benchmark's answer"),
        Column(name="flip to", title="the answer that the reversed data must support"),
        Column(name="lead", numeric=True, title="first option over the second, in the registered block"),
        Column(name="margin", numeric=True, title="smallest lead that decides an item of this family"),
        Column(name="stability", numeric=True, title="share of resamples of the cells that support the key"),
        Column(name="family"),
    )
    return Table(caption=f"{decided} of {len(rows)} items are decidable", columns=columns, rows=rows)


def _item_row(item: Item, construction: Construction | None, *, href: str) -> tuple[Cell, ...]:
    asked = shorten(without_code(item.question), LONGEST_QUESTION, placeholder=" \N{HORIZONTAL ELLIPSIS}")
    question = Cell(text=asked, title=item.question if asked.endswith("\N{HORIZONTAL ELLIPSIS}") else "")
    family = Cell(text=item.family)
    if construction is None:
        none = number(None, reason="the item has no registration, or was not constructed")
        quiet = Cell(text="not constructed", tone="quiet")
        return (Cell(text=item.id, href=href), quiet, question, _option(item, item.key), none, none, none, none, family)
    screening = construction.screening
    first = next(iter(screening.blocks), None)
    status = verdict(
        passed=construction.excluded is None,
        yes="decidable",
        no=f"excluded: {construction.excluded}",
        why=construction.detail or screening.detail,
    )
    return (
        Cell(text=item.id, href=href),
        status,
        question,
        _option(item, item.key),
        _option(item, construction.registration.flip_to),
        number(first.lead if first else None, digits=2, reason=first.reason if first else "nothing was measured"),
        number(construction.registration.margin, digits=2),
        number(
            screening.stability, digits=2, reason="not resampled: the item was excluded before, or asks for numbers"
        ),
        family,
    )


def _option(item: Item, letter: str) -> Cell:
    return Cell(text=f"{letter}  {item.options.get(letter, '')}", sort=letter)


def verification_table(constructions: Iterable[Construction]) -> Table:
    """Every variant's re-opened file against its registration, in the registered block and all others."""
    found = [verification for construction in constructions for verification in construction.verifications]
    passed = sum(verification.passed for verification in found)
    columns = (
        Column(name="item"),
        Column(name="variant"),
        Column(name="registered", title="the option that the file must support"),
        Column(name="supported", title="the option that the registered block of the re-opened file supports"),
        Column(name="lead", numeric=True),
        Column(name="other blocks", title="the option that every other block supports"),
        Column(name="verdict"),
    )
    rows = tuple(_verification_row(verification) for verification in found)
    caption = f"{passed} of {len(found)} variants show what was registered" if found else NO_VARIANT
    return Table(caption=caption, columns=columns, rows=rows)


def _verification_row(verification: Verification) -> tuple[Cell, ...]:
    first, *others = verification.blocks or (None,)
    said = ", ".join(f"{block.block}: {_said(block)}" for block in others if block)
    unmeasured = "; ".join(f"{block.block}: {block.reason}" for block in others if block and _is_unknown(block))
    return (
        Cell(text=verification.item),
        Cell(text=VARIANT_LABELS.get(verification.variant, verification.variant)),
        Cell(text=verification.expected or "none"),
        Cell(text=(first.supported if first else None) or "none", title=_why(first)),
        number(first.lead if first else None, digits=2, reason=_why(first)),
        Cell(text=said or DASH, title=unmeasured if said else "the file has one block"),
        verdict(passed=verification.passed, yes="as registered", no="differs", why=verification.reason or ""),
    )


def _is_unknown(block: BlockResult) -> bool:
    return block.block_class == "unknown"


def _said(block: BlockResult) -> str:
    return "not measured" if _is_unknown(block) else block.supported or "none"


def _why(block: BlockResult | None) -> str:
    return (block.reason or "") if block else "nothing was measured"


def leaks_table(constructions: Iterable[Construction]) -> Table:
    """Every leak check with what was looked at; a pass means that no leak was found, never that there is none."""
    found = [leak for construction in constructions for leak in construction.leaks]
    leaks = sum(not leak.passed for leak in found)
    declared = sum(leak.declared for leak in found)
    told = f"{leaks} of {len(found)} checks found a leak" if leaks else f"No leak found by {len(found)} checks"
    told += f", beside {declared} that the items' authors declared" if declared else ""
    told = told if found else NO_VARIANT
    columns = (Column(name="item"), Column(name="check"), Column(name="result"), Column(name="looked at"))
    rows = tuple(
        (
            Cell(text=leak.item),
            Cell(text=leak.check),
            _leak_verdict(leak),
            Cell(text=leak.evidence),
        )
        for leak in found
    )
    return Table(caption=told, columns=columns, rows=rows)


def _leak_verdict(leak: LeakCheck) -> Cell:
    if leak.declared:
        return Cell(text="declared", title="found, and registered beforehand by the item's author", tone="quiet")
    return verdict(passed=leak.passed, yes="none found", no="leak")


def predictability_table(constructions: Iterable[Construction]) -> Table:
    """For each exchange of labels or conditions, how well the old labels still show through the rest of the data.

    1 means that anyone who knows the cell types sees the exchange; 0.5 is chance.
    """
    found = [told for construction in constructions for told in construction.predictability]
    measured = [told.accuracy for told in found if told.accuracy is not None]
    clear = sum(accuracy >= SHOWS_THROUGH for accuracy in measured)
    columns = (
        Column(name="item"),
        Column(name="variant"),
        Column(name="exchanged"),
        Column(name="old labels told", numeric=True, title="balanced accuracy on held-out cells; 0.5 is chance"),
        Column(name="held out", title="what was held out whole: donors or samples where there are enough, else cells"),
        Column(name="folds", numeric=True),
        Column(name="cells", numeric=True),
    )
    rows = tuple(
        (
            Cell(text=told.item),
            Cell(text=VARIANT_LABELS.get(told.variant, told.variant)),
            Cell(text=f"{told.column}: {' and '.join(told.labels)}"),
            number(told.accuracy, digits=2, reason=told.reason or ""),
            Cell(text=told.held_out or "cells"),
            number(told.n_folds, digits=0),
            number(told.n_cells, digits=0),
        )
        for told in found
    )
    caption = f"Old labels are told with {SHOWS_THROUGH:g} or more in {clear} of {len(measured)} exchanges"
    return Table(caption=caption, columns=columns, rows=rows)
