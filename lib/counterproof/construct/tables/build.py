"""The data files of a table item's variants, through the one writer."""

from pathlib import Path

from counterproof.construct.build import variant_seed
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.variant import DATA_VARIANTS, Variant
from counterproof.edits.columns import edited
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.write import write_table_file
from counterproof.store.atomic import replacing
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import Layout


def build_tables(source: Frame, registration: TableRegistration, layout: Layout) -> tuple[Variant, ...]:
    """The registered data variants of one item, the untouched one included, after their files were written.

    Raises
    ------
    InputError
        If the table does not allow an edit. Nothing is written then.
    """
    frames = {
        name: edited(source, registration.edits[name], seed=variant_seed(registration, name))
        for name in DATA_VARIANTS
        if name in registration.edits
    }
    made = []
    for name, frame in frames.items():
        path = variant_path(layout, registration, name)
        with replacing(path) as part:
            write_table_file(part, frame)
        made.append(
            Variant(
                item=registration.item,
                name=name,
                edit=registration.edits[name],
                path=path.relative_to(layout.work).as_posix(),
                sha256=file_digest(path),
                bytes=path.stat().st_size,
                n_cells=frame.n_rows,
                n_genes=len(frame.cells),
                registration=digest_of(registration),
            )
        )
    return tuple(made)


def variant_path(layout: Layout, registration: TableRegistration, name: str) -> Path:
    """Where the file of one variant lies. The agent sees it under a neutral name, in a folder of its own."""
    return layout.work / "variants" / registration.item / f"{name}.{registration.source.format}"
