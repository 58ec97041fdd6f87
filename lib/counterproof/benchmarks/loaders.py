"""The benchmarks that can be read, by name."""

from pathlib import Path
from typing import NamedTuple, Protocol

from counterproof.benchmarks.baisbench import load_baisbench
from counterproof.benchmarks.biomni_eval import load_biomni_eval
from counterproof.benchmarks.genebench import load_genebench
from counterproof.benchmarks.labbench_items import load_labbench
from counterproof.benchmarks.latch import load_latch
from counterproof.benchmarks.loading import Loaded
from counterproof.benchmarks.question_list import FORM, load_question_list
from counterproof.domain.loaded_item import BenchmarkKind
from counterproof.domain.problem import InputError, Problem


class Load(Protocol):
    """Reads a benchmark's own files."""

    def __call__(self, path: Path, *, data: Path | None = None) -> Loaded:
        """The items below `path`, whose data may lie in the folder `data`."""


class LoaderFacts(NamedTuple):
    """A loader and what it reads."""

    load: Load
    reads: str


LOADERS: dict[BenchmarkKind, LoaderFacts] = {
    "own": LoaderFacts(load_question_list, "a list of your own questions, CSV or JSON Lines"),
    "baisbench": LoaderFacts(load_baisbench, "the spreadsheet of task 2"),
    "labbench": LoaderFacts(load_labbench, "JSON Lines of multiple-choice rows"),
    "latch": LoaderFacts(load_latch, "JSON evals of scBench and SpatialBench"),
    "biomni_eval": LoaderFacts(load_biomni_eval, "the table of Biomni-Eval1"),
    "genebench": LoaderFacts(load_genebench, "a manifest with prompts, data and graders"),
}


def load_benchmark(kind: BenchmarkKind, path: Path, *, data: Path | None = None) -> Loaded:
    """The items of a benchmark.

    Raises
    ------
    InputError
        If there is no such file or folder, or it is not of this kind.
    """
    for place in (path, data):
        if place is not None and not place.exists():
            raise InputError(
                [
                    Problem(
                        file=str(place), wrong="no such file or folder", fix="give where the benchmark's own files are"
                    )
                ]
            )
    if data is not None and not data.is_dir():
        raise InputError([Problem(file=str(data), wrong="is no folder", fix="give the folder of the h5ad files")])
    found = LOADERS[kind].load(path, data=data)
    if not found.items:
        reasons = sorted({note.reason for note in found.refused})[:5]
        rows = f"none of its {len(found.refused)} rows is an item"
        wrong = rows if kind == "own" else f"{rows} of {kind}"
        fix = f"write {FORM}" if kind == "own" else "give the files of this benchmark, or another kind with --from"
        raise InputError([Problem(file=str(path), wrong=wrong, seen="; ".join(reasons), fix=fix)])
    return found
