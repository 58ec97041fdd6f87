"""The registration of a table item: the analysis, the edits, and the answers that each variant must support."""

from pathlib import Path

from counterproof.construct.register import CONTRASTS
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.study import Study
from counterproof.domain.table_item import TableDraft, TableItem
from counterproof.domain.table_registration import ReferenceAnalysis, TableRegistration
from counterproof.domain.truth import flipped, margin_of, values_text
from counterproof.domain.variant import DATA_VARIANTS, DataVariantName, Edit
from counterproof.store.digest import digest_of, file_digest


def table_registration_of(item: TableItem, study: Study, *, data_sha256: str, folder: Path) -> TableRegistration:
    """What would be registered for this item. The item must have a draft.

    Parameters
    ----------
    folder
        The study's folder, which holds the file of the reference analysis.

    Raises
    ------
    InputError
        If there is no such file.
    """
    draft = item.table
    if draft is None:
        msg = f"item {item.id!r} has no `table`: add one to its file, or take the item out of the study"
        raise ValueError(msg)
    edits = {name: edit for name, edit in table_edits(draft).items() if name in study.variants}
    flip = flipped(item.true_values, draft.truth)
    if flip is None:
        msg = f"the key of {item.id!r} has no image: its record is refused"
        raise ValueError(msg)
    answers: dict[DataVariantName, str] = {"original": item.key, "null": item.key, "flip": values_text(flip)}
    return TableRegistration(
        item=item.id,
        data_sha256=data_sha256,
        statistic=ReferenceAnalysis(
            reference=draft.reference, sha256=_file_digest(draft, folder, item=item.id), seconds=draft.seconds
        ),
        targets=item.options,
        margin=margin_of(item.true_values, flip, item.answer),
        key=item.key,
        flip_to=values_text(flip),
        edits=edits,
        supported={name: answers.get(name) for name in edits},
        contrasts=CONTRASTS,
        seed=int(digest_of([study.seed, item.id])[:12], 16),
        after_viewing=draft.after_viewing,
        decisions=dict(draft.decisions),
        asked=item.answer,
        truth=draft.truth,
        source=item.data,
    )


def table_edits(draft: TableDraft) -> dict[DataVariantName, Edit]:
    """The edit of each data variant. `withdraw_shuffle` is left out where the withdrawal itself permutes."""
    edits: dict[DataVariantName, Edit] = {
        "original": Edit(kind="none"),
        "null": Edit(kind="permute"),
        "withdraw": draft.withdraw,
        "flip": draft.flip,
    }
    if draft.withdraw.kind == "drop_columns":
        edits["withdraw_shuffle"] = Edit(kind="permute_columns", columns=draft.withdraw.columns)
    return {name: edits[name] for name in DATA_VARIANTS if name in edits}


def _file_digest(draft: TableDraft, folder: Path, *, item: str) -> str:
    name = draft.reference.partition(":")[0]
    if not (folder / name).is_file():
        problem = Problem(
            file=item,
            place="table.reference",
            wrong="the study has no such file",
            seen=name,
            fix="name a file in the study's folder",
        )
        raise InputError([problem])
    return file_digest(folder / name)
