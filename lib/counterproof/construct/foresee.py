"""What a registration would find in the data and what each edit would do, without a file being written.

The statistic, the edits, the screen and the verdicts are those of construction; only the detour over written files is
left out. What can only be seen in files (leaks) is not foreseen: `rehearse` writes them into a temporary folder.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from counterproof.construct.along import identities
from counterproof.construct.build import variant_seed
from counterproof.construct.intended import intended
from counterproof.construct.item import construct_item
from counterproof.construct.leaks.reencode import Teller, undecided
from counterproof.construct.looked import Looked
from counterproof.construct.measure import measured
from counterproof.construct.register import kept_columns
from counterproof.construct.renormalise import with_renormalised
from counterproof.construct.screen import Exclusion, exclusion_of, instability, support_share
from counterproof.construct.verify import verdict
from counterproof.domain.construction import Construction
from counterproof.domain.finding import BlockResult, Verification
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import DraftItem
from counterproof.domain.problem import InputError
from counterproof.domain.registration import Registration
from counterproof.domain.variant import DATA_VARIANTS, DataVariantName
from counterproof.edits.registry import apply, order_seed
from counterproof.evidence.registry import needs_of
from counterproof.matter.arrangement import Arrangement, as_it_is
from counterproof.matter.cells import Cells, labels_of
from counterproof.store.layout import Layout
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy


class Foreseen(NamedTuple):
    """What a registration would come to.

    `blocks` is the statistic in the source, the registered block first. `exclusion` says why the data do not decide the
    item, null where they do; `stability` is the share of resampled cells that support the key, null until `resampled`.
    `edited` holds the verdict on each variant, `impossible` why an edit cannot be made of these data. `tellers` are the
    columns about which the author must decide first; `question` is what else must be decided.
    """

    registration: Registration
    blocks: tuple[BlockResult, ...]
    exclusion: Exclusion | None
    stability: float | None
    edited: dict[DataVariantName, Verification]
    impossible: dict[DataVariantName, str]
    tellers: tuple[Teller, ...]
    question: str

    @property
    def holds(self) -> bool:
        """Whether the data decide the item and every edit does what it must, as far as can be foreseen."""
        passed = all(one.passed for one in self.edited.values()) and not self.impossible
        return self.exclusion is None and passed and not self.tellers and not self.question


def foresee(item: Item, study: OpenStudy, looked: Looked) -> Foreseen:
    """What the item's registration would come to on its data, as they are.

    Blocks that would be computed anew after a deletion are taken as they are.

    Raises
    ------
    InputError
        If the registration cannot be made of the item's fields: a decision or an edit that its family does not have, a
        column that is not there, a block of no known class.
    """
    keep = _kept(item, study)
    obs = looked.source.obs[[name for name in keep if name in looked.source.obs]]
    known = identities(_accepted(item, study))
    # The digest of the data takes long and changes no number.
    registration = intended(item, study.study, data_sha256="", keep_obs=keep, obs=obs, known=known)
    asked = with_renormalised(registration, looked.path, frozen=study.layout.registration(item.id))
    blocks = _measured(looked, registration, None)
    cells = _cells(looked, registration, registration.block)
    edited: dict[DataVariantName, Verification] = {}
    impossible: dict[DataVariantName, str] = {}
    for name in (name for name in DATA_VARIANTS if name in registration.edits):
        try:
            found = _measured(looked, registration, _arranged(looked, registration, name))
        except InputError as error:
            impossible[name] = "; ".join(problem.wrong for problem in error.problems)
        else:
            edited[name] = verdict(name, found, registration, original=blocks)
    return Foreseen(
        registration=registration,
        blocks=blocks,
        exclusion=exclusion_of(blocks, cells, registration),
        stability=None,
        edited=edited,
        impossible=impossible,
        tellers=undecided(obs[list(registration.keep_obs)], registration),
        question=asked.question,
    )


def resampled(foreseen: Foreseen, looked: Looked) -> Foreseen:
    """The same with the share of resampled cells that support the key; unchanged where the item is excluded already."""
    registration = foreseen.registration
    if foreseen.exclusion is not None:
        return foreseen
    stability = support_share(_cells(looked, registration, registration.block), registration)
    return foreseen._replace(stability=stability, exclusion=instability(stability, registration))


def rehearse(foreseen: Foreseen, looked: Looked, *, study: OpenStudy) -> Construction:
    """The whole construction of the item in a temporary folder that is gone afterwards: the leak audit included."""
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        layout = Layout(study.layout.study, Path(folder), Path(folder))
        asked = with_renormalised(foreseen.registration, looked.path, frozen=layout.registration("none"))
        return construct_item(looked.path, asked.registration, layout)


def refused_beside(item: Item, study: OpenStudy) -> tuple[str, ...]:
    """The frozen items of the same data that would be refused beside this one: their files would keep other columns."""
    keep = _kept(item, study)
    found = []
    for other in study.items:
        path = study.layout.registration(other.id)
        same = other.data.source == item.data.source and other.registration is not None and other.id != item.id
        if not same or not path.exists():
            continue
        frozen = read_record(path, Registration)
        wanted = tuple(name for name in keep if frozen.decisions.get(name) != "drop")
        found += [other.id] if frozen.keep_obs != wanted else []
    return tuple(found)


def _accepted(item: Item, study: OpenStudy) -> list[Item]:
    """The items that would be registered together with this one."""
    others = [other for other in study.items if other.id != item.id and not isinstance(other, DraftItem)]
    return [*(other for other in others if other.registration is not None), item]


def _kept(item: Item, study: OpenStudy) -> tuple[str, ...]:
    return kept_columns(study.study, _accepted(item, study))[item.data.source]


def _genes(registration: Registration) -> tuple[str, ...]:
    """The genes that the statistic reads or an edit names: a swap brings the values of one to the other's name."""
    named = [gene for edit in registration.edits.values() for gene in edit.genes]
    return tuple(dict.fromkeys([*needs_of(registration.statistic, registration.targets).genes, *named]))


def _cells(looked: Looked, registration: Registration, block: str) -> Cells:
    needs = needs_of(registration.statistic, registration.targets)
    return looked.cells(block, genes=needs.genes, columns=needs.columns)


def _arranged(looked: Looked, registration: Registration, name: DataVariantName) -> Arrangement:
    """The variant as it would be written, but in the order of the source: no statistic depends on the order."""
    edit = registration.edits[name]
    seed = order_seed(edit, seed=variant_seed(registration, name))
    return apply(edit, as_it_is(looked.source, keep_obs=registration.keep_obs), seed=seed)


def _measured(looked: Looked, registration: Registration, arrangement: Arrangement | None) -> tuple[BlockResult, ...]:
    def cells_of(block: str) -> Cells:
        if arrangement is None:
            return _cells(looked, registration, block)
        before = looked.cells(block, genes=_genes(registration), columns=())
        axis = looked.source.blocks[block].axis
        return cells_after(before, arrangement, registration, axis=axis, names=looked.genes(block))

    return measured(cells_of, registration, blocks=looked.blocks)


def cells_after(
    before: Cells, arrangement: Arrangement, registration: Registration, *, axis: str, names: pd.Index
) -> Cells:
    """What the registered statistic would read of a written variant.

    Parameters
    ----------
    before
        The cells of the source, with every gene that the statistic reads or an edit names.
    axis
        The axis of the block's genes.
    names
        Their names in the source.
    """
    needs = needs_of(registration.statistic, registration.targets)
    kept = arrangement.columns[axis]
    now = {str(name): str(names[place]) for name, place in zip(arrangement.var[axis].index, kept, strict=True)}
    remaining = set(now.values())
    gone = [gene for gene in before.expression if gene not in remaining]
    totals = before.totals
    if totals is not None:
        totals = (totals - sum(before.expression[gene] for gene in gone))[arrangement.rows]
    return Cells(
        n_cells=len(arrangement.rows),
        labels={name: labels_of(arrangement.obs[name]) for name in needs.columns},
        expression={gene: before.expression[now[gene]][arrangement.rows] for gene in needs.genes if gene in now},
        totals=totals,
        block_class=before.block_class,
    )
