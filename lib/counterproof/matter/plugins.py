"""Filters that HDF5 does not bring (zstd, blosc, lz4, bitshuffle): where it finds them when a file needs them."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import h5py


@cache
def offer_plugins() -> None:
    """Name the folder of hdf5plugin to HDF5. Importing it would load every filter, which most files never need."""
    spec = find_spec("hdf5plugin")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        h5py.h5pl.append(str(Path(folder) / "plugins").encode())
