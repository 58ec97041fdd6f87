import sys

import pytest

from counterproof.domain.problem import InputError
from counterproof.matter.source import locate


def test_the_bundled_data_are_found_without_importing_scanpy(tmp_path):
    before = "scanpy" in sys.modules
    path = locate("scanpy:pbmc68k_reduced", study=tmp_path, sources=tmp_path)
    assert path.name == "10x_pbmc68k_reduced.h5ad"
    assert path.stat().st_size > 1_000_000
    assert ("scanpy" in sys.modules) == before


def test_another_scanpy_data_set_is_refused_since_it_would_need_the_network(tmp_path):
    with pytest.raises(InputError, match=r"scanpy:pbmc3k: data\.source: not bundled with scanpy"):
        locate("scanpy:pbmc3k", study=tmp_path, sources=tmp_path)


def test_a_path_is_relative_to_the_study(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cells.h5ad").touch()
    assert locate("data/cells.h5ad", study=tmp_path, sources=tmp_path) == tmp_path / "data" / "cells.h5ad"


def test_a_missing_file_is_named_with_the_fix(tmp_path):
    with pytest.raises(InputError, match=r"cells.h5ad: data.source: no such file in the study(.|\n)*fix: give a path"):
        locate("cells.h5ad", study=tmp_path, sources=tmp_path)


def test_an_unknown_simulation_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"no such simulation(.|\n)*one of cohort"):
        locate("simulated:patients", study=tmp_path, sources=tmp_path)


def test_a_simulation_is_written_once_and_says_that_it_is_one(tmp_path):
    first = locate("simulated:cohort", study=tmp_path, sources=tmp_path / "sources")
    stamp = first.stat().st_mtime_ns
    again = locate("simulated:cohort", study=tmp_path, sources=tmp_path / "sources")
    assert "simulated" in first.name
    assert again == first
    assert again.stat().st_mtime_ns == stamp
    assert [path.name for path in first.parent.iterdir()] == [first.name]
