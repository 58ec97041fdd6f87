"""All objects of an open file, in the file's own order."""

from typing import Any

import h5py


def objects(handle: h5py.File) -> list[tuple[str, Any]]:
    """Every group and dataset below the root, with its path."""
    found: list[tuple[str, Any]] = []

    def visit(name: str, node: Any) -> None:
        found.append((name, node))

    handle.visititems(visit)
    return found
