"""Construction of a whole study: what stands already, with the same registration, is kept."""

from pathlib import Path
from typing import NamedTuple

from tqdm.auto import tqdm

from counterproof import __version__
from counterproof.construct.build import build
from counterproof.construct.leaks import audit_leaks
from counterproof.construct.register import freeze, kept_columns, registration_of
from counterproof.construct.screen import screen
from counterproof.construct.verify import verify
from counterproof.domain.construction import Construction
from counterproof.domain.finding import LeakCheck, Verification
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
    wanted = [
        registration_of(item, study.study, data_sha256=digests[item.data.source], keep_obs=keep[item.data.source])
        for item in items
    ]
    frozen = freeze(wanted, study.layout)
    loaded: dict[Path, H5ad] = {}
    made = []
    steps = list(zip(items, frozen, strict=True))
    for item, registration in tqdm(steps, desc="constructing", unit="item", disable=not progress):
        known = None if force else _standing(registration, study.layout)
        if known is None:
            path = paths[item.data.source]
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
    if screening.decision == "decidable":
        source = loaded.setdefault(path, loaded.get(path) or load(path))
        variants = build(source, registration, layout)
        verifications = verify(variants, registration, work=layout.work)
        leaks = audit_leaks(variants, registration, work=layout.work)
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
    try:
        known = read_record(path, Construction)
    except InputError:
        # Another version wrote it, or something else did: it is made again.
        return None
    same = digest_of(known.registration) == digest_of(registration) and known.version == __version__
    return known if same and all(_is_whole(variant, layout) for variant in known.variants) else None


def _is_whole(variant: Variant, layout: Layout) -> bool:
    # By its bytes: a harmed file of the right size would be kept here, and then refused before each run of the agents.
    path = layout.work / variant.path
    return path.exists() and path.stat().st_size == variant.bytes and file_digest(path) == variant.sha256


def _record_path(layout: Layout, item: str) -> Path:
    return layout.construction / f"{item}.json"
