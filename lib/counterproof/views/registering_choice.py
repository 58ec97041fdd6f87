"""What an author has chosen in the registration form: what is still to choose, and the registration that it makes."""

from collections.abc import Mapping
from typing import Any

from counterproof.construct.looked import Looked
from counterproof.domain.item import Item, RegistrationDraft
from counterproof.domain.loaded_item import DraftItem
from counterproof.domain.statistic import FAMILIES, Family
from counterproof.edits.choose import FLIPS, WITHDRAWALS
from counterproof.edits.registry import EDITS
from counterproof.views.charts.measured import UNITS

Choice = dict[str, Any]
"""The form's fields: `ask` (its groups with `column` and `value`), `block`, `flip_to`, `targets`, `withdraw`, `flip`,
`decisions`, `after_deletion`. What is not chosen is missing or empty."""

FIELDS: dict[Family, tuple[str, ...]] = {
    "marker": ("group",),
    "specificity": ("gene", "column"),
    "expression": ("a", "b", "direction", "within", "donor"),
    "abundance": ("column", "a", "b", "direction", "sample"),
    "coexpression": ("gene", "within"),
}
OPTIONAL = ("within", "donor", "sample", "direction")
OF_GROUPS: tuple[Family, ...] = ("specificity", "abundance")
"""Families whose options are groups of cells; those of the others are genes."""

QUESTIONS: dict[Family, str] = {
    "marker": "which gene marks a group",
    "specificity": "in which group a gene is highest",
    "expression": "which gene differs most between two conditions",
    "abundance": "which group grows or shrinks between two conditions",
    "coexpression": "which gene goes with another",
}
CALLED = {
    "group": "the group of cells",
    "gene": "the gene asked about",
    "column": "the column that holds the options' groups",
    "a": "the first condition",
    "b": "the condition to compare with",
}
EDIT_WORDS = {
    "delete_gene": "delete the gene",
    "delete_group": "delete the group's cells",
    "swap_genes": "swap the two genes' values",
    "exchange_labels": "exchange the two groups' labels",
    "exchange_conditions": "exchange the two conditions",
    "reverse_proportions": "reverse the proportions by resampling cells",
}


def families() -> list[dict[str, Any]]:
    """The statistics that can be chosen: their question, unit, fields and edits, in plain data."""
    return [
        {
            "family": family,
            "question": QUESTIONS[family],
            "unit": UNITS[family],
            "fields": list(FIELDS[family]),
            "groups": family in OF_GROUPS,
            "withdraw": [_edit(kind) for kind in WITHDRAWALS[family]],
            "flip": [_edit(kind) for kind in FLIPS[family]],
        }
        for family in FAMILIES
    ]


def _edit(kind: str) -> dict[str, str]:
    promise = next((facts.promises for name, facts in EDITS.items() if name == kind), "")
    return {"kind": kind, "words": EDIT_WORDS[kind], "promise": promise}


def first_choice(item: Item, looked: Looked) -> Choice:
    """Where the form starts: what the item's file holds, or a guess of nothing but the block and the flip's answer."""
    if item.registration is not None:
        known = item.registration.model_dump(mode="json", exclude_none=True)
        return {**known, "targets": {**item.options, **item.registration.targets}}
    log = [name for name, facts in looked.facts.items() if facts.block_class == "log"]
    block = next((name for name in ("raw", "X") if name in log), next(iter(log), next(iter(looked.blocks))))
    family = item.family if item.family in FIELDS else ""
    others = [letter for letter in item.options if letter != item.key]
    return {
        "ask": {"statistic": family},
        "block": block,
        "flip_to": next(iter(others), ""),
        "targets": dict(item.options),
    }


def still_to_choose(choice: Mapping[str, Any], item: Item, looked: Looked) -> list[str]:
    """What is missing, each in a few words; nothing where a registration can be made."""
    ask = choice.get("ask") or {}
    family = ask.get("statistic")
    if family not in FIELDS:
        return ["the statistic"]
    needed = [name for name in FIELDS[family] if name not in OPTIONAL]
    lacking = [CALLED[name] for name in needed if not _chosen(ask.get(name))]
    if not lacking and "a" in needed and ask["a"] == ask["b"]:
        lacking.append("two different conditions")
    if not choice.get("flip_to"):
        lacking.append("the answer of the flip")
    column = ask.get("column")
    if family in OF_GROUPS and column:
        levels = looked.groupings.get(column, {})
        targets = item.options | (choice.get("targets") or {})
        lacking += [f"the group of option {letter}" for letter in item.options if targets[letter] not in levels]
    return lacking


def _chosen(value: Any) -> bool:
    return bool(value.get("column") and value.get("value")) if isinstance(value, dict) else bool(value)


def registration_from(choice: Mapping[str, Any], item: Item, looked: Looked) -> dict[str, Any]:
    """The registration as an item's file writes it, without what says nothing; made after viewing the data."""
    ask = choice["ask"]
    fields = {name: ask.get(name) for name in FIELDS[ask["statistic"]]}
    block = str(choice.get("block") or "")
    facts = looked.facts.get(block)
    targets = {
        letter: str(name).strip()
        for letter, name in (choice.get("targets") or {}).items()
        if letter in item.options and str(name).strip() not in ("", item.options[letter])
    }
    found = {
        "ask": {"statistic": ask["statistic"]}
        | {name: _pair(value) for name, value in fields.items() if _chosen(value)},
        "block": block,
        "block_class": facts.block_class if facts else None,
        "flip_to": choice.get("flip_to"),
        "targets": targets,
        "withdraw": choice.get("withdraw"),
        "flip": choice.get("flip"),
        "after_viewing": True,
        "decisions": {column: said for column, said in (choice.get("decisions") or {}).items() if said},
        "after_deletion": choice.get("after_deletion"),
    }
    return {name: value for name, value in found.items() if value}


def _pair(value: Any) -> Any:
    """A group as a file writes it: `{column: label}`, unless the column has the name of a field."""
    if not isinstance(value, dict):
        return value.strip()
    column, label = value["column"], value["value"]
    return {column: label} if column not in ("column", "value") else {"column": column, "value": label}


def differs(registration: RegistrationDraft, item: Item) -> bool:
    """Whether saving would change what is registered: a draft is accepted by it; when it was made is no difference."""
    known = item.registration
    if known is None or isinstance(item, DraftItem):
        return True
    return registration.model_copy(update={"after_viewing": known.after_viewing}) != known
