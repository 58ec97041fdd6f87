"""LAB-Bench's multiple-choice sets as instances: LitQA2 with its key passages, DbQA, SeqQA.

The rows stay where they are: each carries a canary, which goes along with its instance and is never shown to an agent.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import ValidationError

from counterproof.benchmarks.finder import Finder, read_lexicon
from counterproof.benchmarks.json_lines import json_lines
from counterproof.domain.instance import Entity, Instance
from counterproof.domain.problem import InputError, Problem
from counterproof.edits.mentions import find_mentions

NEEDED = ("id", "question", "ideal", "distractors", "canary")


class LabBench(NamedTuple):
    """The instances, and the rows that are none or lack something, each with its reason."""

    instances: tuple[Instance, ...]
    refused: tuple[Problem, ...]


def read_labbench(path: Path, *, lexicon: Path | None = None, seed: int) -> LabBench:
    """The instances of a JSON Lines file, or of all such files in a folder.

    The options' order is drawn by `seed` for each row. A row whose distractor equals its key is refused: the answer
    would stand there twice. A row of a set with passages that has none is an instance without evidence, and told.

    Raises
    ------
    InputError
        If a line is no row of LAB-Bench; all of them are named.
    """
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    finder = Finder(read_lexicon(lexicon) if lexicon else ())
    rows, faults = [], []
    for file in files:
        for place, row in json_lines(file):
            if row is None or not _is_whole(row):
                faults.append(Problem(file=file.name, place=place, wrong=f"has not all of {', '.join(NEEDED)}"))
            else:
                rows.append((file.name, row))
    if faults:
        raise InputError(faults)
    with_passage = {name for name, row in rows if row.get("key-passage")}
    instances, refused = [], []
    for name, row in rows:
        made = _instance(row, finder, seed=seed)
        if isinstance(made, str):
            refused.append(Problem(file=row["id"], wrong=made))
            continue
        instances.append(made)
        if name in with_passage and not made.evidence:
            refused.append(Problem(file=row["id"], place="conditions of the evidence", wrong="has no key-passage"))
    return LabBench(tuple(instances), tuple(refused))


def _is_whole(row: dict[str, Any]) -> bool:
    return all(row.get(name) for name in NEEDED) and isinstance(row["distractors"], list)


def _instance(row: dict[str, Any], finder: Finder, *, seed: int) -> Instance | str:
    key, distractors = str(row["ideal"]).strip(), [str(text).strip() for text in row["distractors"]]
    same = [text for text in distractors if text.casefold() == key.casefold()]
    if same:
        return f"a distractor equals the key: {same[0]!r}"
    texts = list(dict.fromkeys([key, *(text for text in distractors if text)]))
    if not 2 <= len(texts) <= 26:
        return f"it has {len(texts)} different options"
    return build(
        name=str(row["id"]),
        question=str(row["question"]).strip(),
        evidence=str(row.get("key-passage") or "").strip(),
        texts=texts,
        key=key,
        finder=finder,
        canary=str(row["canary"]),
        seed=seed,
    )


def _named(parts: dict[str, str], entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """The entities that have a place of their own: a genus inside its species has none."""
    places = {mention.entity for mention in find_mentions(parts, entities)}
    return tuple(entity for number, entity in enumerate(entities) if number in places)


def build(
    *, name: str, question: str, evidence: str, texts: Sequence[str], key: str, finder: Finder, canary: str, seed: int
) -> Instance | str:
    """The instance of a question and its option texts, their order drawn by lot, its entities found; else why not."""
    order = np.random.default_rng([seed, *name.encode()]).permutation(len(texts))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    options = {letters[place]: texts[number] for place, number in enumerate(order)}
    letter = next(one for one, text in options.items() if text == key)
    parts = {"evidence": evidence, "question": question, **{f"option {one}": text for one, text in options.items()}}
    entities = _named(parts, finder.entities(parts))
    try:
        return Instance(
            id=name,
            question=question,
            evidence=evidence,
            evidence_title="Passage",
            options=options,
            key=letter,
            entities=entities,
            mentions=find_mentions(parts, entities),
            strata={"passage": "with a passage" if evidence else "without"},
            canary=canary or None,
        )
    except ValidationError as error:
        return str(error.errors()[0]["msg"])
