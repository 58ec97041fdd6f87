"""Construction of a whole study: what stands already, with the same registration, is kept."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from tqdm.auto import tqdm

from counterproof import __version__
from counterproof.construct.along import identities, moving_columns
from counterproof.construct.build import build
from counterproof.construct.leaks.files import DataFile
from counterproof.construct.leaks.reencode import undecided, way_out
from counterproof.construct.leaks.registry import audit_leaks
from counterproof.construct.predictability import predictability
from counterproof.construct.register import freeze, kept_columns, registration_of
from counterproof.construct.screen import screen
from counterproof.construct.verify import verify
from counterproof.domain.construction import Construction
from counterproof.domain.finding import LeakCheck, Predictability, Verification
from counterproof.domain.item import Item
from counterproof.domain.problem import InputError
from counterproof.domain.registration import Registration
from counterproof.domain.variant import Variant
from counterproof.matter.h5ad import H5ad, load
from counterproof.matter.source import locate
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import Layout
from counterproof.store.records import read_record, write_record
from counterproof.store.study import OpenStudy

NEEDED = ("original", "null", "withdraw", "flip")


class Fault(NamedTuple):
    """What excludes an item whose variants were written."""

    reason: str
    detail: str


def construct(study: OpenStudy, *, force: bool = False, progress: bool = True) -> tuple[Construction, ...]:
    """Every item of the study with its verified variants, or with the reason why it has none.

    Items without a registration are left out. What was made before from the same registration is kept, unless `force`.

    Raises
    ------
    InputError
        If a registration differs from the frozen one. Nothing is built then.
    """
    items = [item for item in study.items if item.registration is not None]
    keep = kept_columns(study.study, items)
    paths = {source: source_path(study, source) for source in keep}
    digests = {source: file_digest(path) for source, path in paths.items()}
    tables = {source: DataFile(path).table("obs", columns=keep[source]) for source, path in paths.items()}
    known_names = identities(items)
    wanted = [
        _registration(item, study, digests, keep=keep, obs=tables[item.data.source], known=known_names)
        for item in items
    ]
    # An item that awaits a decision is not frozen: deciding later must not count as a change.
    open_questions = {
        one.item: _open_question(one, tables[item.data.source]) for item, one in zip(items, wanted, strict=True)
    }
    ready = {one.item: one for one in freeze([one for one in wanted if not open_questions[one.item]], study.layout)}
    frozen = [ready.get(one.item, one) for one in wanted]
    loaded: dict[Path, H5ad] = {}
    made = []
    steps = list(zip(items, frozen, strict=True))
    for item, registration in tqdm(steps, desc="constructing", unit="item", disable=not progress):
        known = None if force else _standing(registration, study.layout)
        if known is None:
            path = paths[item.data.source]
            if open_questions[item.id]:
                known = _undecided(path, registration, open_questions[item.id])
            else:
                known = construct_item(path, registration, study.layout, loaded=loaded)
            write_record(_record_path(study.layout, item.id), known)
        made.append(known)
    for source, path in paths.items():
        if file_digest(path) != digests[source]:
            msg = f"{source} changed while variants were built from it: sources must stay as they are"
            raise RuntimeError(msg)
    return tuple(made)


def construct_item(path: Path, registration: Registration, layout: Layout, *, loaded: dict[Path, H5ad]) -> Construction:
    """Screen one item on its source file; if that decides it, build, verify and leak-check its variants."""
    screening = screen(path, registration)
    variants: tuple[Variant, ...] = ()
    verifications: tuple[Verification, ...] = ()
    leaks: tuple[LeakCheck, ...] = ()
    told: tuple[Predictability, ...] = ()
    fault: Fault | None
    if screening.decision == "decidable":
        source = loaded.setdefault(path, loaded.get(path) or load(path))
        try:
            variants = build(source, registration, layout)
        except InputError as error:
            # One item whose edit these data do not allow must not end the study.
            fault = Fault("edit impossible", "; ".join(problem.wrong for problem in error.problems))
        else:
            verifications = verify(variants, registration, work=layout.work)
            leaks = audit_leaks(variants, registration, work=layout.work, source=path)
            told = predictability(variants, registration, work=layout.work)
            fault = _fault(verifications, leaks)
    else:
        fault = Fault(screening.reason or "undefined", screening.detail)
    return Construction(
        item=registration.item,
        excluded=fault.reason if fault else None,
        detail=fault.detail if fault else "",
        registration=registration,
        screening=screening,
        variants=variants,
        verifications=verifications,
        leaks=leaks,
        predictability=told,
        version=__version__,
    )


def _registration(
    item: Item,
    study: OpenStudy,
    digests: Mapping[str, str],
    *,
    keep: Mapping[str, tuple[str, ...]],
    obs: pd.DataFrame,
    known: Mapping[str, set[str]],
) -> Registration:
    source = item.data.source
    make = partial(registration_of, item, study.study, data_sha256=digests[source], keep_obs=keep[source])
    alone = make()
    along = moving_columns(alone, obs[list(alone.keep_obs)], known, source=source)
    return make(along=along) if along else alone


def _open_question(registration: Registration, obs: pd.DataFrame) -> str:
    """What the item's author must decide before it is registered, or an empty text."""
    return "; ".join(
        f"{teller.column} tells {teller.share:.0%} of {teller.label}: {way_out(teller)}"
        for teller in undecided(obs[list(registration.keep_obs)], registration)
    )


def _undecided(path: Path, registration: Registration, question: str) -> Construction:
    screening = screen(path, registration)
    excluded = screening.decision == "excluded"
    return Construction(
        item=registration.item,
        excluded=screening.reason if excluded else "leak",
        detail=screening.detail if excluded else question,
        registration=registration,
        screening=screening,
        version=__version__,
    )


def read_constructions(study: OpenStudy) -> tuple[Construction, ...]:
    """What construction made, in the order of the items; items that were not constructed are left out."""
    paths = [_record_path(study.layout, item.id) for item in study.items]
    return tuple(read_record(path, Construction) for path in paths if path.exists())


def source_path(study: OpenStudy, source: str) -> Path:
    """The local file of a data source of this study."""
    return locate(source, study=study.layout.study, sources=study.layout.sources)


def _fault(verifications: tuple[Verification, ...], leaks: tuple[LeakCheck, ...]) -> Fault | None:
    for verdict in verifications:
        if not verdict.passed and verdict.variant in NEEDED:
            reason = "second answer" if verdict.variant == "withdraw" else f"{verdict.variant} not verified"
            return Fault(reason, verdict.reason or "")
    for leak in leaks:
        if not leak.passed:
            return Fault("leak", f"{leak.check}: {leak.evidence}")
    return None


def _standing(registration: Registration, layout: Layout) -> Construction | None:
    path = _record_path(layout, registration.item)
    if not path.exists():
        return None
    known = read_record(path, Construction)
    same = digest_of(known.registration) == digest_of(registration) and known.version == __version__
    files = [(layout.work / variant.path, variant.bytes) for variant in known.variants]
    whole = all(file.exists() and file.stat().st_size == size for file, size in files)
    return known if same and whole else None


def _record_path(layout: Layout, item: str) -> Path:
    return layout.construction / f"{item}.json"
