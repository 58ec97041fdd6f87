"""The data files of one item's variants, through the one writer."""

from contextlib import ExitStack

import pandas as pd

from counterproof.domain.registration import Registration
from counterproof.domain.variant import DATA_VARIANTS, DataVariantName, Variant
from counterproof.edits.registry import LABELS_ONLY, arrange, order_seed
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.h5ad import H5ad
from counterproof.matter.write import write_variants
from counterproof.store.atomic import replacing
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import Layout


def build(source: H5ad, registration: Registration, layout: Layout) -> tuple[Variant, ...]:
    """The registered data variants of one item, the untouched one included, after their files were written."""
    names = [name for name in DATA_VARIANTS if name in registration.edits]
    arrangements = {name: arrangement_of(source, registration, name) for name in names}
    with ExitStack() as stack:
        paths = {
            stack.enter_context(replacing(layout.variant(registration.item, name))): arrangement
            for name, arrangement in arrangements.items()
        }
        write_variants(source, paths, renewed=registration.renormalised)
    return tuple(_described(arrangements[name], registration, layout, name=name) for name in names)


def arrangement_of(source: H5ad, registration: Registration, name: DataVariantName) -> Arrangement:
    """What one variant of an item holds, in terms of its source."""
    edit, seed = registration.edits[name], variant_seed(registration, name)
    shared = registration.label_order == "shared" and edit.kind in LABELS_ONLY
    return arrange(
        source,
        edit,
        seed=seed,
        keep_obs=registration.keep_obs,
        order=_original_order(registration) if shared else None,
        cell_names=registration.cell_names,
    )


def known_cells(source: H5ad, registration: Registration, name: DataVariantName) -> pd.Index | None:
    """The names that the cells of a variant would have, in its order, had they not been made opaque; null where not."""
    if registration.cell_names == "source":
        return None
    return arrangement_of(source, registration.model_copy(update={"cell_names": "source"}), name).obs.index


def variant_seed(registration: Registration, name: DataVariantName) -> int:
    """The seed of one variant's own cell and gene order."""
    return int(digest_of([registration.seed, name])[:12], 16)


def _original_order(registration: Registration) -> int:
    return order_seed(registration.edits["original"], seed=variant_seed(registration, "original"))


def _described(
    arrangement: Arrangement, registration: Registration, layout: Layout, *, name: DataVariantName
) -> Variant:
    path = layout.variant(registration.item, name)
    return Variant(
        item=registration.item,
        name=name,
        edit=registration.edits[name],
        path=path.relative_to(layout.work).as_posix(),
        sha256=file_digest(path),
        bytes=path.stat().st_size,
        n_cells=len(arrangement.obs),
        n_genes=len(arrangement.var["var"]),
        registration=digest_of(registration),
    )
