"""Which blocks of an item's files are computed anew from counts, where its author registered that."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from counterproof.domain.problem import InputError
from counterproof.domain.registration import Normalisation, Registration
from counterproof.matter.h5ad import open_h5ad
from counterproof.matter.normalisation import normalisations
from counterproof.store.records import read_record


class Asked(NamedTuple):
    """A registration, and what its author must still decide, if anything."""

    registration: Registration
    question: str = ""


def with_renormalised(registration: Registration, source: Path, *, frozen: Path) -> Asked:
    """The registration with the blocks that all files of its item compute anew, if it deletes a gene and asks for it.

    Parameters
    ----------
    source
        The data. All of their values are compared, unless they were when the item was frozen.
    frozen
        Where the item's registration lies once it is frozen.
    """
    deletes = any(edit.kind == "delete_gene" for edit in registration.edits.values())
    if registration.after_deletion != "renormalise" or not deletes:
        return Asked(registration)
    if frozen.exists():
        old = read_record(frozen, Registration)
        if (old.after_deletion, old.data_sha256) == (registration.after_deletion, registration.data_sha256):
            return Asked(registration.model_copy(update={"renormalised": old.renormalised}))
    try:
        found = _normalisations(source, source.stat().st_mtime_ns)
    except InputError as error:
        told = (f"{problem.wrong} ({problem.seen}): {problem.fix}" for problem in error.problems)
        return Asked(registration, "; ".join(told))
    return Asked(registration.model_copy(update={"renormalised": found}))


@lru_cache(maxsize=8)
def _normalisations(path: Path, _modified: int) -> dict[str, Normalisation]:
    return normalisations(open_h5ad(path))
