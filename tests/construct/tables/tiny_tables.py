"""One table item whose truth is a slope, as a study's folder."""

from pathlib import Path
from typing import Any

import numpy as np
import yaml

ANALYSIS = """
import csv


def slope(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if "dose" not in rows[0]:
        return None
    x = [float(row["dose"]) for row in rows]
    y = [float(row["height"]) for row in rows]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    cov = sum((a - mx) * (b - my) for a, b in zip(x, y))
    return {"effect": cov / sum((a - mx) ** 2 for a in x)}
"""
ITEM: dict[str, Any] = {
    "id": "plants",
    "family": "table",
    "question": "How much does the height change with the dose?",
    "background": "SIMULATED DATA.",
    "answer": {"effect": {"unit": "cm per unit", "key": 2.0, "tolerance": {"type": "absolute", "value": 0.5}}},
    "data": {
        "source": "plants.csv",
        "format": "csv",
        "columns": [
            {"name": "plant", "kind": "id"},
            {"name": "site", "kind": "category"},
            {"name": "dose", "kind": "integer"},
            {"name": "height", "kind": "number"},
        ],
    },
    "table": {
        "reference": "analysis.py:slope",
        "seconds": 30.0,
        "withdraw": {"kind": "drop_columns", "columns": ["dose"]},
        "flip": {"kind": "recode", "columns": ["dose"], "pairs": [["0", "2"], ["1", "1"], ["2", "0"]]},
        "truth": {"effect": {"by": {"kind": "negate"}}},
    },
}


def write_table_study(
    folder: Path, *, item: dict[str, Any] | None = None, analysis: str = ANALYSIS, **table: Any
) -> Path:
    """A study's folder; `table` replaces what the item's registration says, `item` what the item says."""
    (folder / "items").mkdir(parents=True)
    (folder / "analysis.py").write_text(analysis, encoding="utf-8")
    write_plants(folder / "plants.csv")
    whole = ITEM | {"table": ITEM["table"] | table} | (item or {})
    (folder / "items" / "plants.yaml").write_text(yaml.safe_dump(whole), encoding="utf-8")
    agents = [{"name": route, "route": route} for route in ("analyst", "reciter")]
    study = {"study": "plants", "agents": agents, "replicates": 1, "seed": 7}
    (folder / "study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    return folder


def write_plants(path: Path) -> None:
    """Forty-five plants whose height grows by 2 a unit of dose."""
    rng = np.random.default_rng(5)
    lines = ["plant,site,dose,height"]
    for number in range(45):
        dose = number % 3
        site = rng.choice(["north", "south"])
        lines.append(f"pl{number:03d},{site},{dose},{10 + 2 * dose + rng.normal(scale=0.3):.3f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
