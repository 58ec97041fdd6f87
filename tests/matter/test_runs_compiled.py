import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.matter.runs import deflated_runs
from counterproof.matter.runs_compiled import compiled_runs


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(1, 2000)), min_size=1, max_size=40))
def test_the_compiled_loop_writes_the_same_bytes(runs):
    raw = np.repeat(np.array([value for value, _ in runs], np.uint8), [length for _, length in runs])
    assert compiled_runs(raw) == deflated_runs(raw)


@pytest.mark.parametrize("length", [*range(1, 600), 196_608])
def test_a_run_of_any_length_has_the_same_bytes(length):
    raw = np.full(length, 200, np.uint8)
    assert compiled_runs(raw) == deflated_runs(raw)


def test_noise_has_the_same_bytes_and_is_unpacked():
    raw = np.random.default_rng(0).integers(0, 256, 100_000).astype(np.uint8)
    assert compiled_runs(raw) == deflated_runs(raw)
    assert zlib.decompress(compiled_runs(raw), wbits=-15) == raw.tobytes()
