import gc

import pytest

from counterproof.jobs.sweeps import no_sweeps


def test_nothing_is_searched_inside_and_it_is_as_it_was_after():
    with no_sweeps():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_block_within_another_leaves_the_other_as_it_is():
    with no_sweeps():
        with no_sweeps():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_error_ends_it_too():
    with pytest.raises(KeyError), no_sweeps():
        raise KeyError
    assert gc.isenabled()
