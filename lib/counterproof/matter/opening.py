"""Opening an h5ad file, or saying what the file is instead."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import h5py

from counterproof.domain.problem import InputError, Problem
from counterproof.matter.plugins import offer_plugins

HDF5_SIGNATURE = b"\x89HDF\r\n\x1a\n"
OTHER_KINDS = {
    b"version https://git-lfs": ("is a Git LFS pointer, not the data", "fetch it: git lfs pull"),
    b"\x1f\x8b": ("is gzip-compressed", "decompress it: gunzip"),
    b"PK\x03\x04": ("is a zip archive", "unpack it"),
}
FAILURES = {
    "truncated": ("is cut off: the file is shorter than it says", "copy or download it again"),
    "locking flag": ("is open elsewhere in this process, with a lock", "close it there"),
}
"""What HDF5 says, and what that means."""
HDF5_SAYS = " synchronously "
"""In every error of HDF5. It tells some damage as a RuntimeError, and so does much else that is no damage."""
OTHER_LAYOUTS = {
    "mod": "a MuData file (h5mu): save one of its modalities as h5ad",
    "row_attrs": "a loom file: convert it to h5ad",
    "matrix": "a 10x Genomics matrix: convert it to h5ad",
    "assays": "a file of assays (Mission Bio or alike): convert it to h5ad",
}


@contextmanager
def opened(path: Path) -> Iterator[h5py.File]:
    """The h5ad file at `path`, open for reading only and without a lock.

    Raises
    ------
    InputError
        Before and while it is read: if it is missing, empty, a pointer, compressed, cut off, damaged, or HDF5 but not
        h5ad. The message names the file and what it is.
    """
    _refuse_other_kinds(path)
    offer_plugins()
    try:
        # A lock can hang for ever on a network file system, and reading needs none.
        with h5py.File(path, "r", locking=False) as file:
            _refuse_other_layouts(file, path)
            yield file
    except InputError:
        raise
    except (OSError, KeyError, ValueError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and HDF5_SAYS not in str(error):
            raise
        wrong, fix = next(
            (told for mark, told in FAILURES.items() if mark in str(error)),
            ("is damaged, or not laid out as h5ad", "copy or download it again"),
        )
        raise unusable(path, wrong, seen=str(error), fix=fix) from error


def unusable(path: Path, wrong: str, *, place: str = "", seen: str = "", fix: str = "") -> InputError:
    """The error that this file cannot be used."""
    return InputError([Problem(file=path.name, place=place, wrong=wrong, seen=seen, fix=fix)])


def _refuse_other_kinds(path: Path) -> None:
    if path.is_dir():
        raise unusable(path, "is a folder, not an h5ad file", fix="convert a zarr store to h5ad")
    if not path.exists():
        raise unusable(path, "does not exist", seen=str(path))
    with path.open("rb") as file:
        start = file.read(len(HDF5_SIGNATURE))
        file.seek(0)
        head = file.read(64)
    if not head:
        raise unusable(path, "is empty", seen="0 bytes")
    for mark, (wrong, fix) in OTHER_KINDS.items():
        if head.startswith(mark):
            raise unusable(path, wrong, seen=repr(head[:24])[1:], fix=fix)
    if start != HDF5_SIGNATURE:
        raise unusable(path, "is not an HDF5 file", seen=repr(start)[1:], fix="give an h5ad file")


def _refuse_other_layouts(file: h5py.File, path: Path) -> None:
    missing = [key for key in ("obs", "var") if key not in file]
    if missing:
        kind = next((kind for key, kind in OTHER_LAYOUTS.items() if key in file), "some other kind of file")
        seen = f"top level: {', '.join(file) or 'nothing'}"
        raise unusable(path, f"is HDF5 but not h5ad: {' and '.join(missing)} missing, it looks like {kind}", seen=seen)
