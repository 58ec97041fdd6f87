"""The reference analyses of the four problems: from a table's path to the asked numbers, or None where none can be had.

They share no code with what simulated the tables, nor with the reference agents; each reads its file by itself.
"""

import csv
from math import log2
from pathlib import Path

import numpy as np


def read(path: str) -> tuple[list[str], list[list[str]]]:
    """The header of a text table, and its rows."""
    delimiter = "\t" if Path(path).suffix == ".tsv" else ","
    with Path(path).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter=delimiter)
    return header, rows


def columns(path: str, *wanted: str) -> dict[str, list[str]] | None:
    """The columns that an analysis needs, or None where the table lacks one."""
    header, rows = read(path)
    if not set(wanted) <= set(header):
        return None
    return {name: [row[header.index(name)] for row in rows] for name in wanted}


def allele_effect(path: str) -> dict[str, float] | None:
    """The coefficient of the dosage in a linear regression of the trait on dosage, ancestry, sex and age."""
    table = columns(path, "dosage", "trait", "ancestry", "sex", "age")
    if table is None:
        return None
    design = np.column_stack(
        [
            np.ones(len(table["trait"])),
            np.array(table["dosage"], dtype=float),
            np.array(table["ancestry"], dtype=float),
            np.array(table["age"], dtype=float),
            np.array([sex == "M" for sex in table["sex"]], dtype=float),
        ]
    )
    found, _, rank, _ = np.linalg.lstsq(design, np.array(table["trait"], dtype=float), rcond=None)
    return {"effect": float(found[1])} if rank == design.shape[1] else None


def causal_effects(path: str) -> dict[str, float] | None:
    """Inverse-variance weighted slopes in both directions, each over the variants that belong to its exposure.

    A variant belongs to the trait for which its z value is the larger.
    """
    wanted = ("counted_1", "other_1", "beta_1", "se_1", "counted_2", "other_2", "beta_2", "se_2")
    table = columns(path, *wanted)
    if table is None:
        return None
    beta_1, se_1, beta_2, se_2 = (np.array(table[name], dtype=float) for name in ("beta_1", "se_1", "beta_2", "se_2"))
    same = np.array([one == two for one, two in zip(table["counted_1"], table["counted_2"], strict=True)])
    turned = np.array([one == two for one, two in zip(table["counted_1"], table["other_2"], strict=True)])
    sign = np.where(same, 1.0, np.where(turned, -1.0, np.nan))
    beta_2 = beta_2 * sign
    of_first = np.abs(beta_1 / se_1) > np.abs(beta_2 / se_2)
    usable = np.isfinite(sign)

    def slope(x: np.ndarray, y: np.ndarray, error: np.ndarray, rows: np.ndarray) -> float:
        weight = 1 / error[rows] ** 2
        return float(np.sum(weight * x[rows] * y[rows]) / np.sum(weight * x[rows] ** 2))

    if not (usable & of_first).any() or not (usable & ~of_first).any():
        return None
    return {
        "forward": slope(beta_1, beta_2, se_2, usable & of_first),
        "reverse": slope(beta_2, beta_1, se_1, usable & ~of_first),
    }


def causal_position(path: str) -> dict[str, float] | None:
    """The position of the variant with the largest approximate Bayes factor (Wakefield 2009; prior variance 0.04).

    Variants imputed with a quality below 0.8 are left out.
    """
    import pyarrow.parquet as pq  # noqa: PLC0415  # the other three analyses do not need it

    file = pq.read_table(path)
    wanted = ("position", "info", "beta", "se")
    if not set(wanted) <= set(file.column_names):
        return None
    position, info, beta, se = (np.asarray(file.column(name).to_pylist(), dtype=float) for name in wanted)
    shrink = 0.04 / (0.04 + se**2)
    log_factor = 0.5 * np.log1p(-shrink) + 0.5 * shrink * (beta / se) ** 2
    log_factor[info < 0.8] = -np.inf
    return {"position": float(position[int(np.argmax(log_factor))])}


def loop_change(path: str) -> dict[str, float] | None:
    """log2 of the loop's enrichment in `treated` over that in `control`.

    Enrichment is the contacts of bins 14 and 33 over the mean of all pairs of bins at their distance, library by
    library; a condition has the mean of its libraries' logarithms.
    """
    table = columns(path, "library", "condition", "bin_1", "bin_2", "contacts")
    if table is None:
        return None
    loop: dict[tuple[str, str], int] = {}
    background: dict[tuple[str, str], list[int]] = {}
    for library, condition, one, two, contacts in zip(*table.values(), strict=True):
        if abs(int(two) - int(one)) != 33 - 14:
            continue
        if {int(one), int(two)} == {14, 33}:
            loop[condition, library] = int(contacts)
        background.setdefault((condition, library), []).append(int(contacts))
    logs: dict[str, list[float]] = {"control": [], "treated": []}
    for (condition, library), contacts in loop.items():
        rest = background[condition, library]
        expected = (sum(rest) - contacts) / (len(rest) - 1) if len(rest) > 1 else 0
        if condition not in logs or contacts == 0 or expected == 0:
            return None
        logs[condition].append(log2(contacts / expected))
    if not all(logs.values()):
        return None
    means = {condition: sum(values) / len(values) for condition, values in logs.items()}
    return {"change": means["treated"] - means["control"]}
