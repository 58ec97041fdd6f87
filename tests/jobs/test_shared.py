import threading

import pytest

from counterproof.domain.problem import InputError
from counterproof.jobs.pledge import broken_by_here, lock_held
from counterproof.jobs.shared import Shared, appeared, not_written_back, pledged


def test_files_that_workers_wrote_are_waited_for(tmp_path, monkeypatch):
    path = tmp_path / "late.json"
    threading.Timer(0.3, path.touch).start()
    appeared([path])
    with pytest.raises(
        InputError, match=r"files that workers wrote do not appear here within 0\.1 s \(seen: 1 are missing"
    ):
        appeared([path, tmp_path / "never"], seconds=0.1)


def test_a_pledge_is_there_for_as_long_as_the_block_and_its_lock_is_held(tmp_path):
    read = tmp_path / "read.csv"
    read.write_text("1,2")
    with pledged(Shared(tmp_path / "work" / "study", reads=(read,), locks=True)) as pledge:
        assert pledge.sizes == {read: 3}
        assert (pledge.folder / "token").read_text() == pledge.token
        with (pledge.folder / "lock").open("rb") as file, pytest.raises(BlockingIOError):
            lock_held(file, folder=tmp_path)
        with pledged(Shared(tmp_path / "work" / "study")) as other:
            assert other.token != pledge.token
    assert list((tmp_path / "work" / "study").iterdir()) == []


def test_workers_whose_files_do_not_appear_here_are_a_problem(tmp_path):
    with pledged(Shared(tmp_path)) as pledge:
        assert broken_by_here(pledge) == []
        assert not_written_back(pledge, many=1) == []
        (problem,) = not_written_back(pledge, many=2, seconds=0.1)
    assert problem.wrong == f"what workers write under {tmp_path} does not appear here"
    assert problem.seen == "1 of 2 files after 0.1 s"
