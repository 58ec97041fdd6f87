"""All objects of an open file."""

from typing import Any

import h5py


def objects(handle: h5py.File) -> list[tuple[str, Any]]:
    """Every group and dataset below the root with its path, in the order of the paths."""
    found: list[tuple[str, Any]] = []

    def visit(name: str, node: Any) -> None:
        found.append((name, node))

    handle.visititems(visit)
    return found
