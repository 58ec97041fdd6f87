"""A study in one table: what it asks, of whom, and how often."""

from counterproof.domain.statistic import FAMILIES
from counterproof.domain.study import Study
from counterproof.store.study import OpenStudy
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.tables.table import Cell, Column, Table


def study_table(opened: OpenStudy) -> Table:
    """What a study runs: its items, variants, agents, replicates and seed."""
    study = opened.study
    families = sorted({item.family for item in opened.items})
    facts = {
        "study": study.title or study.study,
        "items": f"{len(opened.items)} ({', '.join(families)})",
        "data": ", ".join(sorted({item.data.source for item in opened.items})),
        "variants": ", ".join(VARIANT_LABELS[name] for name in study.variants),
        "agents": ", ".join(agent.name for agent in study.agents),
        "replicates": str(study.replicates),
        "evaluators": ", ".join([*study.named_evaluators, *(judge.name for judge in study.judges)]),
        "margins": _margins(study),
        "seed": str(study.seed),
    }
    rows = tuple((Cell(text=name), Cell(text=value)) for name, value in facts.items())
    return Table(caption=f"Study {study.study}", columns=(Column(name="what"), Column(name="as")), rows=rows)


def _margins(study: Study) -> str:
    return ", ".join(f"{family} {study.margin(family):g}" for family in FAMILIES)
