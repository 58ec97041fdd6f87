"""The cases worth reading: their list, and a stepper for each kind."""

from collections.abc import Sequence

from counterproof.audit.cases import Case
from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.store.study import OpenStudy
from counterproof.views.note import Note
from counterproof.views.stepper import Stepper, stepper_of
from counterproof.views.tables.table import Cell, Column, Table


def cases_table(cases: Sequence[Case]) -> Table:
    """Every case with the sentence made from its trials."""
    columns = tuple(Column(name=name) for name in ("kind", "agent", "item", "what happened"))
    rows = tuple(
        (Cell(text=case.kind), Cell(text=case.agent), Cell(text=case.item), Cell(text=case.sentence)) for case in cases
    )
    return Table(caption=f"{len(rows)} cases", columns=columns, rows=rows)


def case_stepper(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    cases: Sequence[Case],
    *,
    kind: str,
) -> Stepper | Note:
    """A stepper over the first case of a kind; a note where no trial shows it."""
    for case in cases:
        if case.kind == kind:
            return stepper_of(study, constructions, trials, item=case.item, agent=case.agent, replicate=case.replicate)
    return Note(f"No agent of this study shows this kind: {kind}.")
