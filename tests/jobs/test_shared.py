import threading

import pytest

from counterproof.domain.problem import InputError
from counterproof.jobs.pledge import broken_by_here
from counterproof.jobs.shared import Shared, appeared, pledged


def test_files_that_workers_wrote_are_waited_for(tmp_path, monkeypatch):
    path = tmp_path / "late.json"
    threading.Timer(0.3, path.touch).start()
    appeared([path])
    with pytest.raises(
        InputError, match=r"files that workers wrote do not appear here within 0\.1 s \(seen: 1 are missing"
    ):
        appeared([path, tmp_path / "never"], seconds=0.1)


def test_a_lock_that_does_not_hold_and_another_token_break_a_pledge(tmp_path):
    with pledged(Shared(tmp_path, locks=True)) as pledge:
        assert broken_by_here(pledge) == []
        assert [one.seen for one in broken_by_here(pledge._replace(token="other"))] == ["another token in it"]
        assert [one.wrong for one in broken_by_here(pledge._replace(python="2.7"))] == [
            "Python is not the same as here"
        ]
    with pledged(Shared(tmp_path)) as pledge:
        (problem,) = broken_by_here(pledge._replace(locks=True))
        assert problem.wrong == f"locks on files under {tmp_path} do not hold between machines"
    assert not list(tmp_path.iterdir())
