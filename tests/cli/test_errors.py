import errno
import os

import pytest
import typer

from counterproof.cli.errors import plain_errors
from counterproof.domain.problem import InputError, Problem
from counterproof.jobs.lost import ClusterLostError


@pytest.fixture
def ended(capsys):
    """The exit code of a block that raises this, and what is told on the two outputs."""

    def end(error):
        with pytest.raises(typer.Exit) as raised, plain_errors():
            raise error
        told = capsys.readouterr()
        assert told.out == ""
        assert "Traceback" not in told.err
        return raised.value.exit_code, told.err

    return end


def test_a_block_without_an_error_ends_as_it_is(capsys):
    with plain_errors():
        pass
    assert capsys.readouterr() == ("", "")


def test_every_problem_is_told_with_how_many_there_are(ended):
    one, two = Problem(file="a.yaml", wrong="is wrong", fix="mend it"), Problem(file="b.yaml", place="x", wrong="too")
    assert ended(InputError([one])) == (2, "1 problem in the input:\n\na.yaml: is wrong\n    fix: mend it\n")
    assert ended(InputError([one, two]))[1].startswith("2 problems in the input:\n\na.yaml: is wrong")


def test_a_lost_cluster_is_no_fault_of_the_input(ended):
    assert ended(ClusterLostError("the scheduler went away")) == (1, "the scheduler went away\n")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.EISDIR, errno.ENOTDIR, errno.ENAMETOOLONG])
def test_a_badly_chosen_place_is_told_with_its_path(ended, number):
    code, told = ended(OSError(number, os.strerror(number), "/some/place"))
    assert code == 2
    assert told.startswith(f"1 problem in the input:\n\n/some/place: cannot be read or written: {os.strerror(number)}")
    assert "fix: choose another place, or change who may write there" in told


@pytest.mark.parametrize(("name", "place"), [("/some/place", "/some/place"), (None, "what is being written")])
def test_a_full_disk_is_told_also_where_the_system_names_no_file(ended, name, place):
    for number in (errno.ENOSPC, errno.EDQUOT):
        code, told = ended(OSError(number, os.strerror(number), name))
        assert (code, f"\n{place}: cannot be read" in told, "fix: make room" in told) == (2, True, True)


def test_a_place_in_which_nothing_can_be_made_is_told_with_the_folder_that_is_there(ended):
    code, told = ended(FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "/proc/no/such/folder"))
    assert code == 2
    assert "/proc/no/such/folder: cannot be made: nothing can be put into /proc" in told


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EIO, "Input/output error", "/some/place"),
        OSError(errno.EACCES, "Permission denied"),
        OSError("no number"),
        ZeroDivisionError("ours"),
    ],
    ids=["a broken disk", "no name", "no number", "no error of the system"],
)
def test_a_fault_of_ours_is_raised_as_it_is(error):
    with pytest.raises(type(error)) as raised, plain_errors():
        raise error
    assert raised.value is error


def test_a_file_that_is_missing_where_one_could_be_made_is_a_fault_of_ours(tmp_path):
    with pytest.raises(FileNotFoundError), plain_errors():
        (tmp_path / "gone" / "deeper").read_text()
    assert list(tmp_path.iterdir()) == []
