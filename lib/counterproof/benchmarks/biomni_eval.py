"""Biomni-Eval1: one table of tasks with `task_name`, `task_instance_id`, `prompt` and `answer`.

The form and the rule of each task's grading are those of the loader that the benchmark's authors publish with Biomni.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from counterproof.benchmarks.loading import Loaded, Row, RowNote, item_id, loaded
from counterproof.benchmarks.option_lines import split_options
from counterproof.domain.problem import InputError, Problem

NEEDED = ("task_name", "task_instance_id", "prompt", "answer")
BY_LETTER = ("crispr_delivery", "hle", "lab_bench")
BY_TERM = {"gwas_causal_gene": "answer", "gwas_variant_prioritization": "answer", "screen_gene_retrieval": "answer"}
BY_FIELD = {"rare_disease_diagnosis": "OMIM_ID"}
GENES = "patient_gene_detection"


def load_biomni_eval(path: Path, *, data: Path | None = None) -> Loaded:  # noqa: ARG001, its tasks bring no data
    """Every row of the table (Parquet, CSV or JSON Lines) as an item.

    Letters become choices, genes and variants terms, diagnoses the field `OMIM_ID`. Genes are compared as written,
    where the benchmark forgives lower case. A row of several causal genes passes with any of them.

    Raises
    ------
    InputError
        If the file cannot be read or lacks a column.
    """
    file = _table_file(path)
    table = _read(file)
    missing = [name for name in NEEDED if name not in table]
    if missing:
        wrong = f"is no table of Biomni-Eval1: it has no column {', '.join(missing)}"
        fix = "give the table as it was published"
        raise InputError([Problem(file=file.name, wrong=wrong, seen=", ".join(map(str, table.columns)), fix=fix)])
    rows = zip(*(table[name] for name in NEEDED), strict=True)
    named = (dict(zip(NEEDED, row, strict=True)) for row in rows)
    return loaded(row for number, said in enumerate(named, 1) for row in _row(said, number, file=file.name))


def _table_file(path: Path) -> Path:
    found = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if len(found) != 1:
        wrong = f"holds {len(found)} .parquet files"
        raise InputError([Problem(file=str(path), wrong=wrong, fix="give the path of the table")])
    return found[0]


def _read(file: Path) -> pd.DataFrame:
    try:
        if file.suffix == ".parquet":
            return pd.read_parquet(file)
        if file.suffix == ".jsonl":
            return pd.DataFrame([json.loads(line) for line in file.read_bytes().split(b"\n") if line.strip()])
        return pd.read_csv(file, dtype=str, keep_default_na=False)
    except (ValueError, OSError) as error:
        fix = "give the benchmark's .parquet file, or a .csv or .jsonl of it"
        raise InputError([Problem(file=file.name, wrong=f"cannot be read: {error}", fix=fix)]) from None


def _row(said: dict[str, Any], number: int, *, file: str) -> Iterator[Row | RowNote]:
    task, prompt, answer = (str(said[name]).strip() for name in ("task_name", "prompt", "answer"))
    place = f"row {number}"
    if not prompt or not answer:
        yield RowNote(file=file, row=place, reason="has no prompt or no answer")
        return
    fields: dict[str, Any] = {
        "id": item_id(task, str(said["task_instance_id"])),
        "benchmark": "biomni_eval",
        "source_id": f"{task} {said['task_instance_id']}",
        "question": prompt,
    }
    if task.startswith(BY_LETTER):
        letter = answer.upper()
        if not re.fullmatch("[A-Z]", letter):
            yield RowNote(file=file, row=place, reason=f"its answer is no letter: {answer!r}")
            return
        split = split_options(prompt)
        if letter in split.options and split.question:
            fields |= {"question": split.question, "options": split.options}
        yield Row(file, place, fields | {"key": letter})
        return
    grader = _grader(task, answer)
    if grader is None:
        yield RowNote(file=file, row=place, reason=f"no rule for task {task!r} with this answer")
        return
    yield Row(file, place, fields | {"grader": grader})


def _grader(task: str, answer: str) -> dict[str, Any] | None:
    if task == GENES:
        genes = [gene.strip() for gene in answer.split(",") if gene.strip()]
        return {"type": "term", "field": "causal_gene", "accepted": genes}
    field = next((field for name, field in BY_TERM.items() if task.startswith(name)), None)
    if field is not None:
        return {"type": "term", "field": field, "accepted": [answer]}
    if task not in BY_FIELD:
        return None
    try:
        value = str(json.loads(answer)[BY_FIELD[task]])
    except (ValueError, KeyError, TypeError):
        return None
    return {"type": "term", "field": BY_FIELD[task], "accepted": [value]}
