"""Can a gene's values be computed from what a file still holds?

Normalised rows add up to a constant, so the missing mass is the missing gene; a total minus the sum of what is left is
the gene, also a total that counts and their logarithms imply; a score or a share is the gene itself. The source's
values of the gene are regressed on what each cell of the written file still has; the multiple correlation, adjusted for
the number of terms, must stay below the bound.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from counterproof.construct.leaks.files import Files, Written
from counterproof.construct.leaks.finding import Found
from counterproof.construct.leaks.rows import LARGEST_LOG, column_of, is_whole, row_sums
from counterproof.construct.leaks.sizes import implied_sizes

R_BOUND = 0.95
"""A gene is said to be rebuilt at this correlation: computed from what is left it has 1 but for rounding, while sums of
rows follow cell types, and so did HLA-DPB1 in blood cells with 0.86."""
CELLS_AT_MOST = 20_000
LEAST_CELLS = 30
Vector = NDArray[np.float64]


class Target(NamedTuple):
    """A gene's values in one block of the source, for the cells of a written file."""

    name: str
    values: Vector


class Rebuilt(NamedTuple):
    """How far a gene can be computed (multiple correlation), in which variant, and with which column."""

    r: float
    variant: str
    target: str
    column: str = ""


def rows_hide_nothing(files: Files) -> Found:
    """Nothing that can be summed over the rows of any block gives a removed gene back."""
    found = [
        Rebuilt(correlation(target.values, list(cells.sums().values())), name, target.name)
        for name, file in files.edited_by("delete_gene")
        for cells in [_Cells(files, file)]
        for target in cells.targets()
    ]
    worst = max(found, default=Rebuilt(0.0, "", ""))
    looked_at = f"correlation of a removed gene's source values with sums of rows: {worst.r:.2f}, below {R_BOUND:g}"
    if worst.r < R_BOUND:
        return Found("", looked_at)
    told = f"{worst.variant}: {worst.target} can be computed from the sums of rows (R = {worst.r:.3f})"
    if files.registration.after_deletion == "declare":
        return Found("", looked_at, f"{told}, as registered (after_deletion: declare)")
    fix = "register after_deletion: renormalise (the file needs counts), or declare"
    return Found(f"{told}; {fix}", looked_at)


def columns_hide_nothing(files: Files) -> Found:
    """No numeric column of cells, alone or with the sums of rows, gives a removed or exchanged gene back."""
    found = [
        Rebuilt(correlation(target.values, [*sums, *_forms(values)]), name, target.name, column)
        for name, file in files.edited_by("delete_gene", "swap_genes")
        for cells in [_Cells(files, file)]
        for columns in [dict(_numeric_columns(file, cells.places))]
        for target in (cells.targets() if columns else ())
        for sums in [_sums_beside(cells, target, file)]
        for column, values in columns.items()
    ]
    worst = max(found, default=Rebuilt(0.0, "", ""))
    looked_at = f"correlation of an edited gene's source values with numeric columns: {worst.r:.2f}, below {R_BOUND:g}"
    rebuilt = sorted((one for one in found if one.r >= R_BOUND), reverse=True)
    kept = {name for name, decision in files.registration.decisions.items() if decision == "keep"}
    for one in rebuilt:
        if one.column not in kept:
            leak = f"{one.variant}: {one.target} can be computed with obs column {one.column} (R = {one.r:.3f})"
            return Found(f"{leak}; decide: registration.decisions.{one.column}: drop or keep", looked_at)
    told = [f"{one.column} is kept, as registered, although it gives {one.target} (R = {one.r:.3f})" for one in rebuilt]
    return Found("", looked_at, "; ".join(told))


def _sums_beside(cells: "_Cells", target: Target, file: Written) -> list[Vector]:
    """The sums of rows that go with a column: those of a deletion, unless they give the gene away alone."""
    # An exchange of two genes leaves every sum as it was.
    sums = list(cells.sums().values()) if file.edit.kind == "delete_gene" else []
    return sums if correlation(target.values, sums) < R_BOUND else []


def correlation(target: Vector, terms: list[Vector]) -> float:
    """Multiple correlation of a vector with others, adjusted for their number, in [0, 1]; 0 where nothing can vary."""
    usable = np.isfinite(target)
    for term in terms:
        usable &= np.isfinite(term)
    varying = [term[usable] for term in terms if usable.any() and np.ptp(term[usable]) > 0]
    n, wanted = int(usable.sum()), target[usable]
    if not varying or n < LEAST_CELLS + len(varying) or np.ptp(wanted) == 0:
        return 0.0
    design = np.column_stack([(term - term.mean()) / term.std() for term in varying])
    centred = wanted - wanted.mean()
    rest = centred - design @ np.linalg.lstsq(design, centred, rcond=1e-10)[0]
    unexplained = float(rest @ rest / (centred @ centred)) * (n - 1) / (n - len(varying) - 1)
    return float(np.sqrt(max(0.0, 1 - unexplained)))


class _Cells:
    """The first cells of a written file that the source has under the same name, once."""

    def __init__(self, files: Files, file: Written) -> None:
        self._files, self._file = files, file
        known = files.source.cells
        # A name that two cells share says nothing of which is which.
        once = known[~known.duplicated(keep=False)]
        mine = file.cells[:CELLS_AT_MOST]
        found = once.get_indexer(mine) if once.is_unique else np.full(len(mine), -1)
        self.places = np.flatnonzero((found >= 0) & ~mine.duplicated(keep=False))
        self._source_rows = known.get_indexer_for(mine[self.places])
        self._sums: dict[str, Vector] | None = None

    def sums(self) -> dict[str, Vector]:
        """What can be summed over the rows of each block, and what two blocks tell of how they were scaled."""
        if self._sums is None:
            with self._file.open() as handle:
                found = {
                    f"{block} {what}": values
                    for block, place in self._file.blocks.items()
                    for what, values in row_sums(handle[place.key], at_most=CELLS_AT_MOST).items()
                } | implied_sizes(self._file, at_most=CELLS_AT_MOST)
            self._sums = {name: values[self.places] for name, values in found.items()}
        return self._sums

    def targets(self) -> Iterator[Target]:
        """The values of each gene of the edit in each block of the source: as they are, as fractions, as presence."""
        source = self._files.source
        for gene in self._file.edit.genes:
            for block, place in source.blocks.items():
                found = np.flatnonzero(source.genes[place.axis] == gene)
                if found.size != 1:
                    continue
                with source.open() as handle:
                    values = column_of(handle[place.key], int(found[0]))[self._source_rows]
                yield Target(f"{gene} of {block}", values)
                # Whole numbers are no logarithms, and one large exponential would decide alone.
                if np.abs(values).max(initial=0) <= LARGEST_LOG and not is_whole(values):
                    yield Target(f"{gene} of {block} (exponential)", np.expm1(values))
                yield Target(f"{gene} of {block} (presence)", (values != 0).astype(np.float64))


def _numeric_columns(file: Written, places: NDArray[np.intp]) -> Iterator[tuple[str, Vector]]:
    table = file.table("obs")
    for name in table.columns:
        column = table[name]
        if is_numeric_dtype(column) and not is_bool_dtype(column):
            values: Vector = np.asarray(
                column.astype("Float64").to_numpy(dtype=np.float64, na_value=np.nan), dtype=np.float64
            )
            yield name, values[places]


def _forms(values: Vector) -> list[Vector]:
    """A column as it is, and on the other scale that it may have been made on."""
    finite = values[np.isfinite(values)]
    if not finite.size or finite.min() < 0:
        return [values]
    return [values, np.log1p(values)] + ([np.expm1(values)] if finite.max() <= LARGEST_LOG else [])
