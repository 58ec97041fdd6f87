"""What a registered analysis makes of a written table: a number for every asked field, or nothing."""

import math
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table_registration import ReferenceAnalysis
from counterproof.evidence.process import ANALYSIS, Call, Runner, returned
from counterproof.store.digest import file_digest


class Analysed(NamedTuple):
    """The number of every asked field; null with a reason where the table cannot decide, or the analysis failed.

    `failed` tells the two apart: a crash is no withdrawal of evidence.
    """

    values: dict[str, float] | None
    reason: str = ""
    failed: bool = False


def analyse_table(
    table: Path, analysis: ReferenceAnalysis, *, study: Path, fields: Iterable[str], run: Runner
) -> Analysed:
    """What the registered function returns for the table at `table`.

    The function sees a copy under a neutral name in a folder that holds nothing else, so that it cannot tell a variant
    by its name.

    Parameters
    ----------
    study
        The study's folder, which holds the function's file.
    run
        What makes the call: see `runner.runner_of`.

    Raises
    ------
    InputError
        If the function's file is not the one that was registered.
    """
    name, _, function = analysis.reference.partition(":")
    file = study / name
    if not file.is_file() or file_digest(file) != analysis.sha256:
        wrong = "the reference analysis is not the one that was registered"
        seen = file_digest(file)[:12] if file.is_file() else "no such file"
        raise InputError(
            [Problem(file=name, wrong=wrong, seen=seen, fix="restore the file, or give the item a new id")]
        )
    with tempfile.TemporaryDirectory(prefix="analysis-") as folder:
        place = Path(folder)
        shutil.copyfile(file, place / ANALYSIS)
        shutil.copyfile(table, place / f"data{table.suffix}")
        ended = run(Call(place, function, f"data{table.suffix}", analysis.seconds))
    if ended.limit:
        why = f"took more than {analysis.seconds:g} s" if ended.limit == "seconds" else f"reached {ended.limit}"
        return Analysed(None, why, failed=True)
    if ended.code != 0:
        return Analysed(None, f"ended with code {ended.code}: {_last_line(ended.said)}", failed=True)
    try:
        found = returned(ended)
    except ValueError as error:
        return Analysed(None, str(error), failed=True)
    return values_in(found, fields=fields)


def values_in(found: object, *, fields: Iterable[str]) -> Analysed:
    """The numbers in what a function returned: an object with one for each field, None for a table that cannot decide.

    One field that is None or NaN makes the whole undefined.
    """
    wanted = tuple(fields)
    if found is None:
        return Analysed(None, "the analysis says that the table cannot decide")
    if not isinstance(found, dict) or set(found) != set(wanted):
        got = ", ".join(map(str, found)) if isinstance(found, dict) else type(found).__name__
        return Analysed(None, f"returned {got or 'nothing'} where {', '.join(wanted)} was asked for", failed=True)
    undefined = [name for name in wanted if found[name] is None or found[name] != found[name]]
    if undefined:
        return Analysed(None, f"{', '.join(undefined)} is undefined")
    strange = [
        name
        for name in wanted
        if isinstance(found[name], bool) or not isinstance(found[name], int | float) or not math.isfinite(found[name])
    ]
    if strange:
        return Analysed(None, f"{', '.join(strange)} is no finite number", failed=True)
    return Analysed({name: float(found[name]) for name in wanted})


def _last_line(said: str) -> str:
    return said.splitlines()[-1] if said else "it said nothing"
