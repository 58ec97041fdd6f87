"""A variant and its registration under opaque names: nothing but names changes."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from counterproof.construct.anonymise.names import Renaming
from counterproof.domain.registration import Registration
from counterproof.domain.variant import Edit
from counterproof.evidence.registry import needs_of
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.cells import as_text


def renamed_arrangement(arrangement: Arrangement, names: Renaming) -> Arrangement:
    """The same rows and columns in the same order, with opaque genes, identifiers and labels."""
    var = {axis: renamed_genes(table, names) for axis, table in arrangement.var.items()}
    obs = renamed_labels(arrangement.obs, names)
    return Arrangement(arrangement.source, arrangement.rows, obs, arrangement.columns, var)


def renamed_genes(table: pd.DataFrame, names: Renaming) -> pd.DataFrame:
    """A table of genes with opaque names and identifiers."""
    index = pd.Index([names.genes[str(name)] for name in table.index], dtype=object, name=table.index.name)
    known = names.genes | names.identifiers
    return pd.DataFrame({name: _renamed(table[name], known).to_numpy() for name in table}, index=index)


def renamed_labels(table: pd.DataFrame, names: Renaming) -> pd.DataFrame:
    """A table of cells with opaque labels, where labels have such names."""
    return pd.DataFrame({name: _renamed(table[name], names.groups) for name in table}, index=table.index)


def renamed_registration(registration: Registration, names: Renaming) -> Registration:
    """The registration in opaque names: its statistic, its options and its edits."""
    statistic = registration.statistic
    read = needs_of(statistic, registration.targets).genes
    of_options = names.genes if set(registration.targets.values()) <= set(read) else names.groups
    return registration.model_copy(
        update={
            "statistic": type(statistic).model_validate(_asked(statistic.model_dump(), names)),
            "targets": {letter: of_options.get(name, name) for letter, name in registration.targets.items()},
            "edits": {name: _edit(edit, names) for name, edit in registration.edits.items()},
        }
    )


def _renamed(column: pd.Series, names: Mapping[str, str]) -> pd.Series:
    old = as_text(column)
    if not set(old.dropna()) & names.keys():
        return column
    new = old.map(lambda label: names.get(label, label), na_action="ignore")
    if not isinstance(column.dtype, pd.CategoricalDtype):
        return new.astype(column.dtype)
    # In the order of the new names: the old order of levels would tell which is which.
    levels = sorted({names.get(str(level), str(level)) for level in column.cat.categories})
    return new.astype(pd.CategoricalDtype(pd.Index(levels, dtype=object)))


def _asked(value: Any, names: Renaming) -> Any:
    if not isinstance(value, dict):
        return value
    if set(value) == {"column", "value"}:
        return value | {"value": names.groups.get(value["value"], value["value"])}
    return {
        name: names.genes.get(part, part) if name == "gene" else _asked(part, names) for name, part in value.items()
    }


def _edit(edit: Edit, names: Renaming) -> Edit:
    return edit.model_copy(
        update={
            "genes": tuple(names.genes.get(gene, gene) for gene in edit.genes),
            "values": tuple(names.groups.get(value, value) for value in edit.values),
        }
    )
