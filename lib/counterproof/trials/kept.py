"""What a launched trial leaves beside its record: its log, outputs, answer, and every exchange with its model."""

import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from counterproof.store.atomic import replacing
from counterproof.trials.gateway.exchange import Exchange
from counterproof.trials.gateway.scrub import scrubbed


def kept_path(record: Path) -> Path:
    """The file beside a trial's record."""
    return record.with_suffix(".zip")


def keep(path: Path, files: Mapping[str, Path], *, exchanges: Iterable[Exchange], secrets: tuple[str, ...]) -> None:
    """Put files and exchanges (`exchanges.jsonl`) into one archive; each of the secrets is replaced by `[key]`."""
    told = "".join(exchange.model_dump_json(exclude_defaults=True) + "\n" for exchange in exchanges)
    with replacing(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        for name, file in files.items():
            archive.writestr(zipfile.ZipInfo(name), scrubbed(file.read_bytes(), secrets), zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo("exchanges.jsonl"), scrubbed(told.encode(), secrets), zipfile.ZIP_DEFLATED)
