"""Inspect's logs: `.eval` files and their older JSON form, one trajectory a sample. Needs no inspect-ai."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.trajectory import Trajectory
from counterproof.trajectories.fields import as_text, count, mapping, sequence, string
from counterproof.trajectories.inspect_sample import sample_trajectory
from counterproof.trajectories.source import Source, opened, source_name
from counterproof.trajectories.zipped import ZipMembers

ZIP_MAGIC = b"PK\x03\x04"


class SampleLog(NamedTuple):
    """One sample of a log: its id and epoch, the model, the target, scores and metadata as logged, its trajectory."""

    sample_id: str
    epoch: int
    model: str
    target: Any
    scores: dict[str, Any]
    metadata: dict[str, Any]
    trajectory: Trajectory


def claims(value: Any) -> bool:
    """Whether this value can only be an Inspect log in its JSON form."""
    return {"version", "eval", "samples"} <= set(mapping(value))


def read_samples(source: Source) -> Iterator[SampleLog]:
    """The samples of a log, one at a time.

    Raises
    ------
    InputError
        If the file is no whole Inspect log, or holds no sample.
    """
    name, n_samples = source_name(source), 0
    with opened(source) as stream:
        is_zip = stream.read(len(ZIP_MAGIC)) == ZIP_MAGIC
        stream.seek(0)
        if is_zip:
            with ZipMembers(stream, name=name) as archive:
                for member in archive.names:
                    if member.startswith("samples/") and member.endswith(".json"):
                        raw = archive.read(member)
                        yield _sample_log(_document(raw, name=name, place=member), n_replaced=_n_replaced(raw))
                        n_samples += 1
        else:
            raw = stream.read()
            for sample in sequence(mapping(_document(raw, name=name, place="")).get("samples")):
                yield _sample_log(sample, n_replaced=_n_replaced(raw))
                n_samples += 1
    if n_samples == 0:
        raise InputError([Problem(file=name, wrong="holds no sample", fix="give a log of a run that got to a sample")])


def parse(source: Source) -> Trajectory:
    """The trajectory of a log with one sample.

    Raises
    ------
    InputError
        If the log holds several samples: one file is then several trajectories.
    """
    samples = iter(read_samples(source))
    only = next(samples)
    second = next(samples, None)
    if second is not None:
        seen = f"{only.sample_id}, {second.sample_id}, ..."
        fix = "import the file, or read it by `inspect_log.read_samples`"
        raise InputError([Problem(file=source_name(source), wrong="holds several samples", seen=seen, fix=fix)])
    return only.trajectory


def _document(raw: bytes, *, name: str, place: str) -> Any:
    try:
        return json.loads(raw.decode("utf-8-sig", "replace"), strict=False)
    except (ValueError, RecursionError) as error:
        problem = Problem(file=name, place=place, wrong=f"is no JSON: {error}", fix="copy or make the file again")
        raise InputError([problem]) from error


def _n_replaced(raw: bytes) -> int:
    return raw.decode("utf-8", "replace").count("\ufffd") - raw.count("\ufffd".encode())


def _sample_log(value: Any, *, n_replaced: int) -> SampleLog:
    sample = mapping(value)
    usage = mapping(sample.get("model_usage"))
    return SampleLog(
        sample_id=as_text(sample.get("id")),
        epoch=count(sample.get("epoch")) or 1,
        model=string(mapping(sample.get("output")).get("model")) or next(iter(usage), ""),
        target=sample.get("target"),
        scores=mapping(sample.get("scores")),
        trajectory=sample_trajectory(sample, n_replaced=n_replaced),
        metadata=mapping(sample.get("metadata")),
    )
