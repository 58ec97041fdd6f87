"""The cases worth reading: their list, and a stepper for each kind."""

from collections.abc import Sequence

from counterproof.audit.cases import RULES, Case
from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.store.study import OpenStudy
from counterproof.views.note import Note
from counterproof.views.stepper import Stepper, stepper_of
from counterproof.views.tables.table import Cell, Column, Table


def cases_table(cases: Sequence[Case], *, kind: str | None = None) -> Table:
    """Every case, or those of one kind, with the sentence made from its trials and how often it was seen."""
    chosen = [case for case in cases if kind in {None, case.kind}]
    columns = (
        Column(name="kind"),
        Column(name="agent"),
        Column(name="item"),
        Column(name="seen in", numeric=True, title="replicates that show the kind, of all that could"),
        Column(name="what happened", wide=True),
    )
    rows = tuple(
        (
            Cell(text=case.kind),
            Cell(text=", ".join(case.agents)),
            Cell(text=case.item),
            Cell(text=f"{case.shown} of {case.among}", sort=f"{case.shown / case.among:.6f}"),
            Cell(text=case.sentence),
        )
        for case in chosen
    )
    return Table(caption=f"{len(rows)} case{'s' * (len(rows) != 1)}", columns=columns, rows=rows)


def case_note(cases: Sequence[Case], *, kind: str) -> Note:
    """The sentence of the first case of a kind, or that there is none, with the rule that looked for it.

    Raises
    ------
    ValueError
        If there is no such kind.
    """
    case = _first(cases, kind)
    return Note(case.sentence, quiet=False) if case else Note(f"None found. The rule: {RULES[kind]}.")


def case_stepper(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    cases: Sequence[Case],
    *,
    kind: str,
) -> Stepper | Note:
    """A stepper over the first case of a kind; a note where no trial shows it.

    Raises
    ------
    ValueError
        If there is no such kind.
    """
    case = _first(cases, kind)
    if case is None:
        return Note(f"No agent of this study shows this kind: {kind}.")
    return stepper_of(
        study,
        constructions,
        trials,
        item=case.item,
        agent=case.agents,
        replicate=case.replicate,
        variants=case.variants,
    )


def _first(cases: Sequence[Case], kind: str) -> Case | None:
    if kind not in RULES:
        msg = f"there is no kind of case {kind!r}: choose among {', '.join(map(repr, RULES))}"
        raise ValueError(msg)
    return next((case for case in cases if case.kind == kind), None)
