"""A first registration for a loaded question, where its words and its data say which statistic is asked.

It is a guess from words: a draft, which a person must read and accept before anything is run with it.
"""

import re
from typing import Any, NamedTuple

from pydantic import ValidationError

from counterproof.benchmarks.mentioned import Vocabulary, log_block
from counterproof.domain.loaded_item import DraftItem, LoadedItem
from counterproof.matter.contents import Contents

AGAINST = re.compile(
    r"\b(?:versus|vs|compar\w*|than|differ\w*|up-?regulat\w*|down-?regulat\w*|between)\b", re.IGNORECASE
)
DOWN = re.compile(r"\b(?:down\w*|lower|lowest|decreas\w*|reduc\w*|shrink\w*|fewer|loss|deplet\w*)\b", re.IGNORECASE)
SHARE = re.compile(
    r"\b(?:abundan\w*|proportion\w*|fraction\w*|expand\w*|expansion|grow\w*|shrink\w*|frequen\w*|enrich\w*|deplet\w*|"
    r"increas\w*|decreas\w*|reduc\w*)\b",
    re.IGNORECASE,
)
TOGETHER = re.compile(r"\b(?:co-?express\w*|correlat\w*|goes with|together with)\b", re.IGNORECASE)
DONORS = ("donor", "patient", "subject", "individual", "participant", "animal", "mouse")
SAMPLES = ("sample", *DONORS)
"""What a column of donors or samples is called, with or without `id`; the one that is asked for first."""


class Drafted(NamedTuple):
    """A draft, or why there is none."""

    item: DraftItem | None
    reason: str = ""


def draft_for(item: LoadedItem, contents: Contents) -> Drafted:
    """A draft of the item's registration, from the words of its question and what its data hold.

    The options must all be genes of the data, or all labels of one obs column; the question must name the group, the
    two groups or the gene that the statistic needs. What fits twice is not drafted.
    """
    if len(item.keys) != 1 or not item.options:
        return Drafted(None, "a registration needs options and one key")
    block = log_block(contents)
    if block is None:
        return Drafted(None, "the data have no block of log-normalised values")
    words = Vocabulary(contents, block=block)
    targets = {letter: words.gene(text) for letter, text in item.options.items()}
    genes = {letter: name for letter, name in targets.items() if name is not None}
    ask: dict[str, Any] | str
    if len(genes) == len(item.options):
        ask, names = _of_genes(item.question, words), genes
    else:
        column, names = _column_of(item, words)
        if not names:
            return Drafted(None, "its options are neither all genes nor all groups of the data")
        ask = _of_groups(item.question, words, column)
    if isinstance(ask, str):
        return Drafted(None, ask)
    named = sorted(column for column in _columns_in(ask) if "/" in column)
    if named:
        # No variant could be written: HDF5 would take the name for a folder.
        return Drafted(None, f"the name of obs column {named[0]!r} holds a '/': rename it in the data")
    return _draft(item, ask, names, block=block)


def _columns_in(ask: dict[str, Any]) -> set[str]:
    """The obs columns that a statistic reads: named as its `column`, or as the key of a group."""
    groups = {column for value in ask.values() if isinstance(value, dict) for column in value}
    return groups | ({str(ask["column"])} if "column" in ask else set())


def _of_genes(question: str, words: Vocabulary) -> dict[str, Any] | str:
    named = words.labels_in(question)
    pairs = {column: values for column, values in named.items() if len(values) == 2}
    single = {column: values[0] for column, values in named.items() if len(values) == 1}
    group = dict([*single.items()][:1]) if len(set(single.values())) == 1 and len(single) == len(named) else None
    if TOGETHER.search(question):
        genes = words.genes_in(question)
        if len(genes) != 1:
            return "the question does not name one gene"
        if named and group is None:
            return "the question names several groups of the data"
        return {"statistic": "coexpression", "gene": genes[0], **({"within": group} if group else {})}
    if AGAINST.search(question) and pairs:
        column, found = next(iter(pairs.items()))
        direction = "down" if DOWN.search(question) else "up"
        asked = {"statistic": "expression", **_sides(question, words, column, found)}
        return asked | {"direction": direction} | _unit("donor", words.column_called(DONORS))
    if group is not None:
        return {"statistic": "marker", "group": group}
    return "the question names no group of the data" if not named else "the question names several groups of the data"


def _of_groups(question: str, words: Vocabulary, column: str) -> dict[str, Any] | str:
    genes = words.genes_in(question)
    if len(genes) == 1:
        return {"statistic": "specificity", "gene": genes[0], "column": column}
    sides = {name: values for name, values in words.labels_in(question).items() if name != column and len(values) == 2}
    if SHARE.search(question) and len(sides) == 1:
        side, found = next(iter(sides.items()))
        direction = "shrinks" if DOWN.search(question) else "grows"
        asked = {"statistic": "abundance", "column": column, **_sides(question, words, side, found)}
        return asked | {"direction": direction} | _unit("sample", words.column_called(SAMPLES))
    return "the question names neither one gene nor two conditions of the data"


def _sides(question: str, words: Vocabulary, column: str, found: tuple[str, ...]) -> dict[str, Any]:
    """A and B as they are named; a change from one to the other is what the other has more or less of."""
    a, b = reversed(found) if words.goes_from(question, *found) else found
    return {"a": {column: a}, "b": {column: b}}


def _unit(field: str, column: str | None) -> dict[str, str]:
    return {} if column is None else {field: column}


def _next_option(item: LoadedItem) -> str:
    # Not always the first other one: an agent that answers A whatever it sees would seem to follow most flips.
    letters = [*item.options]
    return letters[(letters.index(item.keys[0]) + 1) % len(letters)]


def _column_of(item: LoadedItem, words: Vocabulary) -> tuple[str, dict[str, str]]:
    for column in words.labels:
        found = {letter: words.label(column, text) for letter, text in item.options.items()}
        named = {letter: value for letter, value in found.items() if value is not None}
        if len(named) == len(item.options):
            return column, named
    return "", {}


def _draft(item: LoadedItem, ask: dict[str, Any], names: dict[str, str], *, block: str) -> Drafted:
    targets = {letter: name for letter, name in names.items() if name != item.options[letter]}
    registration = {
        "ask": ask,
        "block": block,
        "block_class": "log",
        "flip_to": _next_option(item),
        **({"targets": targets} if targets else {}),
    }
    fields = {
        "id": item.id,
        "draft": True,
        "family": ask["statistic"],
        "question": item.question,
        "background": item.background,
        "options": item.options,
        "key": item.key,
        "data": item.data,
        "registration": registration,
    }
    try:
        return Drafted(DraftItem.model_validate(fields))
    except ValidationError as error:
        return Drafted(None, "; ".join(fault["msg"] for fault in error.errors()))
