"""A clinical outcome benchmark from the genetic-support tables (Minikel et al. 2024, CC BY 4.0).

An instance is a target and an indication whose programmes have completed phase II: did one go beyond phase II?

Which column is the outcome. The one-target table has phases and `succ_*` columns that disagree for 50 of its 317
supported pairs with an outcome. They count different programmes: its phases (`oto_*` in the table of pairs) are of
drugs with a single target, its `succ_2_3` is of all drugs. In the table of pairs the phases of all drugs (`ccat`) and
`succ_2_3` agree for every pair. The outcome is therefore `succ_2_3`, and the one-target phases are not used; the pairs
on which they would have said otherwise are kept and marked (`by phases`), so that every figure can be split by it.

What the label is. The highest phase recorded in one undated snapshot, over all programmes of a pair: `not advanced` is
not failure, a programme may still be running (censored), and no date says what was known when. Supported pairs are
drawn more often than they occur: no rate here is one of the population.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from counterproof.benchmarks.dossier import EVIDENCE, OPTIONS, Dossier, dossier_of
from counterproof.domain.instance import Entity, Instance, Recorded
from counterproof.domain.problem import InputError, Problem
from counterproof.edits.mentions import find_mentions

PAIRS, ONE_TARGET = "pp.tsv.gz", "oto_table_s01_target_indication.tsv.gz"
OUTCOME = (
    "historical_max_phase",
    "active_max_phase",
    "combined_max_phase",
    "succ_p_1",
    "succ_1_2",
    "succ_2_3",
    "succ_3_a",
    "year_launch",
    "orphan",
)
"""Columns that no dossier may be made from. `orphan` is a designation of programmes and tells much of their outcome."""
PHASES = ("Preclinical", "Phase I", "Phase II", "Phase III", "Launched")
SUPPORTED = 0.8
INSTANCES = 286
PROBED = 32
"""Pairs of each kind that are asked about by the recall probe alone."""
SNAPSHOT = "the table of pairs as published in 2024, undated; the highest phase recorded of all drugs"


class ClinicalBenchmark(NamedTuple):
    """The instances, how many each stratum has, and what was checked on all of them."""

    instances: tuple[Instance, ...]
    strata: pd.DataFrame
    assertions: tuple[str, ...]


def clinical_instances(folder: Path, *, seed: int) -> ClinicalBenchmark:
    """The pairs of the table, one a gene, spread over outcome x genetic support x fame; and pairs for recall alone.

    Of the latter, stratum `outside` has real pairs that never left the preclinical stage, `nonexistent` genes and
    indications of the table that were never paired. The same seed gives the same bytes.

    Raises
    ------
    InputError
        If a table is missing, or one of the checks that `assertions` lists does not hold.
    """
    pairs, table = _tables(folder)
    assertions = _checked(pairs, table)
    rng = np.random.default_rng([seed, 3])
    chosen = _chosen(table, n=INSTANCES, rng=rng)
    rows = [(row, "benchmark") for _, row in chosen.iterrows()]
    rows += [(row, "outside") for _, row in _outside(table, chosen, n=PROBED, rng=rng).iterrows()]
    rows += [(row, "nonexistent") for _, row in _nonexistent(table, pairs, n=PROBED, rng=rng).iterrows()]
    instances = tuple(_instance(f"pair-{place:03d}", row, kind, rng) for place, (row, kind) in enumerate(rows, 1))
    shown = [one for one in instances if one.stratum == "benchmark"]
    return ClinicalBenchmark(instances, _counts(shown), (*assertions, *_told(shown)))


def _tables(folder: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    missing = [name for name in (PAIRS, ONE_TARGET) if not (folder / name).is_file()]
    if missing:
        raise InputError(
            [
                Problem(file=name, wrong="the table is not there", seen=str(folder), fix="put it there as published")
                for name in missing
            ]
        )
    # As text: a gene may be called NAN, and TRUE is no number.
    read = {"sep": "\t", "dtype": str, "keep_default_na": False}
    pairs = pd.read_csv(folder / PAIRS, **read)  # type: ignore[call-overload]  # the stubs know no dict of options
    table = pd.read_csv(folder / ONE_TARGET, **read)  # type: ignore[call-overload]  # as above
    # Four pairs stand twice; the row with the further phase is the pair's.
    order = pairs["ccat"].map({phase: place for place, phase in enumerate(PHASES)}).fillna(-1)
    pairs = (
        pairs.assign(order=order).sort_values(["ti_uid", "order"], kind="stable").drop_duplicates("ti_uid", keep="last")
    )
    fame = pairs.groupby("gene")["ti_uid"].size()
    truth = pairs.set_index("ti_uid")
    there = table["ti_uid"].map(truth["succ_2_3"])
    phase = table["ti_uid"].map(truth["ccat"])
    advanced = table["combined_max_phase"].isin(PHASES[3:])
    completed = table["combined_max_phase"].isin(PHASES[2:])
    agrees = ((there == "TRUE") & advanced) | ((there == "FALSE") & completed & ~advanced)
    similarity = pd.to_numeric(table["indication_association_similarity"])
    table = table.assign(
        outcome=there,
        phase=phase,
        agrees=agrees,
        fame=table["target"].map(fame).fillna(0).astype(int),
        supported=(similarity >= SUPPORTED) & (table["assoc_source"] != ""),
    )
    return pairs, table


def _checked(pairs: pd.DataFrame, table: pd.DataFrame) -> tuple[str, ...]:
    known = pairs[pairs["succ_2_3"] != ""]
    beyond = known["ccat"].isin(PHASES[3:])
    supported = table[table["supported"] & (table["outcome"] != "")]
    differing = int((~supported["agrees"]).sum())
    checks = {
        "in the table of pairs, succ_2_3 is true exactly where the phase of all drugs is beyond phase II": (
            (known["succ_2_3"] == "TRUE") == beyond
        ).all(),
        "every pair of the one-target table stands in the table of pairs": table["phase"].notna().all(),
        "the outcome in the two tables is the same": _same_outcome(table),
        "no evidence column is an outcome column": not set(EVIDENCE) & set(OUTCOME),
    }
    wrong = [Problem(file=ONE_TARGET, wrong=f"does not hold: {check}") for check, holds in checks.items() if not holds]
    if wrong:
        raise InputError(wrong)
    kept = (
        f"the one-target phases disagree with the outcome for {differing} of {len(supported)} supported pairs: they "
        "are of single-target drugs, and not used"
    )
    return (*checks, kept, f"label: {SNAPSHOT}")


def _same_outcome(table: pd.DataFrame) -> bool:
    own = table["succ_2_3"].map({"1.0": "TRUE", "0.0": "FALSE", "": ""})
    return bool((own == table["outcome"]).all())


def _chosen(table: pd.DataFrame, *, n: int, rng: np.random.Generator) -> pd.DataFrame:
    """`n` pairs of different genes, as even over the strata as they allow: the rarest stratum chooses first."""
    known = table[table["outcome"] != ""]
    middle = known.drop_duplicates("target")["fame"].median()
    known = known.assign(well_known=known["fame"] > middle)
    known = known.iloc[rng.permutation(len(known))]
    groups = {key: list(found.index) for key, found in known.groupby(["outcome", "supported", "well_known"])}
    genes_of = known["target"].to_dict()
    genes: set[str] = set()
    taken: list[int] = []
    sizes = {key: len(known.loc[rows, "target"].unique()) for key, rows in groups.items()}
    for place, key in enumerate(sorted(groups, key=lambda key: sizes[key])):
        quota = round((n - len(taken)) / (len(groups) - place))
        for row in groups[key]:
            if quota == 0:
                break
            if genes_of[row] not in genes:
                genes.add(genes_of[row])
                taken.append(row)
                quota -= 1
    return known.loc[sorted(taken)]


def _outside(table: pd.DataFrame, chosen: pd.DataFrame, *, n: int, rng: np.random.Generator) -> pd.DataFrame:
    free = table[(table["phase"] == "Preclinical") & ~table["target"].isin(chosen["target"])].drop_duplicates("target")
    return free.iloc[rng.permutation(len(free))[:n]]


def _nonexistent(table: pd.DataFrame, pairs: pd.DataFrame, *, n: int, rng: np.random.Generator) -> pd.DataFrame:
    real = set(pairs["ti_uid"])
    rows: list[pd.Series[str]] = []
    genes = table.drop_duplicates("target").reset_index(drop=True)
    illnesses = table.drop_duplicates("indication_mesh_id").reset_index(drop=True)
    while len(rows) < n:
        gene = genes.iloc[int(rng.integers(len(genes)))]
        illness = illnesses.iloc[int(rng.integers(len(illnesses)))]
        if f"{gene['target']}-{illness['indication_mesh_id']}" not in real:
            names = ["indication_mesh_term", "indication_mesh_id"]
            rows.append(gene.copy().where(~gene.index.isin(names), illness))
    return pd.DataFrame(rows)


def _instance(name: str, row: "pd.Series[str]", kind: str, rng: np.random.Generator) -> Instance:
    # The dossier is made of the evidence columns alone: it cannot see an outcome.
    dossier: Dossier = dossier_of({column: str(row[column]) for column in EVIDENCE})
    order = rng.permutation(2)
    options = {letter: OPTIONS[place] for letter, place in zip("AB", order, strict=True)}
    inside = kind == "benchmark"
    answer = OPTIONS[0 if row.get("outcome") == "TRUE" else 1]
    key = next(letter for letter, text in options.items() if text == answer)
    evidence = dossier.text if inside else ""
    parts = {"evidence": evidence, "question": dossier.question, **{f"option {k}": text for k, text in options.items()}}
    entities: tuple[Entity, ...] = dossier.entities if inside else dossier.entities[:2]
    fields = {
        "id": name,
        "question": dossier.question,
        "evidence": evidence,
        "evidence_title": "Dossier",
        "options": options,
        "key": key if inside else None,
        "entities": entities,
        "mentions": find_mentions(parts, entities),
        "recorded": Recorded(value=key, count=float(row["fame"])) if inside else Recorded(),
        "strata": _strata(row) if inside else {},
        "stratum": kind,
    }
    return Instance.model_validate(fields)


def _strata(row: "pd.Series[str]") -> dict[str, str]:
    return {
        "outcome": "advanced" if row["outcome"] == "TRUE" else "not advanced",
        "support": "supported" if row["supported"] else "not supported",
        "fame": "well known" if row["well_known"] else "little known",
        "phases": "agree" if row["agrees"] else "one-target phases say otherwise",
    }


def _counts(instances: list[Instance]) -> pd.DataFrame:
    frame = pd.DataFrame([one.strata for one in instances])
    return frame.groupby(["outcome", "support", "fame"]).size().rename("instances").reset_index()


def _told(instances: list[Instance]) -> tuple[str, ...]:
    genes = {one.entities[0].name for one in instances}
    illnesses = {one.entities[1].name for one in instances}
    advanced = sum(one.strata["outcome"] == "advanced" for one in instances)
    words = ("launched", "phase iii", "approved", "orphan")
    bare = [one for one in instances if any(word in one.evidence.lower() for word in words)]
    if bare:
        place = f"{len(bare)} dossiers, the first of {bare[0].id}"
        raise InputError([Problem(file="dossiers", place=place, wrong="a word of outcomes stands in a dossier")])
    return (
        f"no dossier holds any of the words {', '.join(words)}",
        f"{len(instances)} pairs of {len(genes)} genes and {len(illnesses)} indications; {advanced} advanced",
    )
