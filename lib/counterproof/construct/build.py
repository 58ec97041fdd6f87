"""The data files of one item's variants, through the one writer."""

from counterproof.domain.registration import Registration
from counterproof.domain.variant import DATA_VARIANTS, DataVariantName, Variant
from counterproof.edits.registry import arrange
from counterproof.matter.h5ad import H5ad
from counterproof.matter.write import write_h5ad
from counterproof.store.atomic import replacing
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import Layout


def build(source: H5ad, registration: Registration, layout: Layout) -> tuple[Variant, ...]:
    """Write every registered data variant of one item, the untouched one included, and describe the files."""
    return tuple(
        _write(source, registration, layout, name=name) for name in DATA_VARIANTS if name in registration.edits
    )


def variant_seed(registration: Registration, name: DataVariantName) -> int:
    """The seed of one variant's own cell and gene order."""
    return int(digest_of([registration.seed, name])[:12], 16)


def _write(source: H5ad, registration: Registration, layout: Layout, *, name: DataVariantName) -> Variant:
    edit, path = registration.edits[name], layout.variant(registration.item, name)
    arrangement = arrange(source, edit, seed=variant_seed(registration, name), keep_obs=registration.keep_obs)
    with replacing(path) as part:
        write_h5ad(part, source, arrangement)
    return Variant(
        item=registration.item,
        name=name,
        edit=edit,
        path=path.relative_to(layout.work).as_posix(),
        sha256=file_digest(path),
        bytes=path.stat().st_size,
        n_cells=len(arrangement.obs),
        n_genes=len(arrangement.var["var"]),
        registration=digest_of(registration),
    )
