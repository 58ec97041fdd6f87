"""Answers that stand in a plain list (a CSV with the columns `item` and `answer`), scored by each item's grader."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from counterproof.benchmarks.wording import did_you_mean
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.record import Record
from counterproof.evaluators.graders.verdict import Verdict, failed
from counterproof.evaluators.loaded import grade_text, grader_of
from counterproof.stats.proportion import PassRate, pass_rate

NEEDED = ("item", "answer")


class ScoredAnswer(Record):
    """One item of the study: the answer as the list has it (null where it has none), and the verdict on it."""

    item: str
    answer: str | None
    verdict: Verdict


class ScoredList(NamedTuple):
    """Every item of the study with its verdict; an item without an answer in the list fails."""

    answers: tuple[ScoredAnswer, ...]

    @property
    def listed(self) -> tuple[ScoredAnswer, ...]:
        """The items that the list answers."""
        return tuple(each for each in self.answers if each.answer is not None)

    @property
    def rate(self) -> PassRate:
        """Share of all items passed, with its Wilson interval: one answer an item."""
        return pass_rate(np.array([each.verdict.passed for each in self.answers]))

    @property
    def mean_score(self) -> float:
        """Mean score over all items in [0, 1], the benchmark's partial credit in it."""
        return float(np.mean([each.verdict.score for each in self.answers]))


def score_list(path: Path, items: Sequence[Item]) -> ScoredList:
    """The answers of a list, each graded by its item's grader.

    Parameters
    ----------
    path
        A CSV in UTF-8 whose header names `item` and `answer`; other columns are passed over. An item is named by its id
        or by the benchmark's own name of it. An empty answer is none.

    Raises
    ------
    InputError
        With every line that names no item or an item twice, or if the file or a grader cannot be read.
    """
    said = _read(path, items)
    graders = {item.id: grader_of(item) for item in items}
    scored = []
    for item in items:
        text = said.get(item.id)
        verdict = (
            failed("no answer in the list") if text is None else grade_text(text, item=item, grader=graders[item.id])
        )
        scored.append(ScoredAnswer(item=item.id, answer=text, verdict=verdict))
    return ScoredList(tuple(scored))


def score_table(scored: ScoredList) -> str:
    """The scored answers as CSV: item, answer, passed, score, reason."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("item", "answer", "passed", "score", "reason"))
    for each in scored.answers:
        verdict = each.verdict
        table.writerow(
            (each.item, each.answer or "", str(verdict.passed).lower(), f"{verdict.score:g}", verdict.reason)
        )
    return out.getvalue()


def _read(path: Path, items: Sequence[Item]) -> dict[str, str]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        wrong = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else f"cannot be read: {error.strerror}"
        raise InputError(
            [Problem(file=str(path), wrong=wrong, fix="give a CSV with the columns item,answer")]
        ) from None
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        header = reader.fieldnames or ()
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise InputError(
            [Problem(file=path.name, place=f"line {reader.line_num}", wrong=f"is no CSV: {error}")]
        ) from None
    missing = [name for name in NEEDED if name not in header]
    if missing:
        wrong = f"has no column {', '.join(missing)}"
        seen = ", ".join(map(str, header))[:80]
        raise InputError(
            [Problem(file=path.name, place="line 1", wrong=wrong, seen=seen, fix="begin with item,answer")]
        )
    names = {item.source_id: item.id for item in items if isinstance(item, LoadedItem)} | {i.id: i.id for i in items}
    said: dict[str, str] = {}
    problems = []
    for line, row in rows:
        place, name = f"line {line}", (row["item"] or "").strip()
        item = names.get(name)
        if item is None:
            fix = did_you_mean(name, names, otherwise="the items are")
            problems.append(Problem(file=path.name, place=place, wrong="no such item", seen=name, fix=fix))
        elif item in said:
            problems.append(
                Problem(
                    file=path.name,
                    place=place,
                    wrong="the item stands there twice",
                    seen=name,
                    fix="keep one line an item",
                )
            )
        elif (row["answer"] or "").strip():
            said[item] = row["answer"]
    if problems:
        raise InputError(problems)
    return said
