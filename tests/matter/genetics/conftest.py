"""The simulated tables as they are written."""

import csv

import pytest

from counterproof.matter.source import SIMULATED


@pytest.fixture
def written(tmp_path):
    """Write a simulated table twice, the same bytes each time, and read its columns as texts."""

    def read(name, *, delimiter=","):
        _, write = SIMULATED[name]
        write(tmp_path / "one")
        write(tmp_path / "two")
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
        header, *rows = csv.reader((tmp_path / "one").read_text().splitlines(), delimiter=delimiter)
        return {column: [row[place] for row in rows] for place, column in enumerate(header)}

    return read
