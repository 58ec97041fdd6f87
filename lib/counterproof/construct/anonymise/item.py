"""One item under opaque names: written, verified anew, searched for the real ones, and checked for every leak."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from counterproof import __version__
from counterproof.construct.anonymise.data import renamed_arrangement, renamed_registration
from counterproof.construct.anonymise.names import Renaming, renaming_of
from counterproof.construct.anonymise.residue import files_residue, prompts_residue
from counterproof.construct.anonymise.source import RenamedSource
from counterproof.construct.anonymise.words import options_differ, renamed_item, unsaid
from counterproof.construct.build import arrangement_of, known_cells
from counterproof.construct.leaks.registry import audit_leaks
from counterproof.construct.prompts import prompt_for
from counterproof.construct.verify import NULL_TOLERANCE, verify
from counterproof.domain.anonymised import Anonymised
from counterproof.domain.construction import Construction
from counterproof.domain.finding import Verification
from counterproof.domain.item import Item
from counterproof.domain.registration import Registration
from counterproof.domain.variant import DataVariantName, Variant
from counterproof.evidence.registry import needs_of
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.h5ad import open_h5ad
from counterproof.matter.write import write_variants
from counterproof.store.atomic import replacing
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import Layout
from counterproof.store.records import write_record

ALIKE = "All labels of the columns that are asked about have opaque names, since some options hold the name of a gene."
"""It is told of an item, and what was made before this rule is made again."""


class Opaque(NamedTuple):
    """An item's opaque names, its registration under them, and what is told of how they were chosen."""

    names: Renaming
    registration: Registration
    detail: str


def anonymise_item(path: Path, item: Item, made: Construction, layout: Layout, *, groups: bool) -> Anonymised:
    """The item, registration and variants of a decidable item under opaque names.

    The names are drawn from the item's seed and are the same on every variant; they are kept below the study's work.

    Parameters
    ----------
    path
        The source of the item's data.
    groups
        Whether the labels of the columns that the question reads become opaque, too. They do in any case where some
        options hold the name of a gene and others do not.
    """
    registration = _of_genes(made)
    source = open_h5ad(path)
    named: dict[DataVariantName, Arrangement] = {
        variant.name: arrangement_of(source, registration, variant.name) for variant in made.variants
    }
    under = _opaque(named, registration, groups=groups)
    words = renamed_item(item, registration, under.registration, under.names)
    start = Anonymised(
        item=words, named=digest_named(item, made), detail=under.detail, groups=groups, version=__version__
    )
    if tells := _telling(registration, under, words):
        return _excluded(start, *tells)
    with ExitStack() as stack:
        write_variants(
            source,
            {
                stack.enter_context(replacing(layout.anonymised_variant(item.id, name))): renamed_arrangement(
                    one, under.names
                )
                for name, one in named.items()
            },
            renewed=registration.renormalised,
        )
    variants = tuple(_described(variant, under.registration, layout) for variant in made.variants)
    write_record(layout.anonymised_names(item.id), under.names)
    verifications = _as_named(verify(variants, under.registration, work=layout.work), made.verifications)
    cells = {variant.name: known_cells(source, registration, variant.name) for variant in made.variants}
    files: dict[str, Path] = {variant.name: layout.work / variant.path for variant in variants}
    leaks = (
        files_residue(item.id, files, under.names),
        prompts_residue(item.id, [prompt_for(words, "original")], under.names),
        *audit_leaks(
            variants, under.registration, work=layout.work, source=RenamedSource(path, under.names), cells=cells
        ),
    )
    done = start.model_copy(
        update={
            "registration": under.registration,
            "variants": variants,
            "verifications": verifications,
            "leaks": leaks,
        }
    )
    return _judged(done, made)


def _opaque(named: Mapping[DataVariantName, Arrangement], registration: Registration, *, groups: bool) -> Opaque:
    columns = needs_of(registration.statistic, registration.targets).columns
    names = renaming_of(list(named.values()), seed=registration.seed, columns=columns if groups else ())
    hidden = renamed_registration(registration, names)
    if not options_differ(registration, hidden):
        return Opaque(names, hidden, "")
    # Of `CD8+ T` and `B cell` one holds the name of a gene: they would be told apart by that.
    names = renaming_of(list(named.values()), seed=registration.seed, columns=columns)
    return Opaque(names, renamed_registration(registration, names), ALIKE)


def _telling(registration: Registration, under: Opaque, words: Item) -> tuple[str, str] | None:
    """The reason and detail for which the item cannot be asked under opaque names; null where it can."""
    hidden, key = under.registration, registration.key
    if hidden.statistic == registration.statistic and hidden.targets[key] == registration.targets[key]:
        why = "Neither what is asked nor the option of the key has a name that gets an opaque one."
        return "nothing to hide", why
    if options_differ(registration, hidden):
        real = [name for letter, name in registration.targets.items() if hidden.targets[letter] == name]
        why = f"Only some options would have an opaque name, and stand out: the data have no {', '.join(real)}."
        return "options stand out", why
    if missing := unsaid(registration, hidden, words):
        old = [name for name, new in (under.names.genes | under.names.groups).items() if new in missing]
        why = f"The texts call {', '.join(old)} by another word: the question could not be answered."
        return "not named as in the data", why
    return None


def _judged(done: Anonymised, made: Construction) -> Anonymised:
    """The item, excluded where a file that was sound under the real names is not, or where a check finds a leak."""
    sound = {one.variant for one in made.verifications if one.passed}
    for verdict in done.verifications:
        if not verdict.passed and verdict.variant in sound:
            return _excluded(done, f"{verdict.variant} not verified", verdict.reason or "")
    for leak in done.leaks:
        if not leak.passed:
            return _excluded(done, "leak", f"{leak.check}: {leak.evidence}")
    return done


def digest_named(item: Item, made: Construction) -> str:
    """Hex SHA-256 of all that an anonymised item is made from: wording, registration, and the named files."""
    files = [variant.sha256 for variant in made.variants]
    return digest_of([digest_of(item), digest_of(made.registration), files, ALIKE])


def _of_genes(made: Construction) -> Registration:
    if not isinstance(made.registration, Registration):
        msg = f"item {made.item!r} is no item of genes and groups"
        raise TypeError(msg)
    return made.registration


def _excluded(start: Anonymised, reason: str, detail: str) -> Anonymised:
    return start.model_copy(update={"excluded": reason, "detail": detail})


def _described(variant: Variant, hidden: Registration, layout: Layout) -> Variant:
    path = layout.anonymised_variant(variant.item, variant.name)
    return variant.model_copy(
        update={
            "edit": hidden.edits[variant.name],
            "path": path.relative_to(layout.work).as_posix(),
            "sha256": file_digest(path),
            "bytes": path.stat().st_size,
            "registration": digest_of(hidden),
        }
    )


def _as_named(verdicts: Sequence[Verification], named: Sequence[Verification]) -> tuple[Verification, ...]:
    """The verdicts, failed where a value or a supported option is not that of the file with the real names."""
    before = {one.variant: one for one in named}
    return tuple(
        one.model_copy(update={"passed": False, "reason": moved})
        if one.passed and (moved := _moved(one, before[one.variant]))
        else one
        for one in verdicts
    )


def _moved(now: Verification, before: Verification) -> str:
    for new, old in zip(now.blocks, before.blocks, strict=True):
        if new.supported != old.supported:
            return f"block {new.block} supports {new.supported}, under the real names {old.supported}"
        for letter, value in new.values.items():
            other = old.values[letter]
            if (value is None) != (other is None) or (
                value is not None and other is not None and abs(value - other) > NULL_TOLERANCE * abs(other)
            ):
                return f"block {new.block}: option {letter} is {value}, under the real names {other}"
    return ""
