"""Where the parts of a study lie."""

from dataclasses import dataclass
from pathlib import Path

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.trial import TrialKey
from counterproof.domain.variant import DataVariantName, Variant
from counterproof.store.digest import digest_of, file_digest

TRIALS = "trials"


@dataclass(frozen=True)
class Layout:
    """The folders of one study: `study` is read only, `work` and `reports` are made by runs."""

    study: Path
    work: Path
    reports: Path

    @property
    def registrations(self) -> Path:
        """Folder of frozen registrations, one file an item; `log` beside them has every attempt."""
        return self.work / "registrations"

    @property
    def registration_log(self) -> Path:
        """Append-only log of every attempt to register."""
        return self.registrations / "log.jsonl"

    def registration(self, item: str) -> Path:
        """The frozen registration of one item."""
        return self.registrations / f"{item}.json"

    @property
    def sources(self) -> Path:
        """Folder of data files that our own code wrote (simulated cohorts)."""
        return self.work / "sources"

    def variant(self, item: str, name: DataVariantName) -> Path:
        """The data file of one variant. The agent sees it under a neutral name, in a folder of its own."""
        return self.work / "variants" / item / f"{name}.h5ad"

    def holds(self, variant: Variant) -> bool:
        """Whether a variant's file is there, byte for byte as it was described.

        Its size alone would keep a harmed file here, which each run of the agents then refuses.
        """
        path = self.work / variant.path
        return path.exists() and path.stat().st_size == variant.bytes and file_digest(path) == variant.sha256

    @property
    def anonymised(self) -> Path:
        """Folder of what the arm `anonymised` gives to agents, and of the names behind the opaque ones."""
        return self.work / "anonymised"

    def anonymised_item(self, item: str) -> Path:
        """What was made of one item for that arm."""
        return self.anonymised / f"{item}.json"

    def anonymised_names(self, item: str) -> Path:
        """The opaque name of each old one. No agent is ever given it."""
        return self.anonymised / item / "names.json"

    def anonymised_variant(self, item: str, name: DataVariantName) -> Path:
        """The data file of one variant under opaque names."""
        return self.anonymised / item / f"{name}.h5ad"

    @property
    def construction(self) -> Path:
        """What construction found: registrations, screenings, variants, verifications, leak checks."""
        return self.work / "construction"

    def constructed(self, item: str) -> Path:
        """What construction found of one item."""
        return self.construction / f"{item}.json"

    @property
    def trials(self) -> Path:
        """Folder of finished trials."""
        return self.work / TRIALS

    def trial(self, key: TrialKey) -> Path:
        """The record of one trial: readable by its folders, found by its digest."""
        return self.work / trial_name(key, replicate=key.replicate, digest=digest_of(key))

    @property
    def spent(self) -> Path:
        """Ledger of what models have cost: US dollars, a line for each of their replies."""
        return self.work / "spent.txt"

    @property
    def imported(self) -> Path:
        """Folder of trials that ran elsewhere; `log.jsonl` in it tells what each import did and refused."""
        return self.work / "imported"

    def imported_trial(self, key: TrialKey) -> Path:
        """The record of an imported trial. Named by its place in the study: importing a run again renews it."""
        arm = "" if key.arm == "standard" else f"-{key.arm}"
        return self.imported / key.agent / key.item / f"{key.variant}{arm}-r{key.replicate}.json"

    @property
    def reviews(self) -> Path:
        """Folder of people's labels: an append-only log for each reviewer."""
        return self.work / "reviews"

    @property
    def reviews_table(self) -> Path:
        """The labels that count now as a table, made from the logs."""
        return self.work / "reviews.parquet"

    @property
    def verdicts(self) -> Path:
        """Folder of what judges said: an append-only log for each judge."""
        return self.work / "verdicts"

    @property
    def cache(self) -> Path:
        """Folder of what can be made again at any time."""
        return self.work / "cache"

    @property
    def findings(self) -> Path:
        """Folder of result tables (Parquet)."""
        return self.work / "findings"


def trial_name(key: TrialKey, *, replicate: int, digest: str) -> str:
    """Path below the work folder of the record of one replicate of a trial, whose key has this digest."""
    arm = "" if key.arm == "standard" else f"-{key.arm}"
    return f"{TRIALS}/{key.agent}/{key.item}/{key.variant}{arm}-r{replicate}-{digest[:16]}.json"


def layout_of(study: Path, *, out: Path | None = None) -> Layout:
    """The folders of the study at `study`.

    A study in `PROJECT/data/studies/NAME` has its work in `PROJECT/data/work/NAME` and its pages in
    `PROJECT/reports/NAME`; any other study has both inside its own folder. `out` puts both under `out` instead.

    Raises
    ------
    InputError
        If `out` is a symbolic link that leads to itself.
    """
    study = study.resolve()
    if out is not None:
        return Layout(study, _resolved(out) / "work", _resolved(out) / "reports")
    if study.parent.name == "studies" and study.parent.parent.name == "data":
        project = study.parents[2]
        return Layout(study, project / "data" / "work" / study.name, project / "reports" / study.name)
    return Layout(study, study / "work", study / "reports")


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except RuntimeError:
        # Up to Python 3.12 a loop of links is this, and no OSError.
        raise InputError([Problem(file=str(path), wrong="is a symbolic link that leads to itself")]) from None
