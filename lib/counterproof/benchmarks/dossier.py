"""The dossier of a target and an indication, from the columns of genetic evidence alone."""

from collections.abc import Mapping
from typing import NamedTuple

from counterproof.domain.instance import Entity

EVIDENCE = (
    "target", "indication_mesh_term", "indication_association_similarity", "assoc_mesh_term", "assoc_source",
    "original_trait", "assoc_year", "pic_h4", "af_gnomad_nfe", "l2g_share", "source_name", "abs_beta", "abs_or",
    "areas", "genetic_insight", "ab_tractable", "sm_tractable", "rhodop_gpcr", "nuclear_receptor", "enzyme",
    "ion_channel", "kinase",
)  # fmt: skip # names of columns, many a line

OPTIONS = ("It went beyond phase II", "It did not go beyond phase II")

FAMILIES = {
    "rhodop_gpcr": "rhodopsin-like receptor",
    "nuclear_receptor": "nuclear receptor",
    "ion_channel": "ion channel",
    "kinase": "kinase",
    "enzyme": "enzyme",
}

INSIGHT = {"gwas": "common variants", "omim/tcga": "rare or tumour variants", "both": "both kinds of variants"}
"""Without the names of the sources: those are entities."""

NUMBERS = {
    # Labels say what the columns are: not every allele frequency is of the minor allele, a share is no posterior.
    "indication_association_similarity": "Similarity of the associated trait to the indication (MeSH, 0 to 1)",
    "assoc_year": "Year of the association",
    "l2g_share": "Share of the locus-to-gene score (0 to 1)",
    "pic_h4": "Probability of colocalisation (H4)",
    "af_gnomad_nfe": "ALT allele frequency (gnomAD, non-Finnish Europeans)",
    "abs_beta": "Effect size, absolute beta",
    "abs_or": "Effect size, absolute odds ratio",
}


class Dossier(NamedTuple):
    """The text, a line a field, the question, and the entities: target, indication, trait, source."""

    text: str
    question: str
    entities: tuple[Entity, ...]


def dossier_of(row: Mapping[str, str]) -> Dossier:
    """The dossier of a row that holds the columns of `EVIDENCE` and no other; what is empty is said to be missing.

    Raises
    ------
    ValueError
        If the row holds another column: a dossier must not be able to see an outcome.
    """
    extra = sorted(set(row) - set(EVIDENCE))
    if extra:
        msg = f"a dossier is made of evidence columns alone, got {', '.join(extra)}"
        raise ValueError(msg)
    gene, illness = row["target"], row["indication_mesh_term"]
    lines = [f"Target: {gene}", f"Indication: {illness}", f"Therapy areas: {row['areas'] or 'not stated'}"]
    lines.append(f"Target family: {_family(row) or 'other'}")
    lines += [f"Tractable by {what}: {_yes(row[name])}" for what, name in TRACTABLE]
    lines.append(f"Genetic insight into the indication: {INSIGHT.get(row['genetic_insight'], 'none')}")
    if row["assoc_source"]:
        lines += [
            f"Associated trait: {row['assoc_mesh_term']}",
            f"Trait as reported: {row['original_trait']}",
            f"Source of the association: {row['assoc_source']}",
        ]
        lines += [f"{label}: {_number(row[name])}" for name, label in NUMBERS.items()]
    else:
        lines.append("Association: none recorded for this target")
    question = (
        f"Programmes against {gene} for {illness} have completed phase II. "
        "By the snapshot, had one of them gone beyond it?"
    )
    return Dossier("\n".join(lines), question, _entities(row))


TRACTABLE = (("antibody", "ab_tractable"), ("small molecule", "sm_tractable"))


def _family(row: Mapping[str, str]) -> str:
    return next((words for name, words in FAMILIES.items() if row[name] == "True"), "")


def _yes(value: str) -> str:
    return {"True": "yes", "False": "no"}.get(value, "not stated")


def _number(value: str) -> str:
    return f"{float(value):.4g}" if value else "not stated"


def _entities(row: Mapping[str, str]) -> tuple[Entity, ...]:
    family = _family(row)
    gene = f"a gene for {'an' if family[0] in 'aeiou' else 'a'} {family}" if family else "a gene of another family"
    illness = f"a disease of {row['areas'] or 'an area that is not stated'}"
    found = [
        Entity(name=row["target"], kind="gene", description=gene),
        Entity(name=row["indication_mesh_term"], kind="disease", description=illness),
    ]
    if row["assoc_source"]:
        others = {"trait": ("assoc_mesh_term", "original_trait"), "source": ("assoc_source",)}
        taken = {entity.name.casefold() for entity in found}
        for kind, columns in others.items():
            for column in columns:
                if row[column] and row[column].casefold() not in taken:
                    taken.add(row[column].casefold())
                    what = "a source of associations" if kind == "source" else "a trait"
                    found.append(Entity.model_validate({"name": row[column], "kind": kind, "description": what}))
    return tuple(found)
