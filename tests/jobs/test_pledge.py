import os
import socket
from traceback import walk_tb

import pytest

from counterproof.domain.problem import InputError, Problem
from counterproof.jobs.pledge import BrokenPledgeError, Pledged, broken_by_here, lock_held, python_minor, raise_if_any
from counterproof.jobs.shared import Shared, pledged

HERE = socket.gethostname()


def refuses():
    raise InputError([Problem(file="bwrap", wrong="is not installed")])


def wrongs(pledge):
    return [problem.wrong for problem in broken_by_here(pledge)]


def test_a_lock_that_does_not_hold_and_another_token_break_a_pledge(tmp_path):
    with pledged(Shared(tmp_path, locks=True)) as pledge:
        assert broken_by_here(pledge) == []
        assert [one.seen for one in broken_by_here(pledge._replace(token="other"))] == ["another token in it"]
        assert wrongs(pledge._replace(python="2.7")) == ["Python is not the same as here"]
    with pledged(Shared(tmp_path)) as pledge:
        assert wrongs(pledge._replace(locks=True)) == [f"locks on files under {tmp_path} do not hold between machines"]
    assert not list(tmp_path.iterdir())


def test_every_problem_of_a_worker_is_told_at_once(tmp_path):
    read = tmp_path / "read.csv"
    read.write_text("1,2")
    with pledged(Shared(tmp_path / "work", reads=(read,))) as pledge:
        read.write_text("1,2,3")
        broken = pledge._replace(version="0.0", sizes=pledge.sizes | {tmp_path / "never.csv": 1})
        assert wrongs(broken) == [
            "counterproof is not the same as here",
            f"{read} is not the file that it is here",
            f"{tmp_path / 'never.csv'} is not the file that it is here",
        ]


def test_a_folder_that_is_not_there_is_not_the_shared_one(tmp_path):
    with pledged(Shared(tmp_path)) as pledge:
        (problem,) = broken_by_here(pledge._replace(folder=tmp_path / "elsewhere" / "token-folder"))
    assert problem.wrong == f"{tmp_path / 'elsewhere'} is not the folder that it is here"
    assert problem.seen == "FileNotFoundError: no token in it"


def test_a_worker_writes_its_own_file_back_each_time_it_is_asked(tmp_path):
    with pledged(Shared(tmp_path)) as pledge:
        broken_by_here(pledge)
        broken_by_here(pledge)
        back = sorted(path.name for path in pledge.folder.glob("by-*"))
        assert len(back) == 2
        assert all(name.startswith(f"by-{HERE}-{os.getpid()}-") for name in back)


def test_what_the_work_needs_is_asked_only_where_the_rest_holds(tmp_path):
    with pledged(Shared(tmp_path, checks=(refuses,))) as pledge:
        assert wrongs(pledge) == ["is not installed"]
        assert wrongs(pledge._replace(version="0.0")) == ["counterproof is not the same as here"]


def test_work_is_done_after_a_kept_pledge_and_never_before(tmp_path):
    with pledged(Shared(tmp_path)) as pledge:
        assert Pledged(str.upper, pledge)("done") == "DONE"
        # Kept once, it is not asked again for every task.
        assert Pledged(str.upper, pledge._replace(version="0.0"))("done") == "DONE"
    told = pytest.raises(InputError, match=rf"bwrap: on {HERE}: is not installed")
    with pledged(Shared(tmp_path, checks=(refuses,))) as pledge, told:
        Pledged(str.upper, pledge)("never")


def test_a_broken_pledge_can_be_sent_back_however_often_it_is_told(tmp_path):
    with pledged(Shared(tmp_path, checks=(refuses,))) as pledge:
        work = Pledged(str.upper, pledge)
        # One error raised again and again takes one traceback more each time, until it is too deep to be pickled.
        for _ in range(1000):
            with pytest.raises(BrokenPledgeError) as told:
                work("never")
    assert len(list(walk_tb(told.value.__traceback__))) == 2


def test_one_problem_of_several_machines_is_told_once_with_their_names():
    shared, own = Problem(file="x", wrong="is gone"), Problem(file="y", place="line 1", wrong="is odd")
    with pytest.raises(InputError) as told:
        raise_if_any([("one", [shared]), ("two", [shared, own]), ("two", [shared])])
    assert [(one.file, one.place) for one in told.value.problems] == [("x", "on one, two"), ("y", "on two; line 1")]
    raise_if_any([("one", []), ("two", [])])


def test_a_lock_is_held_once(tmp_path):
    path = tmp_path / "lock"
    path.touch()
    with path.open("rb") as first, path.open("rb") as second:
        lock_held(first, folder=tmp_path)
        with pytest.raises(BlockingIOError):
            lock_held(second, folder=tmp_path)


def test_the_patch_of_a_python_does_not_matter():
    assert python_minor("3.11.2") == python_minor("3.11.14") == "3.11"
