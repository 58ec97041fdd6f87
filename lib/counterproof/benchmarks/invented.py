"""Made-up instances whose names nobody can know: what an identity audit is checked on.

Every compound, gene and disease is put together from syllables, every number is drawn. The decisive figure stands in
one sentence of the passage, so that a reader of evidence can find it and a redaction can hide it.
"""

from collections.abc import Sequence

import numpy as np

from counterproof.domain.instance import Entity, Instance, Recorded
from counterproof.edits.mentions import find_mentions

OPENINGS = (
    "Vel",
    "Qar",
    "Zom",
    "Tir",
    "Nox",
    "Bru",
    "Kes",
    "Fal",
    "Gil",
    "Hov",
    "Jun",
    "Lor",
    "Mip",
    "Pex",
    "Rud",
    "Syl",
)
MIDDLES = ("ba", "do", "fe", "gi", "lu", "mo", "ne", "ri", "sa", "tu", "vo", "xi")
DRUG_ENDS = ("tinib", "zumab", "pril", "stat", "mycin")
CLASSES = ("kinase blocker", "receptor antibody", "enzyme blocker", "channel opener", "transport blocker")
ORGANS = ("liver", "skin", "lung", "gut", "heart", "kidney")
PLACES = ("three", "four", "five", "six", "seven", "eight")


def invented_instances(n: int, *, seed: int, outside: int = 0, nonexistent: int = 0) -> tuple[Instance, ...]:
    """Made-up instances, the same for the same seed: `n` of the benchmark, and pairs for the recall probe alone.

    Each is about a compound with a code name, its target gene and a disease; the four options are response rates.
    """
    rng = np.random.default_rng(seed)
    total = n + outside + nonexistent
    names = _distinct(total, rng)
    strata = ["benchmark"] * n + ["outside"] * outside + ["nonexistent"] * nonexistent
    return tuple(_instance(f"case-{place + 1:03d}", name, strata[place], rng) for place, name in enumerate(names))


def _distinct(n: int, rng: np.random.Generator) -> list[str]:
    stems: dict[str, None] = {}
    while len(stems) < n:
        pieces = [OPENINGS[rng.integers(len(OPENINGS))], *(MIDDLES[i] for i in rng.integers(len(MIDDLES), size=2))]
        stems["".join(pieces)] = None
    return list(stems)


def _instance(name: str, stem: str, stratum: str, rng: np.random.Generator) -> Instance:
    drug = stem + DRUG_ENDS[rng.integers(len(DRUG_ENDS))]
    gene = f"{stem[:3].upper()}{stem[3]}{rng.integers(2, 90)}".upper()
    disease = f"{stem[::-1].capitalize()} syndrome"
    code = f"{stem[0]}{stem[3].upper()}-{rng.integers(1000, 9999)}"
    rates = sorted(int(rate) for rate in rng.choice(np.arange(11, 90), size=4, replace=False))
    place, count = int(rng.integers(4)), int(np.ceil(np.exp(rng.normal(2.2, 0.9))))
    kind, organ = CLASSES[rng.integers(len(CLASSES))], ORGANS[rng.integers(len(ORGANS))]
    entities = (
        Entity(name=drug, kind="drug", aliases=(code,), description=f"a {kind} given by mouth"),
        Entity(name=gene, kind="gene", description=f"a gene that is active in the {organ}"),
        Entity(name=disease, kind="disease", description=f"a rare disease of the {organ}"),
    )
    question = f"Which response rate did {drug} reach in {disease}?"
    options = {letter: f"{rate}%" for letter, rate in zip("ABCD", rates, strict=True)}
    evidence = _passage(drug, code, gene, disease, rates[place], rng) if stratum == "benchmark" else ""
    parts = {
        "evidence": evidence,
        "question": question,
        **{f"option {letter}": text for letter, text in options.items()},
    }
    return Instance.model_validate(
        {
            "id": name,
            "question": question,
            "evidence": evidence,
            "evidence_title": "Passage",
            "options": options,
            "key": "ABCD"[place] if stratum == "benchmark" else None,
            "entities": entities,
            "mentions": find_mentions(parts, entities),
            "recorded": Recorded(value="ABCD"[place], count=count) if stratum == "benchmark" else Recorded(),
            "strata": {"fame": "well known" if count >= 10 else "little known"},
            "stratum": stratum,
        }
    )


def _passage(drug: str, code: str, gene: str, disease: str, rate: int, rng: np.random.Generator) -> str:
    sentences = [
        f"{drug} (code {code}) was made to act on {gene}.",
        f"Samples of {PLACES[rng.integers(len(PLACES))]} hospitals showed {gene}-positive cells in {disease}.",
        f"The trial enrolled {rng.integers(120, 990)} people and followed them for {rng.integers(13, 99)} weeks.",
        f"{drug}'s half-life was {rng.integers(2, 9)}.{rng.integers(1, 9)} hours after a single dose.",
        f"Doses of {code} were kept below {rng.integers(100, 900)} milligrams to spare the kidney.",
    ]
    order = _shuffled(sentences[1:], rng)
    order.insert(int(rng.integers(len(order) + 1)), f"In the end {rate}% of those treated with {drug} responded.")
    return " ".join([sentences[0], *order])


def _shuffled(sentences: Sequence[str], rng: np.random.Generator) -> list[str]:
    return [sentences[place] for place in rng.permutation(len(sentences))]
